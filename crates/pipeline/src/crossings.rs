//! Crossings of a mesh with itself, exactly.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_broad::candidates::MeshBoxes;
use ripstop_broad::{BroadPhase, Bvh};
use ripstop_geometry::{CollisionMesh, EdgeId, FaceId, Filters, MeshError, Motion, VertexId};
use ripstop_narrow::intersection::{self, Crossing};

/// Every closed edge and closed face without a common vertex that share a point, decided exactly; in order
/// of edges, then faces. Pairs that the filters take out are not looked at.
///
/// # Errors
/// If a position is not finite; the error names the vertex.
pub fn crossings(
    mesh: &CollisionMesh,
    filters: &Filters,
    positions: &[DVec3],
) -> Result<Vec<Crossing>, MeshError> {
    if let Some(vertex) = positions.iter().position(|x| !x.is_finite()) {
        return Err(MeshError::NotFinite { vertex });
    }
    let mut boxes = MeshBoxes::default();
    boxes.update(mesh, &Motion { start: positions, end: positions }, 0.0);
    let mut tree = Bvh::default();
    let pairs =
        tree.rebuild(&boxes.faces).and_then(|()| tree.pairs_with(&boxes.edges)).unwrap_or_default();
    let surface = |vertex: VertexId| mesh.surfaces()[vertex.index()];
    let allowed: Vec<(EdgeId, FaceId)> = pairs
        .iter()
        .map(|(edge, face)| (EdgeId(edge.0), FaceId(face.0)))
        .filter(|&(edge, face)| {
            filters.allow(surface(mesh.edge(edge)[0]), surface(mesh.face(face)[0]))
        })
        .collect();
    intersection::crossings(mesh, positions, allowed.into_par_iter())
}
