//! Pairs that are disabled: neither contacts nor impacts, and out of every guarantee.

use ripstop_geometry::{Candidate, CollisionMesh, Crossing, VertexId};

/// Marks of vertices that say which pairs a query leaves out. The default disables none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DisabledPairs {
    /// Tangled vertices: pairs of two primitives that both have one are disabled. Empty if there is
    /// none.
    pub tangled: Vec<bool>,
    /// Kinematic vertices: pairs that have no other are disabled, since nobody could part them.
    /// Empty if such pairs are to be found.
    pub kinematic: Vec<bool>,
    /// Vertices that a pinch has released, and those of obstacles: pairs of two primitives that
    /// both have one are disabled. Empty if nothing is released.
    pub released: Vec<bool>,
}

impl DisabledPairs {
    /// True if a query leaves the pair out.
    ///
    /// # Panics
    /// If the candidate is not one of the mesh.
    #[must_use]
    pub fn contains(&self, mesh: &CollisionMesh, candidate: Candidate) -> bool {
        if self.tangled.is_empty() && self.kinematic.is_empty() && self.released.is_empty() {
            return false;
        }
        let stencil = mesh.stencil(candidate);
        let is_marked =
            |marks: &[bool], vertex: &VertexId| marks.get(vertex.index()) == Some(&true);
        if stencil.iter().all(|vertex| is_marked(&self.kinematic, vertex)) {
            return true;
        }
        let is_tangled = |vertex: &VertexId| is_marked(&self.tangled, vertex);
        let (a, b) = candidate.kind().split(&stencil);
        a.iter().any(is_tangled) && b.iter().any(is_tangled) || self.releases(a, b)
    }

    /// True if a pinch has released the pair.
    ///
    /// # Panics
    /// If the candidate is not one of the mesh.
    #[must_use]
    pub fn is_released(&self, mesh: &CollisionMesh, candidate: Candidate) -> bool {
        let stencil = mesh.stencil(candidate);
        let (a, b) = candidate.kind().split(&stencil);
        self.releases(a, b)
    }

    /// True if a pinch has released an edge and a face that cross.
    ///
    /// # Panics
    /// If they are not of the mesh.
    #[must_use]
    pub fn is_released_crossing(&self, mesh: &CollisionMesh, crossing: &Crossing) -> bool {
        self.releases(&mesh.edge(crossing.edge), &mesh.face(crossing.face))
    }

    fn releases(&self, a: &[VertexId], b: &[VertexId]) -> bool {
        let is_one = |vertex: &VertexId| self.released.get(vertex.index()) == Some(&true);
        a.iter().any(is_one) && b.iter().any(is_one)
    }
}
