//! The one mesh that all surfaces of a scene form.

use std::ops::Deref;

use glam::DVec3;

use super::{MeshError, Topology};
use crate::{Candidate, EdgeId, FaceId, SurfaceId, VertexId};

/// Cloth and obstacles in one vertex numbering. Dereferences to its [`Topology`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollisionMesh {
    topology: Topology,
    /// Surface of every vertex.
    surfaces: Vec<SurfaceId>,
}

impl Deref for CollisionMesh {
    type Target = Topology;

    fn deref(&self) -> &Topology {
        &self.topology
    }
}

impl CollisionMesh {
    /// A mesh of one surface. The positions are checked, not kept.
    ///
    /// # Errors
    /// If a coordinate is not finite, or the faces are not those of a mesh.
    pub fn new(positions: &[DVec3], faces: &[[u32; 3]]) -> Result<Self, MeshError> {
        Self::with_surfaces(positions, faces, vec![SurfaceId(0); positions.len()])
    }

    /// A mesh whose vertices belong to the given surfaces.
    ///
    /// # Errors
    /// As [`CollisionMesh::new`], and if a face has corners on two surfaces.
    pub fn with_surfaces(
        positions: &[DVec3],
        faces: &[[u32; 3]],
        surfaces: Vec<SurfaceId>,
    ) -> Result<Self, MeshError> {
        if let Some(vertex) = positions.iter().position(|x| !x.is_finite()) {
            return Err(MeshError::NotFinite { vertex });
        }
        if surfaces.len() != positions.len() {
            return Err(MeshError::SurfaceListLength {
                given: surfaces.len(),
                vertex_count: positions.len(),
            });
        }
        let topology = Topology::from_faces(positions.len(), faces)?;
        for (face, corners) in topology.faces().iter().enumerate() {
            let [first, rest @ ..] = corners.map(|vertex| surfaces[vertex.index()]);
            if let Some(second) = rest.into_iter().find(|&surface| surface != first) {
                return Err(MeshError::FaceAcrossSurfaces {
                    face,
                    first: first.0,
                    second: second.0,
                });
            }
        }
        Ok(Self { topology, surfaces })
    }

    /// The surface of every vertex.
    #[must_use]
    pub fn surfaces(&self) -> &[SurfaceId] {
        &self.surfaces
    }

    /// The corners of a face.
    #[must_use]
    #[inline]
    pub fn face(&self, face: FaceId) -> [VertexId; 3] {
        self.topology.faces()[face.index()]
    }

    /// The ends of an edge.
    #[must_use]
    #[inline]
    pub fn edge(&self, edge: EdgeId) -> [VertexId; 2] {
        self.topology.edges()[edge.index()]
    }

    /// The four vertices of a candidate: vertex then face, or edge `a` then edge `b`.
    #[must_use]
    #[inline]
    pub fn stencil(&self, candidate: Candidate) -> [VertexId; 4] {
        match candidate {
            Candidate::VertexFace { vertex, face } => {
                let [b0, b1, b2] = self.face(face);
                [vertex, b0, b1, b2]
            }
            Candidate::EdgeEdge { a, b } => {
                let ([a0, a1], [b0, b1]) = (self.edge(a), self.edge(b));
                [a0, a1, b0, b1]
            }
        }
    }

    /// Positions of the four vertices of a candidate, in the order of its stencil.
    #[must_use]
    #[inline]
    pub fn points(&self, candidate: Candidate, positions: &[DVec3]) -> [DVec3; 4] {
        self.stencil(candidate).map(|vertex| positions[vertex.index()])
    }
}
