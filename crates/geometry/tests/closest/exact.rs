//! The same queries in exact rational arithmetic, by enumeration of the features.
//!
//! Nothing here knows how the library computes: an unconstrained minimum counts if its weights are
//! not negative, and otherwise the boundary is searched feature by feature.

use dashu::rational::Relaxed;
use glam::DVec3;

pub(crate) type Rational = Relaxed;
type Vector = [Rational; 3];

pub(crate) fn rational(x: f64) -> Rational {
    Relaxed::try_from(x).expect("finite")
}

fn vector(x: DVec3) -> Vector {
    x.to_array().map(rational)
}

fn sub(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| &a[k] - &b[k])
}

/// `a + s d`
fn along(a: &Vector, d: &Vector, s: &Rational) -> Vector {
    std::array::from_fn(|k| &a[k] + &d[k] * s)
}

fn dot(a: &Vector, b: &Vector) -> Rational {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &a[i] * &b[j] - &a[j] * &b[i]
    })
}

fn squared(a: &Vector) -> Rational {
    dot(a, a)
}

fn in_unit_interval(x: &Rational) -> bool {
    *x >= Rational::ZERO && *x <= Rational::ONE
}

fn least(candidates: impl IntoIterator<Item = Rational>) -> Rational {
    candidates.into_iter().min().expect("at least one candidate")
}

/// `x₀ + Σ wᵢ (xᵢ − x₀)`: the blend of corners by rounded weights, whose first one is implied.
fn blend<const N: usize>(corners: [DVec3; N], weights: [f64; N]) -> Vector {
    let origin = vector(corners[0]);
    (1..N).fold(origin.clone(), |x, i| {
        along(&x, &sub(&vector(corners[i]), &origin), &rational(weights[i]))
    })
}

/// Exact squared distance of two blends.
pub(crate) fn blends_squared<const N: usize, const M: usize>(
    (a, weights_a): ([DVec3; N], [f64; N]),
    (b, weights_b): ([DVec3; M], [f64; M]),
) -> Rational {
    squared(&sub(&blend(a, weights_a), &blend(b, weights_b)))
}

/// The largest squared distance between two of the points.
pub(crate) fn size_squared(points: &[DVec3]) -> Rational {
    let points: Vec<Vector> = points.iter().map(|&x| vector(x)).collect();
    let pairs = points.iter().flat_map(|a| points.iter().map(move |b| squared(&sub(a, b))));
    pairs.max().expect("at least one point")
}

pub(crate) fn point_segment_squared(p: DVec3, segment: [DVec3; 2]) -> Rational {
    to_segment(&vector(p), &segment.map(vector))
}

pub(crate) fn point_triangle_squared(p: DVec3, triangle: [DVec3; 3]) -> Rational {
    to_triangle(&vector(p), &triangle.map(vector))
}

pub(crate) fn segment_segment_squared(a: [DVec3; 2], b: [DVec3; 2]) -> Rational {
    segments(&a.map(vector), &b.map(vector))
}

pub(crate) fn triangle_triangle_squared(a: [DVec3; 3], b: [DVec3; 3]) -> Rational {
    let (a, b) = (a.map(vector), b.map(vector));
    let (sides_a, sides_b) = (sides(&a), sides(&b));
    let crosses = |sides: &[[Vector; 2]; 3], triangle| sides.iter().any(|s| pierces(s, triangle));
    if crosses(&sides_a, &b) || crosses(&sides_b, &a) {
        return Rational::ZERO;
    }
    let sides = sides_a.iter().flat_map(|s| sides_b.iter().map(move |t| segments(s, t)));
    let corners_a = a.iter().map(|p| to_triangle(p, &b));
    let corners_b = b.iter().map(|p| to_triangle(p, &a));
    least(sides.chain(corners_a).chain(corners_b))
}

fn sides([a, b, c]: &[Vector; 3]) -> [[Vector; 2]; 3] {
    [[a.clone(), b.clone()], [b.clone(), c.clone()], [c.clone(), a.clone()]]
}

fn to_segment(p: &Vector, [a, b]: &[Vector; 2]) -> Rational {
    let d = sub(b, a);
    let length_squared = squared(&d);
    if length_squared == Rational::ZERO {
        return squared(&sub(p, a));
    }
    let s = dot(&sub(p, a), &d) / length_squared;
    let s = s.clamp(Rational::ZERO, Rational::ONE);
    squared(&sub(p, &along(a, &d, &s)))
}

fn to_triangle(p: &Vector, triangle: &[Vector; 3]) -> Rational {
    let [a, b, c] = triangle;
    let (u, v, w) = (sub(b, a), sub(c, a), sub(p, a));
    let normal = cross(&u, &v);
    let area_squared = squared(&normal);
    if area_squared != Rational::ZERO {
        let wb = dot(&cross(&w, &v), &normal) / &area_squared;
        let wc = dot(&cross(&u, &w), &normal) / &area_squared;
        let wa = Rational::ONE - &wb - &wc;
        if [wa, wb, wc].iter().all(|weight| *weight >= Rational::ZERO) {
            let height = dot(&w, &normal);
            return &height * &height / area_squared;
        }
    }
    least(sides(triangle).iter().map(|side| to_segment(p, side)))
}

fn segments(a: &[Vector; 2], b: &[Vector; 2]) -> Rational {
    let (u, v, r) = (sub(&a[1], &a[0]), sub(&b[1], &b[0]), sub(&a[0], &b[0]));
    let normal = cross(&u, &v);
    let determinant = squared(&normal);
    if determinant != Rational::ZERO {
        let s = dot(&cross(&v, &r), &normal) / &determinant;
        let t = dot(&cross(&u, &r), &normal) / &determinant;
        if in_unit_interval(&s) && in_unit_interval(&t) {
            let gap = dot(&r, &normal);
            return &gap * &gap / determinant;
        }
    }
    let ends_a = a.iter().map(|p| to_segment(p, b));
    let ends_b = b.iter().map(|p| to_segment(p, a));
    least(ends_a.chain(ends_b))
}

/// True if a segment that is not parallel to the plane of a triangle meets the triangle.
fn pierces([p, q]: &[Vector; 2], triangle: &[Vector; 3]) -> bool {
    let [a, b, c] = triangle;
    let normal = cross(&sub(b, a), &sub(c, a));
    let (hp, hq) = (dot(&sub(p, a), &normal), dot(&sub(q, a), &normal));
    if hp == hq || (&hp * &hq) > Rational::ZERO {
        return false;
    }
    let s = &hp / (&hp - &hq);
    to_triangle(&along(p, &sub(q, p), &s), triangle) == Rational::ZERO
}
