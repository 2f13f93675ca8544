//! Crossings of a mesh with itself, exactly.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_broad::candidates::MeshBoxes;
use ripstop_broad::{BroadPhase, Bvh};
use ripstop_geometry::{
    CollisionMesh, Crossing, EdgeId, FaceId, Filters, MeshError, Motion, VertexId,
};
use ripstop_narrow::intersection;
use ripstop_response::untangle::CrossingDetector;

use crate::StitchedPairs;

/// Finds every closed edge and closed face without a common vertex that share a point, decided
/// exactly; in order of edges, then faces. Pairs that the filters exclude are not tested.
///
/// # Errors
/// If a position is not finite; the error names the vertex.
pub fn crossings(
    mesh: &CollisionMesh,
    filters: &Filters,
    positions: &[DVec3],
) -> Result<Vec<Crossing>, MeshError> {
    CrossingSearch::new(mesh, filters).search(positions)
}

/// Finds the crossings of one mesh at many positions; keeps its memory.
pub struct CrossingSearch<'a> {
    mesh: &'a CollisionMesh,
    filters: &'a Filters,
    /// Pairs that are left out.
    stitched: Option<&'a StitchedPairs>,
    boxes: MeshBoxes,
    tree: Bvh,
}

impl<'a> CrossingSearch<'a> {
    /// A search among the pairs that the filters allow.
    #[must_use]
    pub fn new(mesh: &'a CollisionMesh, filters: &'a Filters) -> Self {
        Self { mesh, filters, stitched: None, boxes: MeshBoxes::default(), tree: Bvh::default() }
    }

    /// A search without the pairs at stitches.
    #[must_use]
    pub fn without_stitched(self, stitched: &'a StitchedPairs) -> Self {
        Self { stitched: Some(stitched), ..self }
    }

    /// As [`crossings`].
    ///
    /// # Errors
    /// If a position is not finite; the error names the vertex.
    pub fn search(&mut self, positions: &[DVec3]) -> Result<Vec<Crossing>, MeshError> {
        if let Some(vertex) = positions.iter().position(|x| !x.is_finite()) {
            return Err(MeshError::NotFinite { vertex });
        }
        let Self { mesh, filters, stitched, boxes, tree } = self;
        boxes.update(mesh, &Motion { start: positions, end: positions }, 0.0);
        let surface = |vertex: VertexId| mesh.surfaces()[vertex.index()];
        let (edges, faces) = (mesh.edges(), mesh.faces());
        let allowed = |edge: EdgeId, face: FaceId| {
            filters.surfaces.is_empty()
                || filters.allow(surface(edges[edge.index()][0]), surface(faces[face.index()][0]))
        };
        let pairs = tree.rebuild(&boxes.faces).and_then(|()| {
            tree.pairs_with_where(&boxes.edges, &|edge, row| {
                let [a, b] = edges[edge.index()];
                row.retain(|face| {
                    let corners = faces[face.index()];
                    !corners.contains(&a) & !corners.contains(&b)
                });
            })
        });
        // Boxes of finite positions are sound, and a mesh has no more primitives than can be
        // numbered.
        let pairs = pairs.unwrap_or_else(|error| unreachable!("{error}"));
        let pairs: Vec<(EdgeId, FaceId)> = pairs
            .iter()
            .map(|(edge, face)| (EdgeId(edge.0), FaceId(face.0)))
            .filter(|&(edge, face)| allowed(edge, face))
            .filter(|&(edge, face)| {
                let (ends, corners) = (&edges[edge.index()], &faces[face.index()]);
                !stitched.is_some_and(|stitched| stitched.contains(ends, corners))
            })
            .collect();
        intersection::crossings(mesh, positions, pairs.into_par_iter())
    }
}

impl CrossingDetector for CrossingSearch<'_> {
    fn mesh(&self) -> &CollisionMesh {
        self.mesh
    }

    fn crossings(&mut self, positions: &[DVec3]) -> Vec<Crossing> {
        self.search(positions).unwrap_or_default()
    }
}
