//! Edges through faces, and the curves that they form.
//!
//! A *crossing* is a closed edge and a closed face without a common vertex that share a point. Two
//! triangles without a common vertex share a point exactly if an edge of one crosses the other, so
//! a mesh without crossings does not touch itself. Who finds crossings decides them with the exact
//! [predicates](crate::predicates); touching counts.
//!
//! The crossings of a mesh with itself form curves, see [`contours()`].

mod contours;
mod curve;

pub use contours::{Contour, ContourEnd, Contours, Strand, contours};
pub use curve::contour_points;

use glam::DVec3;

use crate::predicates::{OnSegment, OnTriangle, SegmentTriangle};
use crate::{CollisionMesh, EdgeId, FaceId};

/// An edge and a face that share a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The edge.
    pub edge: EdgeId,
    /// The face, which has no vertex of the edge.
    pub face: FaceId,
    /// The points that they have in common.
    pub common: SegmentTriangle,
}

impl Crossing {
    /// True if the edge goes through the face in one point inside both.
    #[must_use]
    pub fn is_piercing(&self) -> bool {
        let inside =
            SegmentTriangle::Point { segment: OnSegment::Interior, triangle: OnTriangle::Interior };
        self.common == inside
    }

    /// Parameter of the common point along the edge, in `[0, 1]` and rounded; 0.5 for an overlap.
    #[must_use]
    pub fn parameter(&self, mesh: &CollisionMesh, positions: &[DVec3]) -> f64 {
        let [p, q] = mesh.edge(self.edge).map(|vertex| positions[vertex.index()]);
        let [a, b, c] = mesh.face(self.face).map(|vertex| positions[vertex.index()]);
        let n = (b - a).cross(c - a);
        let heights = [p, q].map(|x| (x - a).dot(n));
        let parameter = match self.common {
            SegmentTriangle::Point { segment: OnSegment::Start, .. } => 0.0,
            SegmentTriangle::Point { segment: OnSegment::End, .. } => 1.0,
            _ => heights[0] / (heights[0] - heights[1]),
        };
        if (0.0..=1.0).contains(&parameter) { parameter } else { 0.5 }
    }

    /// The common point (m), rounded; the middle of the edge for an overlap.
    #[must_use]
    pub fn point(&self, mesh: &CollisionMesh, positions: &[DVec3]) -> DVec3 {
        let [p, q] = mesh.edge(self.edge).map(|vertex| positions[vertex.index()]);
        p.lerp(q, self.parameter(mesh, positions))
    }
}
