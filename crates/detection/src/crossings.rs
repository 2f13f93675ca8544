//! Crossings of a mesh with itself, exactly.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_broad::candidates::MeshBoxes;
use ripstop_broad::{BoxId, BroadPhase, Bvh, Row};
use ripstop_geometry::{
    Aabb, CollisionMesh, Crossing, EdgeId, FaceId, Filters, MeshError, Motion, VertexId,
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
    /// Over edges, for the pairs around vertices.
    edge_tree: Bvh,
}

impl<'a> CrossingSearch<'a> {
    /// A search among the pairs that the filters allow.
    #[must_use]
    pub fn new(mesh: &'a CollisionMesh, filters: &'a Filters) -> Self {
        Self {
            mesh,
            filters,
            stitched: None,
            boxes: MeshBoxes::default(),
            tree: Bvh::default(),
            edge_tree: Bvh::default(),
        }
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
        let Self { mesh, filters, stitched, boxes, tree, .. } = self;
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

impl CrossingSearch<'_> {
    /// Pairs of an edge and a face, one of them with a vertex, that are within a reach (m).
    fn around(&self, positions: &[DVec3], vertex: VertexId, reach: f64) -> Vec<(EdgeId, FaceId)> {
        let mesh = self.mesh;
        let edges = mesh.vertex_edges().row(vertex.index());
        let faces = mesh.vertex_faces().row(vertex.index());
        let own = faces.iter().flat_map(|face| mesh.face(*face));
        let own = own.chain(edges.iter().flat_map(|edge| mesh.edge(*edge)));
        let own: Vec<DVec3> = own.map(|vertex| positions[vertex.index()]).collect();
        let room = Aabb::of_points(&own).inflated(reach);
        let mut pairs = Vec::new();
        if own.is_empty() {
            return pairs;
        }
        let mut add = |edge: EdgeId, face: FaceId| {
            if self.is_pair(edge, face) {
                pairs.push((edge, face));
            }
        };
        let mut row = Row::default();
        self.tree.partners_from(BoxId(0), &room, &mut row);
        for face in row.partners().iter().map(|face| FaceId(face.0)) {
            edges.iter().for_each(|edge| add(*edge, face));
        }
        let mut row = Row::default();
        self.edge_tree.partners_from(BoxId(0), &room, &mut row);
        for edge in row.partners().iter().map(|edge| EdgeId(edge.0)) {
            faces.iter().for_each(|face| add(edge, *face));
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// True for pairs without a common vertex that the filters allow and no stitch joins.
    fn is_pair(&self, edge: EdgeId, face: FaceId) -> bool {
        let (ends, corners) = (self.mesh.edge(edge), self.mesh.face(face));
        let surface = |vertex: VertexId| self.mesh.surfaces()[vertex.index()];
        !ends.iter().any(|end| corners.contains(end))
            && (self.filters.surfaces.is_empty()
                || self.filters.allow(surface(ends[0]), surface(corners[0])))
            && !self.stitched.is_some_and(|stitched| stitched.contains(&ends, &corners))
    }
}

impl CrossingDetector for CrossingSearch<'_> {
    fn mesh(&self) -> &CollisionMesh {
        self.mesh
    }

    fn crossings(&mut self, positions: &[DVec3]) -> Vec<Crossing> {
        self.search(positions).unwrap_or_default()
    }

    fn pairs_around(
        &mut self,
        positions: &[DVec3],
        vertices: &[VertexId],
        reach: f64,
    ) -> Vec<Vec<(EdgeId, FaceId)>> {
        self.boxes.update(self.mesh, &Motion { start: positions, end: positions }, 0.0);
        let built = self.tree.rebuild(&self.boxes.faces);
        if built.and_then(|()| self.edge_tree.rebuild(&self.boxes.edges)).is_err() {
            return vec![Vec::new(); vertices.len()];
        }
        let search: &Self = self;
        vertices.par_iter().map(|&vertex| search.around(positions, vertex, reach)).collect()
    }
}
