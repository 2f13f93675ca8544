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

mod carriers;
mod letting_go;
mod record;
mod releasing;

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::{Crossing, State, SurfaceId, VertexId};

use super::span::Span;
use crate::scene::OnPinched;
use crate::world::{Bond, World};
use carriers::Carriers;
use letting_go::Start;
pub(crate) use letting_go::Wait;
pub(crate) use record::RECORD_SIZE;

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
    pub(crate) side: i32,
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
        let place = self.place(VertexId(vertex as u32));
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
        let crossings = world.crossing_search().search(start).unwrap_or_default();
        let mut ends = world.kinematic_ends(start, span.to);
        self.follow(&mut ends);
        let carriers = [start, &ends].map(|x| Carriers::new(world, &self.faces, x));
        let has_room = |released: &ReleasedVertex| {
            let is_back = |at: &Carriers| at.side(released.vertex) == released.side;
            !released.is_inner || released.bond.is_none() || carriers.iter().all(is_back)
        };
        let has_room: Vec<bool> = self.released.par_iter().map(has_room).collect();
        let (released, dt) = (&self.released, span.to - span.from);
        let start = Start { released, has_room: &has_room, crossings: &crossings, dt };
        self.released = start.staying(world);
        Some(crossings)
    }

    /// The place of a vertex among those that are released, or where it would be.
    fn place(&self, vertex: VertexId) -> Result<usize, usize> {
        self.released.binary_search_by_key(&vertex, |released| released.vertex)
    }

    /// The vertex as it is if it is released already, else with the bond that it gets.
    fn bound(
        &self,
        start: &Carriers,
        vertex: VertexId,
        bond: impl FnOnce(VertexId) -> Option<Bond>,
    ) -> ReleasedVertex {
        if let Ok(place) = self.place(vertex) {
            return self.released[place];
        }
        let bond = bond(vertex);
        ReleasedVertex {
            vertex,
            is_inner: false,
            bond,
            side: start.side(vertex),
            wait: Wait::NOT_YET,
        }
    }
}
