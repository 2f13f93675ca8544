//! The same predicates over the rationals, by another method.
//!
//! A convex body is a list of linear inequalities. A segment is clipped against them in its
//! parameter, a triangle as a polygon. Nothing here knows orientations of four points, projections
//! or cases.

use dashu::rational::Relaxed;
use glam::DVec3;
use ripstop_geometry::exact::Sign;
use ripstop_geometry::predicates::{OnSegment, OnTriangle, SegmentTriangle};

pub(crate) type Rational = Relaxed;
pub(crate) type Vector = [Rational; 3];

/// The points, multiplied by the power of two that makes all coordinates integers: no result
/// depends on it, and integers are the faster rationals.
pub(crate) fn exact<const N: usize>(points: [DVec3; N]) -> [Vector; N] {
    let points =
        points.map(|p| p.to_array().map(|x| Rational::try_from(x).expect("a finite number")));
    let denominators = points.iter().flatten().map(|x| x.denominator().clone());
    let common = Rational::from(denominators.max().expect("at least one point"));
    points.map(|p| p.map(|x| x * &common))
}

pub(crate) fn subtract(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| &a[i] - &b[i])
}

fn dot(a: &Vector, b: &Vector) -> Rational {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub(crate) fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}

pub(crate) fn is_null(v: &Vector) -> bool {
    v.iter().all(|x| *x == Rational::ZERO)
}

fn sign(x: &Rational) -> Sign {
    x.cmp(&Rational::ZERO).into()
}

/// The sign of the determinant of the rows, by Gaussian elimination.
pub(crate) fn determinant_sign<const N: usize>(mut rows: [[Rational; N]; N]) -> Sign {
    let mut result = Sign::Positive;
    for column in 0..N {
        let Some(pivot) = (column..N).find(|&r| rows[r][column] != Rational::ZERO) else {
            return Sign::Zero;
        };
        if pivot != column {
            rows.swap(pivot, column);
            result = -result;
        }
        result = result * sign(&rows[column][column]);
        for row in column + 1..N {
            let factor = &rows[row][column] / &rows[column][column];
            let pivot_row = rows[column].clone();
            for (x, pivot) in rows[row].iter_mut().zip(&pivot_row) {
                *x -= &factor * pivot;
            }
        }
    }
    result
}

/// `f(x) = normal · x − offset ≥ 0`.
#[derive(Clone)]
struct Inequality {
    normal: Vector,
    offset: Rational,
}

impl Inequality {
    /// `normal · (x − through) ≥ 0`.
    fn through(point: &Vector, normal: Vector) -> Self {
        let offset = dot(&normal, point);
        Self { normal, offset }
    }

    fn reversed(&self) -> Self {
        Self { normal: self.normal.clone().map(|x| -x), offset: -self.offset.clone() }
    }

    fn at(&self, x: &Vector) -> Rational {
        dot(&self.normal, x) - &self.offset
    }
}

/// A point, segment or triangle: the points on the boundary of `flat` and inside `sides`.
pub(crate) struct Body {
    /// Each holds with equality.
    flat: Vec<Inequality>,
    /// Side `i` belongs to edge `i`, if the body has an area.
    sides: Vec<Inequality>,
    corners: Vec<Vector>,
    has_area: bool,
    /// Of the longest edge, for a body without area.
    longest_edge: usize,
}

impl Body {
    pub(crate) fn triangle(corners: &[Vector; 3]) -> Self {
        let edges: [Vector; 3] =
            std::array::from_fn(|i| subtract(&corners[(i + 1) % 3], &corners[i]));
        let normal = cross(&edges[0], &edges[1]);
        if is_null(&normal) {
            let lengths: Vec<Rational> = edges.iter().map(|e| dot(e, e)).collect();
            let longest = (0..3).rev().max_by(|&i, &j| lengths[i].cmp(&lengths[j])).unwrap_or(0);
            let mut body = Self::segment(&corners[longest], &corners[(longest + 1) % 3]);
            body.corners = corners.to_vec();
            body.longest_edge = longest;
            return body;
        }
        let sides = corners.iter().zip(&edges);
        let sides = sides.map(|(c, e)| Inequality::through(c, cross(&normal, e))).collect();
        Self {
            flat: vec![Inequality::through(&corners[0], normal)],
            sides,
            corners: corners.to_vec(),
            has_area: true,
            longest_edge: 0,
        }
    }

    pub(crate) fn segment(a: &Vector, b: &Vector) -> Self {
        let along = subtract(b, a);
        let unit =
            |i: usize| -> Vector { std::array::from_fn(|k| Rational::from(u8::from(i == k))) };
        let (flat, sides) = if is_null(&along) {
            ((0..3).map(|i| Inequality::through(a, unit(i))).collect(), vec![])
        } else {
            let flat = (0..3).map(|i| Inequality::through(a, cross(&along, &unit(i)))).collect();
            let upper = Inequality::through(b, along.clone()).reversed();
            (flat, vec![Inequality::through(a, along), upper])
        };
        let corners = vec![a.clone(), b.clone()];
        Self { flat, sides, corners, has_area: false, longest_edge: 0 }
    }

    fn inequalities(&self) -> impl Iterator<Item = Inequality> + '_ {
        let flat = self.flat.iter().flat_map(|f| [f.clone(), f.reversed()]);
        flat.chain(self.sides.iter().cloned())
    }

    pub(crate) fn contains(&self, point: &Vector) -> bool {
        self.inequalities().all(|f| f.at(point) >= Rational::ZERO)
    }

    /// Locates one of the triangle's points on it.
    pub(crate) fn place(&self, point: &Vector) -> OnTriangle {
        if let Some(corner) = self.corners.iter().position(|c| c == point) {
            return OnTriangle::Corner(corner);
        }
        if !self.has_area {
            return OnTriangle::Edge(self.longest_edge);
        }
        let on = |f: &Inequality| f.at(point) == Rational::ZERO;
        self.sides.iter().position(on).map_or(OnTriangle::Interior, OnTriangle::Edge)
    }

    /// The parameters of the segment's points in the body; `None` if there are none.
    pub(crate) fn clip(&self, [p, q]: [&Vector; 2]) -> Option<[Rational; 2]> {
        let [mut low, mut high] = [Rational::ZERO, Rational::ONE];
        for f in self.inequalities() {
            let (start, end) = (f.at(p), f.at(q));
            let slope = &end - &start;
            match sign(&slope) {
                Sign::Zero if start < Rational::ZERO => return None,
                Sign::Zero => {}
                Sign::Positive => low = low.max(-start / slope),
                Sign::Negative => high = high.min(-start / slope),
            }
        }
        (low <= high).then_some([low, high])
    }

    /// True if a triangle shares a point with the body.
    pub(crate) fn meets(&self, triangle: &[Vector; 3]) -> bool {
        let mut polygon = triangle.to_vec();
        for f in self.inequalities() {
            let values: Vec<Rational> = polygon.iter().map(|x| f.at(x)).collect();
            let mut kept = Vec::new();
            for (i, point) in polygon.iter().enumerate() {
                let next = (i + 1) % polygon.len();
                if values[i] >= Rational::ZERO {
                    kept.push(point.clone());
                }
                if sign(&values[i]) * sign(&values[next]) == Sign::Negative {
                    let s = &values[i] / (&values[i] - &values[next]);
                    // Reduced: what is cut again and again would grow without bound.
                    let cut = between(point, &polygon[next], &s);
                    kept.push(cut.map(|x| x.canonicalize().relax()));
                }
            }
            polygon = kept;
        }
        !polygon.is_empty()
    }
}

/// `p + s (q − p)`.
pub(crate) fn between(p: &Vector, q: &Vector, s: &Rational) -> Vector {
    std::array::from_fn(|k| &p[k] + s * (&q[k] - &p[k]))
}

pub(crate) fn on_segment(s: &Rational) -> OnSegment {
    if *s == Rational::ZERO {
        OnSegment::Start
    } else if *s == Rational::ONE {
        OnSegment::End
    } else {
        OnSegment::Interior
    }
}

pub(crate) fn segment_triangle([p, q]: [&Vector; 2], triangle: &[Vector; 3]) -> SegmentTriangle {
    let body = Body::triangle(triangle);
    let Some([low, high]) = body.clip([p, q]) else { return SegmentTriangle::Disjoint };
    if low < high && p != q {
        return SegmentTriangle::Overlap;
    }
    SegmentTriangle::Point { segment: on_segment(&low), triangle: body.place(&between(p, q, &low)) }
}
