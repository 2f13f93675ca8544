//! The decision which released vertices are let go at the start of a step.
//!
//! ```text
//! no room         on another side than before, now or by its bond at the end of the step: stays
//! room, clean     on its side at both, and none of its edges and faces crosses anything: let go
//! room, crossing  stays while a vertex that is connected with it has no room; then as long as its
//!                 crossings become fewer, which they do if the body goes back to where it was;
//!                 then it is let go, and its crossings are untangled
//! rim             stays as long as a neighbour does
//! ```
//!
//! Connected are the ends of an edge, and the vertices of an edge and a face that cross.

use ripstop_geometry::{Crossing, VertexId};

use super::ReleasedVertex;
use crate::world::World;

/// Time for which a vertex with room waits for fewer crossings (s).
const PATIENCE: f64 = 0.05;

/// The wait of a released vertex for its crossings to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wait {
    /// The fewest crossings that it had since it has room.
    pub(crate) fewest: u32,
    /// Time since it had more of them (s).
    pub(crate) time: f64,
}

impl Wait {
    /// The wait of a vertex without room.
    pub(crate) const NOT_YET: Self = Self { fewest: u32::MAX, time: 0.0 };
}

/// Released vertices at the start of a step.
pub(super) struct Start<'a> {
    pub(super) released: &'a [ReleasedVertex],
    /// True for each of them that has room.
    pub(super) has_room: &'a [bool],
    pub(super) crossings: &'a [Crossing],
    /// Length of the step (s).
    pub(super) dt: f64,
}

impl Start<'_> {
    /// The vertices that stay released.
    pub(super) fn staying(&self, world: &World) -> Vec<ReleasedVertex> {
        let stencils: Vec<Vec<usize>> =
            self.crossings.iter().map(|crossing| self.stencil(world, crossing)).collect();
        let mut counts = vec![0_u32; self.released.len()];
        for &place in stencils.iter().flatten() {
            counts[place] += 1;
        }
        let is_closed = self.closed_around(world, &stencils);
        let decide = |place: usize| {
            let released = &self.released[place];
            match (self.has_room[place], counts[place]) {
                _ if !released.is_inner => None,
                (true, 0) => None,
                (true, count) if !is_closed[place] => self.waiting(released, count),
                _ => Some(ReleasedVertex { wait: Wait::NOT_YET, ..*released }),
            }
        };
        let inner: Vec<Option<ReleasedVertex>> = (0..self.released.len()).map(decide).collect();
        let is_inner = |vertex| self.place(vertex).is_some_and(|place| inner[place].is_some());
        let in_rim = |released: &ReleasedVertex| {
            world.mesh.neighbours(released.vertex).any(is_inner).then_some(ReleasedVertex {
                is_inner: false,
                wait: Wait::NOT_YET,
                ..*released
            })
        };
        self.released
            .iter()
            .zip(&inner)
            .filter_map(|(r, inner)| inner.or_else(|| in_rim(r)))
            .collect()
    }

    fn waiting(&self, released: &ReleasedVertex, count: u32) -> Option<ReleasedVertex> {
        let Wait { fewest, time } = released.wait;
        // A pinned vertex has no choice.
        if released.bond.is_none() {
            return Some(*released);
        }
        let wait = if count < fewest {
            Wait { fewest: count, time: 0.0 }
        } else {
            Wait { fewest, time: time + self.dt }
        };
        (wait.time <= PATIENCE).then_some(ReleasedVertex { wait, ..*released })
    }

    /// Places of the released vertices of a crossing.
    fn stencil(&self, world: &World, crossing: &Crossing) -> Vec<usize> {
        let (edge, face) = (world.mesh.edge(crossing.edge), world.mesh.face(crossing.face));
        let places = edge.iter().chain(&face).filter_map(|vertex| self.place(*vertex));
        places.filter(|place| self.released[*place].is_inner).collect()
    }

    fn place(&self, vertex: VertexId) -> Option<usize> {
        self.released.binary_search_by_key(&vertex, |released| released.vertex).ok()
    }

    /// Marks the vertices that are connected with one that has no room.
    fn closed_around(&self, world: &World, stencils: &[Vec<usize>]) -> Vec<bool> {
        let mut crossing_with = vec![Vec::new(); self.released.len()];
        for stencil in stencils {
            for &place in stencil {
                crossing_with[place].extend_from_slice(stencil);
            }
        }
        let mut is_closed: Vec<bool> = self.has_room.iter().map(|has_room| !has_room).collect();
        let mut left: Vec<usize> = (0..is_closed.len()).filter(|&place| is_closed[place]).collect();
        while let Some(place) = left.pop() {
            let around = world.mesh.neighbours(self.released[place].vertex);
            let around = around.filter_map(|vertex| self.place(vertex));
            let around = around.filter(|place| self.released[*place].is_inner);
            for other in around.chain(crossing_with[place].iter().copied()) {
                if !std::mem::replace(&mut is_closed[other], true) {
                    left.push(other);
                }
            }
        }
        is_closed
    }
}
