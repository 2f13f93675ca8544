//! The vertices that may move: those around what is wrong.
//!
//! At first they are those within some rings of the contours of the start, and with them what every
//! iteration finds on a wrong side. Where that does not suffice, the reach grows. All others stay
//! exactly where they are.

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, Crossing, VertexId};

use super::around::{around, around_crossings};

/// Rings around contours, and around regions on wrong sides, that move with them.
const RINGS: usize = 8;

/// Vertices that may move.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    is_inside: Vec<bool>,
    /// Vertices around which all within the rings are inside.
    is_core: Vec<bool>,
}

impl Reach {
    /// The surroundings of crossings.
    pub(crate) fn new(mesh: &CollisionMesh, crossings: &[Crossing]) -> Self {
        let count = mesh.vertex_count();
        let mut reach = Self { is_inside: vec![false; count], is_core: vec![false; count] };
        reach.grow(mesh, crossings, 0);
        reach
    }

    /// True for vertices that may move.
    pub(crate) fn inside(&self) -> &[bool] {
        &self.is_inside
    }

    /// Takes in what is within some rings more of crossings.
    pub(crate) fn grow(&mut self, mesh: &CollisionMesh, crossings: &[Crossing], rings: usize) {
        for vertex in around_crossings(mesh, crossings, RINGS + rings) {
            self.is_inside[vertex.index()] = true;
        }
    }

    /// Takes in vertices on wrong sides, and what is around them.
    pub(crate) fn add(&mut self, mesh: &CollisionMesh, wrong: &[VertexId]) {
        let new: Vec<VertexId> =
            wrong.iter().copied().filter(|vertex| !self.is_core[vertex.index()]).collect();
        for vertex in &new {
            self.is_core[vertex.index()] = true;
        }
        for vertex in around(mesh, new.into_iter(), RINGS) {
            self.is_inside[vertex.index()] = true;
        }
    }

    /// Puts all others back to the start.
    pub(crate) fn restore(&self, start: &[DVec3], positions: &mut [DVec3]) {
        for ((x, start), is_inside) in positions.iter_mut().zip(start).zip(&self.is_inside) {
            if !is_inside {
                *x = *start;
            }
        }
    }
}
