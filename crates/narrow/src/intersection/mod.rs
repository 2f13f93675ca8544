//! Static intersection of meshes, exact.
//!
//! A *crossing* is a closed edge and a closed face without a common vertex that share a point. Two triangles without a common vertex share a
//! point exactly if an edge of one crosses the other, so a mesh without crossings does not touch itself. Decisions are those of the exact
//! predicates; touching counts.
//!
//! The crossings of a mesh with itself form curves, see [`contours()`].

mod contours;

pub use contours::{Contour, Contours, contours};

use glam::DVec3;
use rayon::iter::ParallelIterator;
use ripstop_geometry::predicates::{OnSegment, OnTriangle, SegmentTriangle, segment_triangle};
use ripstop_geometry::{CollisionMesh, EdgeId, FaceId, MeshError};

/// An edge and a face that share a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The edge.
    pub edge: EdgeId,
    /// The face, which has no vertex of the edge.
    pub face: FaceId,
    /// What they have in common.
    pub common: SegmentTriangle,
}

impl Crossing {
    /// Whether the edge goes through the face in one point inside both.
    #[must_use]
    pub fn is_piercing(&self) -> bool {
        let inside =
            SegmentTriangle::Point { segment: OnSegment::Interior, triangle: OnTriangle::Interior };
        self.common == inside
    }

    /// The common point (m), rounded; the middle of the edge for an overlap.
    #[must_use]
    pub fn point(&self, mesh: &CollisionMesh, positions: &[DVec3]) -> DVec3 {
        let [p, q] = mesh.edge(self.edge).map(|vertex| positions[vertex.index()]);
        let [a, b, c] = mesh.face(self.face).map(|vertex| positions[vertex.index()]);
        let n = (b - a).cross(c - a);
        let heights = [p, q].map(|x| (x - a).dot(n));
        let parameter = match self.common {
            SegmentTriangle::Point { segment: OnSegment::Start, .. } => 0.0,
            SegmentTriangle::Point { segment: OnSegment::End, .. } => 1.0,
            _ => heights[0] / (heights[0] - heights[1]),
        };
        p.lerp(q, if (0.0..=1.0).contains(&parameter) { parameter } else { 0.5 })
    }
}

/// All crossings among pairs of an edge and a face, sorted by edge and face. Pairs with a common vertex are left out.
///
/// # Errors
/// If a position is not finite or missing; the error names the vertex.
///
/// # Panics
/// If a pair is not one of the mesh.
pub fn crossings(
    mesh: &CollisionMesh,
    positions: &[DVec3],
    pairs: impl ParallelIterator<Item = (EdgeId, FaceId)>,
) -> Result<Vec<Crossing>, MeshError> {
    if let Some(vertex) = positions.iter().position(|x| !x.is_finite()) {
        return Err(MeshError::NotFinite { vertex });
    }
    if positions.len() < mesh.vertex_count() {
        return Err(MeshError::NotFinite { vertex: positions.len() });
    }
    let cross = |(edge, face): (EdgeId, FaceId)| {
        let (ends, corners) = (mesh.edge(edge), mesh.face(face));
        if ends.iter().any(|end| corners.contains(end)) {
            return None;
        }
        let segment = ends.map(|vertex| positions[vertex.index()]);
        let triangle = corners.map(|vertex| positions[vertex.index()]);
        let common = segment_triangle(segment, triangle);
        common.intersects().then_some(Crossing { edge, face, common })
    };
    let mut found: Vec<Crossing> = pairs.filter_map(cross).collect();
    found.sort_unstable_by_key(|crossing| (crossing.edge, crossing.face));
    found.dedup();
    Ok(found)
}
