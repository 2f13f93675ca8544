//! The vertices that a pinch releases.

use rayon::prelude::*;
use ripstop_geometry::{Candidate, State, VertexId};

use super::carriers::Carriers;
use super::{Pinches, ReleasedVertex};
use crate::world::World;

impl Pinches {
    /// Releases the vertices of pairs that are pinched in a step from a state up to the time `to`
    /// (s), those around them that have no room either, and the rim of these. Returns false if the
    /// scene asks for an error, or there is nothing to release.
    pub(crate) fn release(
        &mut self,
        world: &World,
        state: &State,
        to: f64,
        candidates: &[Candidate],
    ) -> bool {
        let in_conflict = |&candidate: &Candidate| self.in_conflict(world, state, candidate);
        let conflicts: Vec<VertexId> = candidates.iter().flat_map(in_conflict).collect();
        if !self.may_release() || conflicts.is_empty() {
            return false;
        }
        let ends = world.kinematic_ends(&state.positions, to);
        let start = Carriers::new(world, &self.faces, &state.positions);
        let end = Carriers::new(world, &self.faces, &ends);
        let is_free = |vertex: &VertexId| state.inverse_masses[vertex.index()] > 0.0;
        let around = |inner: &[ReleasedVertex]| -> Vec<VertexId> {
            inner.iter().flat_map(|r| world.mesh.neighbours(r.vertex)).filter(is_free).collect()
        };
        let mut tried = vec![false; self.first_of_obstacles];
        let mut bind = |mut vertices: Vec<VertexId>| -> Vec<ReleasedVertex> {
            vertices.sort_unstable();
            vertices.dedup();
            vertices.retain(|vertex| !std::mem::replace(&mut tried[vertex.index()], true));
            let bond = |vertex| if is_free(&vertex) { start.nearest(vertex) } else { None };
            vertices.par_iter().map(|vertex| self.bound(&start, *vertex, bond)).collect()
        };
        let mut inner = bind(conflicts);
        let (mut front, mut rim) = (inner.clone(), Vec::new());
        while !front.is_empty() {
            let has_room = |r: &ReleasedVertex| {
                r.bond.is_none_or(|bond| end.side_by(r.vertex, &bond) == r.side)
            };
            let (free, pinched) = bind(around(&front)).into_par_iter().partition(has_room);
            front = pinched;
            inner.extend(&front);
            let free: Vec<ReleasedVertex> = free;
            rim.extend(free);
        }
        for released in &mut inner {
            released.is_inner = true;
        }
        self.add(inner.into_iter().chain(rim));
        true
    }

    /// Adds vertices, or replaces those that are there.
    fn add(&mut self, vertices: impl Iterator<Item = ReleasedVertex>) {
        for released in vertices {
            match self.place(released.vertex) {
                Ok(place) => self.released[place] = released,
                Err(place) => self.released.insert(place, released),
            }
        }
    }

    /// Vertices of cloth of a pair that are to be released: the free ones and those of a rim, or if
    /// there is none the pinned ones.
    fn in_conflict(&self, world: &World, state: &State, candidate: Candidate) -> Vec<VertexId> {
        let is_inner = |vertex: &VertexId| {
            self.place(*vertex).is_ok_and(|place| self.released[place].is_inner)
        };
        let is_cloth = |vertex: &VertexId| vertex.index() < self.first_of_obstacles;
        let is_free = |vertex: &VertexId| state.inverse_masses[vertex.index()] > 0.0;
        let stencil = world.mesh.stencil(candidate).into_iter();
        let cloth = stencil.filter(is_cloth).filter(|vertex| !is_inner(vertex));
        let (free, pinned): (Vec<_>, Vec<_>) = cloth.partition(is_free);
        if free.is_empty() { pinned } else { free }
    }
}
