//! The closest points of two triangles.
//!
//! Two triangles that do not meet are closest either at two edges or at a corner and a face, so the
//! result is the best of nine segment pairs and six corners above a face. Corners beside a face are
//! left to the edges.
//!
//! If they meet, an edge of one passes through the other, or they overlap in one plane. An edge
//! passes through a face where the signed distances `d₀`, `d₁` of its ends from the plane differ in
//! sign:
//!
//! ```text
//! x = x₀ + λ (x₁ − x₀),   λ = d₀ / (d₀ − d₁),   and x has no negative weight in the face
//! ```
//!
//! Then the distance is 0, exactly, and the result is this common point: the first one in the order
//! edges of `a`, edges of `b`. Which triangles meet is decided to rounding: a crossing that is
//! missed or found wrongly is within a few `ε size` of an edge, a corner or the plane, where the
//! other candidates say the same. So is the distance of triangles that overlap in a plane, found by
//! their edges and corners. Who needs an exact decision asks an exact predicate.

use glam::DVec3;

use super::PointTriangleRegion;
use super::direction::Direction;
use super::scale::{Scale, is_moderate};
use super::segment_segment::{Parameters, careful_parameters, steep_parameters};
use super::triangle_frame::TriangleFrame;

/// The parts of two triangles that hold their closest points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TriangleTriangleRegion {
    /// The region of the first triangle.
    pub a: PointTriangleRegion,
    /// The region of the second triangle.
    pub b: PointTriangleRegion,
}

/// The closest points of two triangles, or a common point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleTriangleClosest {
    /// Barycentric weights of the closest point of the first triangle on its corners.
    pub weights_a: [f64; 3],
    /// Barycentric weights of the closest point of the second triangle on its corners.
    pub weights_b: [f64; 3],
    /// The parts of the two triangles on which they lie.
    pub region: TriangleTriangleRegion,
    /// Squared distance (m²); 0 if the triangles pass through each other.
    pub distance_squared: f64,
}

impl TriangleTriangleClosest {
    /// The closest points on the first and on the second triangle (m), given the corners again.
    #[must_use]
    #[inline]
    pub fn points(&self, a: [DVec3; 3], b: [DVec3; 3]) -> [DVec3; 2] {
        let blend = |x: [DVec3; 3], w: [f64; 3]| w[0] * x[0] + w[1] * x[1] + w[2] * x[2];
        [blend(a, self.weights_a), blend(b, self.weights_b)]
    }

    /// Distance (m).
    #[must_use]
    #[inline]
    pub fn distance(&self) -> f64 {
        self.distance_squared.sqrt()
    }
}

/// Finds the closest points of two triangles, or a common point if they meet.
#[must_use]
pub fn triangle_triangle(a: [DVec3; 3], b: [DVec3; 3]) -> TriangleTriangleClosest {
    let (closest, size_squared) = kernel(a, b);
    let Pair { weights_a, weights_b, distance_squared } =
        if is_moderate(size_squared) { closest } else { rescaled(a, b) };
    let region = TriangleTriangleRegion {
        a: PointTriangleRegion::of_weights(weights_a),
        b: PointTriangleRegion::of_weights(weights_b),
    };
    TriangleTriangleClosest { weights_a, weights_b, region, distance_squared }
}

/// A point on each triangle.
#[derive(Clone, Copy, Debug)]
struct Pair {
    weights_a: [f64; 3],
    weights_b: [f64; 3],
    distance_squared: f64,
}

impl Pair {
    fn swapped(self) -> Self {
        Self { weights_a: self.weights_b, weights_b: self.weights_a, ..self }
    }
}

/// The closest points, and the squared size of the query (m²).
fn kernel(a: [DVec3; 3], b: [DVec3; 3]) -> (Pair, f64) {
    let (sides_a, sides_b) = (Sides::new(a), Sides::new(b));
    let over_b = sides_b.plane().and_then(|plane| Above::new(plane, a));
    let over_a = sides_a.plane().and_then(|plane| Above::new(plane, b));
    let size_squared = sides_a.size_squared() + sides_b.size_squared();

    // A flat triangle has no plane that could keep the other one off.
    let may_cross = |above: &Option<Above>| above.as_ref().is_none_or(Above::is_on_both_sides);
    if may_cross(&over_a) && may_cross(&over_b) {
        let crossing = over_b.as_ref().and_then(Above::crossing);
        let crossing = crossing.or_else(|| over_a.as_ref()?.crossing().map(Pair::swapped));
        if let Some(pair) = crossing {
            return (pair, size_squared);
        }
    }

    let mut best = sides_a.nearest_to(&sides_b);
    if let Some(above) = over_b {
        best = above.nearest(best);
    }
    if let Some(above) = over_a {
        best = above.nearest(best.swapped()).swapped();
    }
    (best, size_squared + best.distance_squared)
}

/// A triangle as three segments: side `i` runs from corner `i` to corner `(i + 1) % 3`.
struct Sides {
    corners: [DVec3; 3],
    sides: [Direction; 3],
}

impl Sides {
    fn new(corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners;
        let sides = [Direction::between(a, b), Direction::between(b, c), Direction::between(c, a)];
        Self { corners, sides }
    }

    fn size_squared(&self) -> f64 {
        self.sides.iter().map(|side| side.length_squared).sum()
    }

    fn plane(&self) -> Option<TriangleFrame> {
        TriangleFrame::new(self.corners[0], self.sides[0], self.sides[2].reversed())
    }

    /// The best of nine pairs of sides; the first of equals.
    fn nearest_to(&self, other: &Self) -> Pair {
        let mut best = Parameters { s: 0.0, t: 0.0, distance_squared: f64::INFINITY };
        let mut best_sides = (0, 0);
        for i in 0..3 {
            for j in 0..3 {
                let r = self.corners[i] - other.corners[j];
                let (u, v) = (self.sides[i], other.sides[j]);
                let found =
                    steep_parameters(u, v, r).unwrap_or_else(|| careful_parameters(u, v, r));
                if found.distance_squared < best.distance_squared {
                    best = found;
                    best_sides = (i, j);
                }
            }
        }
        Pair {
            weights_a: on_side(best_sides.0, best.s),
            weights_b: on_side(best_sides.1, best.t),
            distance_squared: best.distance_squared,
        }
    }
}

/// Weights of the point at parameter `s` of side `i`.
fn on_side(i: usize, s: f64) -> [f64; 3] {
    let mut weights = [0.0; 3];
    weights[i] = 1.0 - s;
    weights[(i + 1) % 3] = s;
    weights
}

/// The corners of triangle `a` over the plane of triangle `b`.
struct Above {
    plane: TriangleFrame,
    /// The corners as seen from the first corner of `b` (m).
    offsets: [DVec3; 3],
    /// Signed distances of the corners from the plane (m).
    heights: [f64; 3],
}

impl Above {
    fn new(plane: TriangleFrame, corners: [DVec3; 3]) -> Option<Self> {
        let normal = plane.unit_normal()?;
        let offsets = corners.map(|corner| corner - plane.origin);
        Some(Self { offsets, plane, heights: offsets.map(|offset| offset.dot(normal)) })
    }

    /// True if the plane touches or cuts the triangle.
    fn is_on_both_sides(&self) -> bool {
        let [h0, h1, h2] = self.heights;
        !(h0 > 0.0 && h1 > 0.0 && h2 > 0.0 || h0 < 0.0 && h1 < 0.0 && h2 < 0.0)
    }

    /// The first point in which a side of `a` passes through triangle `b`.
    fn crossing(&self) -> Option<Pair> {
        (0..3).find_map(|i| {
            let j = (i + 1) % 3;
            let (start, end) = (self.heights[i], self.heights[j]);
            if start.min(end) > 0.0 || start.max(end) < 0.0 || start == end {
                return None;
            }
            let s = start / (start - end);
            let foot = self.plane.project(self.offsets[i].lerp(self.offsets[j], s));
            foot.is_inside().then(|| Pair {
                weights_a: on_side(i, s),
                weights_b: foot.weights,
                distance_squared: 0.0,
            })
        })
    }

    /// The best of `best` and the corners of `a` with their feet in triangle `b`.
    fn nearest(&self, mut best: Pair) -> Pair {
        for i in 0..3 {
            if self.heights[i] * self.heights[i] >= best.distance_squared {
                continue;
            }
            let foot = self.plane.project(self.offsets[i]);
            let distance_squared = foot.offset.length_squared();
            if foot.is_inside() && distance_squared < best.distance_squared {
                let weights_a = on_side(i, 0.0);
                best = Pair { weights_a, weights_b: foot.weights, distance_squared };
            }
        }
        best
    }
}

#[cold]
fn rescaled(a: [DVec3; 3], b: [DVec3; 3]) -> Pair {
    let scale = Scale::of(&[a[0], a[1], a[2], b[0], b[1], b[2]]);
    let [a, b] = [a, b].map(|triangle| triangle.map(|corner| corner * scale.down));
    let (closest, _) = kernel(a, b);
    Pair { distance_squared: scale.unscale_squared(closest.distance_squared), ..closest }
}
