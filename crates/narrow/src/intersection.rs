//! Static intersection of meshes, exact.
//!
//! A *crossing* is a closed edge and a closed face without a common vertex that share a point. Two
//! triangles without a common vertex share a point exactly if an edge of one crosses the other, so
//! a mesh without crossings does not touch itself. Decisions are those of the exact predicates;
//! touching counts.
//!
//! The crossings of a mesh with itself form curves, see [`ripstop_geometry::crossing`].

use glam::DVec3;
use rayon::iter::ParallelIterator;
use ripstop_geometry::predicates::segment_triangle;
use ripstop_geometry::{CollisionMesh, Crossing, EdgeId, FaceId, MeshError};

/// All crossings among pairs of an edge and a face, sorted by edge and face. Pairs with a common
/// vertex are left out.
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
