//! Cloth for which kinematic motion leaves no room, as where a body closes on itself.
//!
//! ```text
//! pinched    the vertices of the pairs in conflict are released: each is bound to the nearest face
//!            of an obstacle at the start of the step, and follows it (flypapering); so do their
//!            neighbours, the rim
//! disabled   pairs of two primitives that both have a released vertex or one of an obstacle; the
//!            rim's are not, so that no pair with a free vertex is disabled
//! let go     at the start of a step in which the vertex is, and by its bond stays, on the side of
//!            all obstacles on which it was released (`letting_go`)
//! ```
//!
//! After [Baraff 2003]; `docs/pinches.md` says what is guaranteed.

mod letting_go;
mod record;
mod sides;

use glam::DVec3;
use rayon::prelude::*;
use ripstop_detection::crossings;
use ripstop_geometry::{Candidate, Crossing, State, SurfaceId, VertexId};

use super::span::Span;
use crate::scene::OnPinched;
use crate::world::{Bond, World};
use letting_go::Start;
pub(crate) use letting_go::Wait;
pub(crate) use record::RECORD_SIZE;
pub(crate) use sides::Sides;

/// A vertex that follows an obstacle because of a pinch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReleasedVertex {
    /// The vertex.
    pub vertex: VertexId,
    /// True if its pairs are disabled; those of the rim are not.
    pub is_inner: bool,
    /// The face that it follows; `None` for a pinned vertex, which has a motion of its own.
    pub(crate) bond: Option<Bond>,
    /// The side from which it came.
    pub(crate) sides: Sides,
    pub(crate) wait: Wait,
}

/// The released vertices of a simulation.
#[derive(Clone, Debug)]
pub(crate) struct Pinches {
    on_pinched: OnPinched,
    /// The first vertex of an obstacle; those of cloths come before.
    first_of_obstacles: usize,
    /// Faces of obstacles, with their surfaces.
    faces: Vec<([usize; 3], SurfaceId)>,
    /// In order of vertices.
    released: Vec<ReleasedVertex>,
}

impl Pinches {
    /// No vertex is released yet.
    pub(crate) fn new(world: &World, on_pinched: OnPinched) -> Self {
        let first_of_obstacles = world.cloths.last().map_or(0, |cloth| cloth.vertices().end);
        let faces = world.mesh.faces().iter().map(|face| face.map(VertexId::index));
        let of_obstacles = faces.filter(|face| face[0] >= first_of_obstacles);
        let faces = of_obstacles.map(|face| (face, world.mesh.surfaces()[face[0]])).collect();
        Self { on_pinched, first_of_obstacles, faces, released: Vec::new() }
    }

    /// The released vertices, in order.
    pub(crate) fn released(&self) -> &[ReleasedVertex] {
        &self.released
    }

    /// True if the scene asks for release.
    pub(crate) fn may_release(&self) -> bool {
        self.on_pinched == OnPinched::Release
    }

    /// Takes over the released vertices of a checkpoint, if they are of the scene.
    ///
    /// # Errors
    /// The place of one that is not.
    pub(crate) fn restore(
        &mut self,
        state: &State,
        released: &[ReleasedVertex],
    ) -> Result<(), usize> {
        let is_obstacle =
            |corner: &usize| (self.first_of_obstacles..state.positions.len()).contains(corner);
        let is_sound = |place: usize| {
            let ReleasedVertex { vertex, bond, .. } = released[place];
            let is_cloth = vertex.index() < self.first_of_obstacles;
            let is_next = place == 0 || released[place - 1].vertex < vertex;
            is_cloth
                && is_next
                && released[place].is_finite()
                && (bond.is_none() || state.inverse_masses[vertex.index()] > 0.0)
                && bond.is_none_or(|bond| bond.corners.iter().all(is_obstacle))
        };
        if let Some(place) = (0..released.len()).find(|&place| !is_sound(place)) {
            return Err(place);
        }
        self.released = released.to_vec();
        Ok(())
    }

    /// True if there are any.
    pub(crate) const fn is_any_released(&self) -> bool {
        !self.released.is_empty()
    }

    /// Marks of the released vertices and of those of obstacles; empty if nothing is released.
    pub(crate) fn marks(&self, world: &World) -> Vec<bool> {
        if self.released.is_empty() {
            return Vec::new();
        }
        let mut marks = vec![false; world.mesh.surfaces().len()];
        marks[self.first_of_obstacles..].fill(true);
        for released in self.released.iter().filter(|released| released.is_inner) {
            marks[released.vertex.index()] = true;
        }
        marks
    }

    /// Vertices that follow an obstacle.
    pub(crate) fn followers(&self) -> impl Iterator<Item = VertexId> {
        self.released.iter().filter(|released| released.bond.is_some()).map(|r| r.vertex)
    }

    /// True if a vertex follows an obstacle.
    pub(crate) fn follows(&self, vertex: usize) -> bool {
        let place = self.released.binary_search_by_key(&vertex, |r| r.vertex.index());
        place.is_ok_and(|place| self.released[place].bond.is_some())
    }

    /// Puts the vertices that follow an obstacle where its positions, among all others, say.
    pub(crate) fn follow(&self, positions: &mut [DVec3]) {
        for released in &self.released {
            if let Some(bond) = released.bond {
                positions[released.vertex.index()] = bond.at(positions);
            }
        }
    }

    /// Makes the followers kinematic. Returns their inverse masses (1/kg).
    pub(crate) fn hold(&self, state: &mut State) -> Vec<f64> {
        let masses = &mut state.inverse_masses;
        self.followers().map(|vertex| std::mem::take(&mut masses[vertex.index()])).collect()
    }

    /// Gives the followers the inverse masses that [`Pinches::hold`] has taken.
    pub(crate) fn unhold(&self, state: &mut State, masses: &[f64]) {
        for (vertex, mass) in self.followers().zip(masses) {
            state.inverse_masses[vertex.index()] = *mass;
        }
    }

    /// Lets vertices go at the start of a step, if there is room now and at its end. Returns the
    /// crossings of the start, if any vertex was released.
    pub(crate) fn begin_step(
        &mut self,
        world: &World,
        state: &State,
        span: Span,
    ) -> Option<Vec<Crossing>> {
        if self.released.is_empty() {
            return None;
        }
        let start = &state.positions;
        let crossings = crossings(&world.mesh, &world.filters, start).unwrap_or_default();
        let mut ends = world.kinematic_ends(start, span.to);
        self.follow(&mut ends);
        let has_room = |released: &ReleasedVertex| {
            let i = released.vertex.index();
            let is_back =
                |positions: &[DVec3]| self.is_on_its_side(world, released, positions, positions[i]);
            !released.is_inner || released.bond.is_none() || is_back(start) && is_back(&ends)
        };
        let has_room: Vec<bool> = self.released.par_iter().map(has_room).collect();
        let (released, dt) = (&self.released, span.to - span.from);
        let start = Start { released, has_room: &has_room, crossings: &crossings, dt };
        self.released = start.staying(world);
        Some(crossings)
    }

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
        if !self.may_release() {
            return false;
        }
        let ends = world.kinematic_ends(&state.positions, to);
        let is_free = |vertex: &VertexId| state.inverse_masses[vertex.index()] > 0.0;
        let around = |inner: &[ReleasedVertex]| -> Vec<VertexId> {
            inner.iter().flat_map(|r| world.mesh.neighbours(r.vertex)).filter(is_free).collect()
        };
        let in_conflict = |&candidate: &Candidate| self.in_conflict(world, state, candidate);
        let conflicts: Vec<VertexId> = candidates.iter().flat_map(in_conflict).collect();
        let mut tried = vec![false; self.first_of_obstacles];
        let mut take = |mut vertices: Vec<VertexId>| -> Vec<ReleasedVertex> {
            vertices.sort_unstable();
            vertices.dedup();
            vertices.retain(|vertex| !std::mem::replace(&mut tried[vertex.index()], true));
            vertices.par_iter().map(|vertex| self.bound(world, state, *vertex)).collect()
        };
        let mut inner = take(conflicts);
        if inner.is_empty() {
            return false;
        }
        let mut front = inner.clone();
        while !front.is_empty() {
            front = take(around(&front));
            front.par_iter_mut().for_each(|r| r.is_inner = !self.has_room_at(world, r, &ends));
            front.retain(|released| released.is_inner);
            inner.extend(&front);
        }
        self.add(world, state, &inner)
    }

    /// Makes some vertices inner ones, and their free neighbours a rim.
    fn add(&mut self, world: &World, state: &State, inner: &[ReleasedVertex]) -> bool {
        let place = |all: &[ReleasedVertex], vertex: VertexId| {
            all.binary_search_by_key(&vertex, |released| released.vertex)
        };
        for &released in inner {
            match place(&self.released, released.vertex) {
                Ok(at) => self.released[at].is_inner = true,
                Err(at) => self.released.insert(at, ReleasedVertex { is_inner: true, ..released }),
            }
        }
        let rim = inner.iter().flat_map(|released| world.mesh.neighbours(released.vertex));
        let mut rim: Vec<VertexId> = rim
            .filter(|vertex| state.inverse_masses[vertex.index()] > 0.0)
            .filter(|vertex| place(&self.released, *vertex).is_err())
            .collect();
        rim.sort_unstable();
        rim.dedup();
        let bound: Vec<ReleasedVertex> =
            rim.par_iter().map(|vertex| self.bound(world, state, *vertex)).collect();
        self.released.extend(bound);
        self.released.sort_unstable_by_key(|released| released.vertex);
        true
    }

    /// Vertices of cloth of a pair that are to be released: the free ones and those of a rim, or if
    /// there is none the pinned ones.
    fn in_conflict(&self, world: &World, state: &State, candidate: Candidate) -> Vec<VertexId> {
        let is_inner = |vertex: &VertexId| {
            let place = self.released.binary_search_by_key(vertex, |released| released.vertex);
            place.is_ok_and(|place| self.released[place].is_inner)
        };
        let is_cloth = |vertex: &VertexId| vertex.index() < self.first_of_obstacles;
        let is_free = |vertex: &VertexId| state.inverse_masses[vertex.index()] > 0.0;
        let stencil = world.mesh.stencil(candidate).into_iter();
        let cloth = stencil.filter(is_cloth).filter(|vertex| !is_inner(vertex));
        let (free, pinned): (Vec<_>, Vec<_>) = cloth.partition(is_free);
        if free.is_empty() { pinned } else { free }
    }

    /// The vertex as it is if it is released already, else bound to the nearest face.
    fn bound(&self, world: &World, state: &State, vertex: VertexId) -> ReleasedVertex {
        if let Ok(place) = self.released.binary_search_by_key(&vertex, |r| r.vertex) {
            return self.released[place];
        }
        let x = &state.positions;
        let is_free = state.inverse_masses[vertex.index()] > 0.0;
        let faces = self.faces_for(world, vertex);
        let bond = is_free.then(|| Bond::nearest(x[vertex.index()], faces, x)).flatten();
        let sides = self.sides(world, vertex, x, x[vertex.index()]);
        ReleasedVertex { vertex, is_inner: false, bond, sides, wait: Wait::NOT_YET }
    }

    /// Faces of the obstacles that a vertex collides with.
    fn faces_for<'a>(
        &'a self,
        world: &'a World,
        vertex: VertexId,
    ) -> impl Iterator<Item = [usize; 3]> + Clone + 'a {
        let own = world.mesh.surfaces()[vertex.index()];
        let faces = self.faces.iter();
        faces.filter(move |(_, other)| world.filters.allow(own, *other)).map(|(face, _)| *face)
    }

    fn sides(&self, world: &World, vertex: VertexId, positions: &[DVec3], x: DVec3) -> Sides {
        let faces = self.faces_for(world, vertex);
        Sides::of(x, &faces.map(|face| face.map(|corner| positions[corner])))
    }

    /// True if a released vertex at `x` is on the side from which it came, with obstacles at
    /// `positions`.
    fn is_on_its_side(
        &self,
        world: &World,
        released: &ReleasedVertex,
        positions: &[DVec3],
        x: DVec3,
    ) -> bool {
        self.sides(world, released.vertex, positions, x).agree(released.sides)
    }

    /// True if a vertex has a bond that leaves it on its side, with obstacles at `positions`.
    fn has_room_at(&self, world: &World, released: &ReleasedVertex, positions: &[DVec3]) -> bool {
        released
            .bond
            .is_none_or(|bond| self.is_on_its_side(world, released, positions, bond.at(positions)))
    }
}
