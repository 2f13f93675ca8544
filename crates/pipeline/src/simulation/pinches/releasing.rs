//! The vertices that a pinch releases.
//!
//! What is connected follows one part of a body: bonds are found from neighbour to neighbour. If
//! each vertex followed the face that is nearest to it alone, a cloth between two limbs would be
//! drawn out by as much as these move against each other.

use rayon::prelude::*;
use ripstop_geometry::{Candidate, State, VertexId};

use super::carriers::Carriers;
use super::{Pinches, ReleasedVertex};
use crate::simulation::span::Span;
use crate::world::{Bond, World};

impl Pinches {
    /// Releases the vertices of pairs that are pinched in a step from a state, those around them
    /// that have no room either, and the rim of these. Returns false if the scene asks for an
    /// error, or there is nothing to release.
    pub(crate) fn release(
        &mut self,
        world: &World,
        state: &State,
        span: Span,
        candidates: &[Candidate],
    ) -> bool {
        let in_conflict = |&candidate: &Candidate| self.in_conflict(world, state, candidate);
        let conflicts: Vec<VertexId> = candidates.iter().flat_map(in_conflict).collect();
        if !self.may_release() || conflicts.is_empty() {
            return false;
        }
        let ends = world.kinematic_ends(&state.positions, span.to);
        let start = Carriers::new(world, &self.faces, &state.positions);
        let end = Carriers::new(world, &self.faces, &ends);
        let mut binding = Binding::new(self, world, state, &start);
        let deviation = |vertex: VertexId, bond: &Bond| {
            let i = vertex.index();
            let free = state.positions[i] + (span.to - span.from) * state.velocities[i];
            bond.at(&ends).distance(free)
        };
        let mut inner = binding.bind_conflicts(&conflicts, deviation);
        let (mut front, mut rim) = (inner.clone(), Vec::new());
        while !front.is_empty() {
            let has_room = |r: &ReleasedVertex| {
                r.bond.is_none_or(|bond| end.side_by(r.vertex, &bond) == r.side)
            };
            let around = binding.around(&front);
            let (free, pinched) = binding.bind(around).into_par_iter().partition(has_room);
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

/// Vertices that are being bound.
struct Binding<'a> {
    pinches: &'a Pinches,
    world: &'a World,
    state: &'a State,
    start: &'a Carriers<'a>,
    /// Bonds of vertices of cloth, those of earlier steps among them.
    bonds: Vec<Option<Bond>>,
    is_tried: Vec<bool>,
}

impl<'a> Binding<'a> {
    fn new(
        pinches: &'a Pinches,
        world: &'a World,
        state: &'a State,
        start: &'a Carriers<'a>,
    ) -> Self {
        let mut bonds = vec![None; pinches.first_of_obstacles];
        for released in &pinches.released {
            bonds[released.vertex.index()] = released.bond;
        }
        let is_tried = vec![false; pinches.first_of_obstacles];
        Self { pinches, world, state, start, bonds, is_tried }
    }

    fn is_free(&self, vertex: VertexId) -> bool {
        self.state.inverse_masses[vertex.index()] > 0.0
    }

    /// Free neighbours of vertices.
    fn around(&self, vertices: &[ReleasedVertex]) -> Vec<VertexId> {
        let around = vertices.iter().flat_map(|r| self.world.mesh.neighbours(r.vertex));
        around.filter(|vertex| self.is_free(*vertex)).collect()
    }

    /// The bond of a neighbour that is bound.
    fn bond_beside(&self, vertex: VertexId) -> Option<Bond> {
        let mut around = self.world.mesh.neighbours(vertex);
        around.find_map(|other| self.bonds.get(other.index()).copied().flatten())
    }

    /// Binds vertices, each once: as a neighbour is bound, or else to the nearest face.
    fn bind(&mut self, mut vertices: Vec<VertexId>) -> Vec<ReleasedVertex> {
        vertices.sort_unstable();
        vertices.dedup();
        vertices.retain(|vertex| !std::mem::replace(&mut self.is_tried[vertex.index()], true));
        let bond = |vertex: VertexId| {
            let near =
                || self.bond_beside(vertex).and_then(|b| self.start.nearest_from(vertex, &b));
            self.is_free(vertex).then(|| near().or_else(|| self.start.nearest(vertex))).flatten()
        };
        let bound = vertices.par_iter().map(|vertex| self.pinches.bound(self.start, *vertex, bond));
        let bound: Vec<ReleasedVertex> = bound.collect();
        for released in &bound {
            self.bonds[released.vertex.index()] = released.bond;
        }
        bound
    }

    /// Binds the vertices in conflict. Where none is bound yet the one begins that the nearest face
    /// takes least from its way, as `deviation` (m) has it; its neighbours follow.
    fn bind_conflicts(
        &mut self,
        conflicts: &[VertexId],
        deviation: impl Fn(VertexId, &Bond) -> f64 + Sync,
    ) -> Vec<ReleasedVertex> {
        let cost = |vertex: &VertexId| {
            let bond = self.is_free(*vertex).then(|| self.start.nearest(*vertex)).flatten();
            (bond.map_or(f64::INFINITY, |bond| deviation(*vertex, &bond)), *vertex)
        };
        let mut left: Vec<(f64, VertexId)> = conflicts.par_iter().map(cost).collect();
        left.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        left.dedup();
        let mut bound = Vec::new();
        while !left.is_empty() {
            let is_beside = |(_, vertex): &(f64, VertexId)| self.bond_beside(*vertex).is_some();
            let (mut next, mut rest): (Vec<_>, Vec<_>) = left.into_iter().partition(is_beside);
            if next.is_empty() {
                let first = rest.remove(0);
                next.push(first);
            }
            left = rest;
            bound.extend(self.bind(next.into_iter().map(|(_, vertex)| vertex).collect()));
        }
        bound
    }
}
