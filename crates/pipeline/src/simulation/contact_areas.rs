//! Areas that the primitives of a surface stand for.
//!
//! A penalty per area has the same stiffness on every mesh. The area of a vertex or an edge is a
//! third of the faces that it belongs to, that of a pair the smaller one of its two primitives: a
//! sheet on a floor of two large faces counts with the areas of the sheet.

use glam::DVec3;
use ripstop_detection::PairRules;
use ripstop_geometry::{Candidate, CollisionMesh, FaceId, VertexId};

/// Areas and lengths of all primitives in the rest configuration.
#[derive(Clone, Debug)]
pub(crate) struct ContactAreas {
    /// (m²).
    vertices: Vec<f64>,
    /// (m²).
    edges: Vec<f64>,
    /// A third of every face (m²).
    faces: Vec<f64>,
    /// Of the edges (m).
    lengths: Vec<f64>,
}

impl ContactAreas {
    /// Of a mesh in its rest configuration.
    pub(crate) fn new(mesh: &CollisionMesh, rules: &PairRules) -> Self {
        let third = |corners: [DVec3; 3]| {
            let [a, b, c] = corners;
            (b - a).cross(c - a).length() / 6.0
        };
        let ids = (0..mesh.faces().len() as u32).map(FaceId);
        let faces: Vec<f64> = ids.map(|face| third(rules.face_at_rest(mesh, face))).collect();
        let (mut vertices, mut edges) =
            (vec![0.0; mesh.vertex_count()], vec![0.0; mesh.edges().len()]);
        for ((corners, sides), share) in mesh.faces().iter().zip(mesh.face_edges()).zip(&faces) {
            for i in 0..3 {
                vertices[corners[i].index()] += share;
                edges[sides[i].index()] += share;
            }
        }
        let lengths = rules.edge_lengths(mesh);
        Self { vertices, edges, faces, lengths }
    }

    /// The area of a pair (m²).
    pub(crate) fn area(&self, candidate: Candidate) -> f64 {
        match candidate {
            Candidate::VertexFace { vertex, face } => {
                self.vertices[vertex.index()].min(3.0 * self.faces[face.index()])
            }
            Candidate::EdgeEdge { a, b } => self.edges[a.index()].min(self.edges[b.index()]),
        }
    }

    /// The area of a vertex (m²).
    pub(crate) fn vertex_area(&self, vertex: VertexId) -> f64 {
        self.vertices[vertex.index()]
    }

    /// Lengths of all edges (m).
    pub(crate) fn lengths(&self) -> &[f64] {
        &self.lengths
    }

    /// Lengths of the edges of a pair (m), if it is one of edges.
    pub(crate) fn edge_lengths(&self, candidate: Candidate) -> Option<[f64; 2]> {
        match candidate {
            Candidate::VertexFace { .. } => None,
            Candidate::EdgeEdge { a, b } => Some([a, b].map(|edge| self.lengths[edge.index()])),
        }
    }
}
