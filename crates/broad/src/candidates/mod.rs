//! From a collision mesh and its motion to candidates: the one module that knows meshes.
//!
//! Boxes of the vertices are made first; those of edges and faces are unions of them, and so is the
//! spatial order ([`MeshBoxes`], [`MeshOrder`]). Pairs that share a vertex are never candidates,
//! and filters take out pairs of surfaces.

mod boxes;
mod chunks;
mod order;
mod partial;

pub use boxes::MeshBoxes;
pub use order::MeshOrder;

use std::sync::OnceLock;

use ripstop_geometry::{
    Candidate, CandidateList, CollisionMesh, EdgeId, FaceId, Filters, VertexId,
};

use crate::{BoxError, BroadPhase, PairList, spatial_order};
use order::Homes;

/// A predicate that keeps or drops a pair with overlapping boxes.
pub type Keep<'a> = dyn Fn(Candidate) -> bool + Sync + 'a;

/// Finds candidates of one mesh with any method.
#[derive(Clone)]
pub struct CandidateSearch<'a> {
    mesh: &'a CollisionMesh,
    filters: &'a Filters,
    homes: OnceLock<Homes>,
    keep: Option<&'a Keep<'a>>,
}

/// The pairs that the broad phase could not exclude.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// Pairs of a vertex and a face that does not have it as a corner.
    pub vertex_face: PairList,
    /// Pairs of edges without a common end, the lower id first.
    pub edge_edge: PairList,
}

impl<'a> CandidateSearch<'a> {
    /// Prepares the search. Work that is done once for a mesh is done when it is first needed.
    #[must_use]
    pub fn new(mesh: &'a CollisionMesh, filters: &'a Filters) -> Self {
        Self { mesh, filters, homes: OnceLock::new(), keep: None }
    }

    /// The same search, but only for pairs that `keep` wants.
    #[must_use]
    pub fn keeping(self, keep: &'a Keep<'a>) -> Self {
        Self { keep: Some(keep), ..self }
    }

    /// True if a pair has no vertex in common, is one that the filters allow, and is kept.
    fn allows(&self, candidate: Candidate) -> bool {
        let stencil = self.mesh.stencil(candidate);
        let (a, b) = candidate.kind().split(&stencil);
        let surface = |vertex: VertexId| self.mesh.surfaces()[vertex.index()];
        a.iter().all(|vertex| !b.contains(vertex))
            && (self.filters.surfaces.is_empty()
                || self.filters.allow(surface(a[0]), surface(b[0])))
            && self.keep.is_none_or(|keep| keep(candidate))
    }

    /// Both kinds of pairs; `broad` holds the faces afterwards.
    ///
    /// # Errors
    /// If a box is NaN, which follows from a position that is.
    pub fn candidates(
        &self,
        broad: &mut dyn BroadPhase,
        boxes: &MeshBoxes,
    ) -> Result<Candidates, BoxError> {
        let order = self.order(boxes)?;
        self.candidates_in_order(broad, boxes, &order)
    }

    /// As [`CandidateSearch::candidates`], with an order that is known from a moment ago.
    ///
    /// # Errors
    /// If a box is NaN, or the order is one of another mesh.
    pub fn candidates_in_order(
        &self,
        broad: &mut dyn BroadPhase,
        boxes: &MeshBoxes,
        order: &MeshOrder,
    ) -> Result<Candidates, BoxError> {
        broad.rebuild_in_order(&boxes.edges, &order.edges)?;
        let edge_edge = self.edge_edge(broad);
        broad.rebuild_in_order(&boxes.faces, &order.faces)?;
        let vertex_face = self.vertex_face(broad, boxes, order)?;
        Ok(Candidates { vertex_face, edge_edge })
    }

    /// A spatial order of the primitives, good as long as the mesh keeps its shape.
    ///
    /// # Errors
    /// If a box is NaN.
    pub fn order(&self, boxes: &MeshBoxes) -> Result<MeshOrder, BoxError> {
        let homes = self.homes.get_or_init(|| Homes::new(self.mesh));
        Ok(homes.order(spatial_order(&boxes.vertices, homes.run())?))
    }

    /// Pairs of edges; `broad` holds the boxes of the edges.
    #[must_use]
    pub fn edge_edge(&self, broad: &dyn BroadPhase) -> PairList {
        let (edges, surfaces) = (self.mesh.edges(), self.mesh.surfaces());
        broad.self_pairs_where(&|a, row| {
            let [a0, a1] = edges[a.index()];
            row.retain(|b| {
                let [b0, b1] = edges[b.index()];
                ![b0, b1].contains(&a0) & ![b0, b1].contains(&a1)
            });
            if !self.filters.surfaces.is_empty() {
                let surface = |[end, _]: [VertexId; 2]| surfaces[end.index()];
                row.retain(|b| self.filters.allow(surface([a0, a1]), surface(edges[b.index()])));
            }
            if let Some(keep) = self.keep {
                row.retain(|b| keep(Candidate::EdgeEdge { a: EdgeId(a.0), b: EdgeId(b.0) }));
            }
        })
    }

    /// Pairs of a vertex and a face; `broad` holds the boxes of the faces.
    ///
    /// # Errors
    /// If the box of a vertex is NaN.
    pub fn vertex_face(
        &self,
        broad: &dyn BroadPhase,
        boxes: &MeshBoxes,
        order: &MeshOrder,
    ) -> Result<PairList, BoxError> {
        let (faces, surfaces) = (self.mesh.faces(), self.mesh.surfaces());
        broad.pairs_with_in_order(&boxes.vertices, &order.vertices, &|vertex, row| {
            let vertex = VertexId(vertex.0);
            row.retain(|face| {
                let [b0, b1, b2] = faces[face.index()];
                ![b0, b1, b2].contains(&vertex)
            });
            if !self.filters.surfaces.is_empty() {
                let surface = |vertex: VertexId| surfaces[vertex.index()];
                let allowed =
                    |face: usize| self.filters.allow(surface(vertex), surface(faces[face][0]));
                row.retain(|face| allowed(face.index()));
            }
            if let Some(keep) = self.keep {
                row.retain(|face| keep(Candidate::VertexFace { vertex, face: FaceId(face.0) }));
            }
        })
    }
}

impl Candidates {
    /// Number of candidates.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.vertex_face.len() + self.edge_edge.len()
    }

    /// True if there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All candidates in canonical order, as a list.
    #[must_use]
    pub fn to_vec(&self) -> Vec<Candidate> {
        let mut list = Vec::with_capacity(self.len());
        for chunk in 0..self.chunk_count() {
            self.extend_with_chunk(chunk, &mut list);
        }
        list
    }

    /// All candidates in canonical order: kind, then ids.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> {
        let vertex_face = self.vertex_face.iter().map(|(vertex, face)| Candidate::VertexFace {
            vertex: VertexId(vertex.0),
            face: FaceId(face.0),
        });
        let edge_edge = self
            .edge_edge
            .iter()
            .map(|(a, b)| Candidate::EdgeEdge { a: EdgeId(a.0), b: EdgeId(b.0) });
        vertex_face.chain(edge_edge)
    }
}
