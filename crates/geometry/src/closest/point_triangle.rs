//! The point of a triangle that is closest to a point.
//!
//! If the closest point of the *plane* (see `triangle_frame`) has no negative weight, it is the
//! result. Otherwise the result lies on the boundary and is the nearest of the closest points of
//! the three edges.
//!
//! The usual walk through the Voronoi regions [Ericson 2005] decides by signs of differences that
//! cancel on slivers, and a wrong sign can pick an edge that is far away. Here a wrong decision
//! costs nothing: the signs of the computed weights are right for a `p` that was moved by a few
//! `ε size`, so that a point wrongly sent to the edges is that close to one, and the minimum of
//! three edges needs no decision at all. It also has no branches.

use std::hint::select_unpredictable;

use glam::DVec3;

use super::PointTriangleRegion;
use super::direction::Direction;
use super::scale::{Scale, copied, is_moderate};
use super::triangle_frame::TriangleFrame;

/// The point of a triangle that is closest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointTriangleClosest {
    /// Barycentric weights of the closest point on the three corners.
    pub weights: [f64; 3],
    /// The part of the triangle on which it lies.
    pub region: PointTriangleRegion,
    /// Squared distance (m²).
    pub distance_squared: f64,
}

impl PointTriangleClosest {
    /// The closest point (m), given the corners again.
    #[must_use]
    #[inline]
    pub fn point(&self, [a, b, c]: [DVec3; 3]) -> DVec3 {
        self.weights[0] * a + self.weights[1] * b + self.weights[2] * c
    }

    /// Distance (m).
    #[must_use]
    #[inline]
    pub fn distance(&self) -> f64 {
        self.distance_squared.sqrt()
    }
}

/// Finds the point of `triangle` that is closest to `p`.
///
/// A triangle without area is its edges; one whose corners coincide gives corner 0.
#[must_use]
#[inline]
pub fn point_triangle(p: DVec3, triangle: [DVec3; 3]) -> PointTriangleClosest {
    let (closest, size_squared) = kernel(p, triangle);
    if is_moderate(size_squared) { closest } else { rescaled(copied(p), triangle.map(copied)) }
}

/// The closest point, and the squared size of the query (m²).
#[inline]
fn kernel(p: DVec3, triangle: [DVec3; 3]) -> (PointTriangleClosest, f64) {
    let [a, b, c] = triangle;
    let ab = Direction::between(a, b);
    let ac = Direction::between(a, c);
    let on_plane = TriangleFrame::new(a, ab, ac).map(|frame| frame.project(p - a));
    let (weights, distance_squared) = match on_plane {
        Some(plane) if plane.is_inside() => (plane.weights, plane.offset.length_squared()),
        _ => on_boundary(p, triangle, [ab, Direction::between(b, c), ac.reversed()]),
    };
    let region = PointTriangleRegion::of_weights(weights);
    (
        PointTriangleClosest { weights, region, distance_squared },
        ab.length_squared + ac.length_squared + distance_squared,
    )
}

/// Weights of, and squared distance (m²) to, the closest point of the three edges.
///
/// The nearest edge is as good as random to a branch predictor, so the choice is an index.
#[inline]
fn on_boundary(p: DVec3, triangle: [DVec3; 3], edges: [Direction; 3]) -> ([f64; 3], f64) {
    let offsets = triangle.map(|corner| p - corner);
    let s = [0, 1, 2].map(|i| edges[i].parameter(offsets[i]));
    let [d0, d1, d2] = [0, 1, 2].map(|i| (offsets[i] - s[i] * edges[i].vector).length_squared());
    let nearer = if d1 < d0 { d1 } else { d0 };
    let edge = select_unpredictable(d2 < nearer, 2, usize::from(d1 < d0));

    let mut weights = [0.0; 3];
    weights[edge] = 1.0 - s[edge];
    weights[(edge + 1) % 3] = s[edge];
    (weights, if d2 < nearer { d2 } else { nearer })
}

#[cold]
fn rescaled(p: DVec3, triangle: [DVec3; 3]) -> PointTriangleClosest {
    let [a, b, c] = triangle;
    let scale = Scale::of(&[p, a, b, c]);
    let (mut closest, _) = kernel(p * scale.down, triangle.map(|corner| corner * scale.down));
    closest.distance_squared = scale.unscale_squared(closest.distance_squared);
    closest
}
