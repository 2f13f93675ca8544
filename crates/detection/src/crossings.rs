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
        check_finite(positions)?;
        let mesh = self.mesh;
        self.boxes.update(mesh, &Motion { start: positions, end: positions }, 0.0);
        let Self { boxes, tree, .. } = self;
        let mut pairs = overlapping(tree, &boxes.edges, &boxes.faces, |edge, face| {
            share_no_vertex(mesh, edge, face)
        });
        pairs.retain(|&pair| self.is_checked(pair));
        intersection::crossings(mesh, positions, pairs.into_par_iter())
    }

    /// As [`CrossingSearch::search`], of edges and faces that both have a marked vertex: all that
    /// there can be after a certified motion from a state in which only such pairs cross, if the
    /// pairs of other primitives were certified. Its cost is that of the marked primitives.
    ///
    /// # Errors
    /// If a position is not finite; the error names the vertex.
    pub fn search_among(
        &mut self,
        positions: &[DVec3],
        marks: &[bool],
    ) -> Result<Vec<Crossing>, MeshError> {
        check_finite(positions)?;
        let mesh = self.mesh;
        let is_marked = |vertices: &[VertexId]| {
            vertices.iter().any(|vertex| marks.get(vertex.index()) == Some(&true))
        };
        let at = |vertex: VertexId| positions[vertex.index()];
        let edges: Vec<u32> =
            (0..mesh.edges().len()).filter(|&i| is_marked(&mesh.edges()[i])).map(id).collect();
        let faces: Vec<u32> =
            (0..mesh.faces().len()).filter(|&i| is_marked(&mesh.faces()[i])).map(id).collect();
        let of_edge = |edge: &u32| Aabb::of_points(&mesh.edge(EdgeId(*edge)).map(at));
        let of_face = |face: &u32| Aabb::of_points(&mesh.face(FaceId(*face)).map(at));
        let edge_boxes: Vec<Aabb> = edges.iter().map(of_edge).collect();
        let face_boxes: Vec<Aabb> = faces.iter().map(of_face).collect();
        let named =
            |edge: EdgeId, face: FaceId| (EdgeId(edges[edge.index()]), FaceId(faces[face.index()]));
        let found = overlapping(&mut self.tree, &edge_boxes, &face_boxes, |edge, face| {
            let (edge, face) = named(edge, face);
            share_no_vertex(mesh, edge, face)
        });
        let mut pairs: Vec<_> = found.into_iter().map(|(edge, face)| named(edge, face)).collect();
        pairs.retain(|&pair| self.is_checked(pair));
        intersection::crossings(self.mesh, positions, pairs.into_par_iter())
    }

    /// True if filters and stitches leave an edge and a face in.
    fn is_checked(&self, (edge, face): (EdgeId, FaceId)) -> bool {
        let Self { mesh, filters, stitched, .. } = self;
        let (ends, corners) = (mesh.edge(edge), mesh.face(face));
        let surface = |vertex: VertexId| mesh.surfaces()[vertex.index()];
        let is_allowed =
            filters.surfaces.is_empty() || filters.allow(surface(ends[0]), surface(corners[0]));
        is_allowed && !stitched.is_some_and(|stitched| stitched.contains(&ends, &corners))
    }
}

fn id(index: usize) -> u32 {
    index as u32
}

fn check_finite(positions: &[DVec3]) -> Result<(), MeshError> {
    match positions.iter().position(|x| !x.is_finite()) {
        Some(vertex) => Err(MeshError::NotFinite { vertex }),
        None => Ok(()),
    }
}

fn share_no_vertex(mesh: &CollisionMesh, edge: EdgeId, face: FaceId) -> bool {
    let ([a, b], corners) = (mesh.edges()[edge.index()], mesh.faces()[face.index()]);
    !corners.contains(&a) & !corners.contains(&b)
}

/// Pairs of boxes that overlap and are `wanted`, in order.
fn overlapping(
    tree: &mut Bvh,
    edges: &[Aabb],
    faces: &[Aabb],
    wanted: impl Fn(EdgeId, FaceId) -> bool + Sync,
) -> Vec<(EdgeId, FaceId)> {
    let pairs = tree.rebuild(faces).and_then(|()| {
        tree.pairs_with_where(edges, &|edge, row| {
            row.retain(|face| wanted(EdgeId(edge.0), FaceId(face.0)));
        })
    });
    // Boxes of finite positions are sound, and a mesh has no more primitives than can be numbered.
    let pairs = pairs.unwrap_or_else(|error| unreachable!("{error}"));
    pairs.iter().map(|(edge, face)| (EdgeId(edge.0), FaceId(face.0))).collect()
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
            for edge in edges {
                add(*edge, face);
            }
        }
        let mut row = Row::default();
        self.edge_tree.partners_from(BoxId(0), &room, &mut row);
        for edge in row.partners().iter().map(|edge| EdgeId(edge.0)) {
            for face in faces {
                add(edge, *face);
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// True for pairs without a common vertex that the filters allow and no stitch joins.
    fn is_pair(&self, edge: EdgeId, face: FaceId) -> bool {
        share_no_vertex(self.mesh, edge, face) && self.is_checked((edge, face))
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
