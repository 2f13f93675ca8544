//! Tangled positions in a simulation: untangled at the start, and step by step where that was not
//! enough.
//!
//! ```text
//! start      untangled as a mesh at rest, with pins and obstacles where they are
//! a step     crossings of its start ─▶ an iteration of untangling, added to the proposal; of
//!            vertices around contours and in regions on wrong sides, pairs of two primitives that
//!            both have one are disabled
//! its end    crossings are searched again; if there are none, all pairs are enabled
//! ```
//!
//! A pair that is enabled is certified as ever: an edge and a face that did not cross at the start
//! of the step, and of which one has no vertex that is concerned, do not cross at its end. From the
//! first clean state on no pair is disabled, so that the guarantee holds for all.

use glam::DVec3;
use ripstop_detection::{DisabledPairs, LISTED, PrimitiveNames};
use ripstop_geometry::{Crossing, State};
use ripstop_response::untangle::{TangledCloth, UntangleSettings, Untangled, Untangler, untangle};

use super::watch::Watch;
use super::watched::WatchedCrossings;
use crate::SceneError;
use crate::scene::OnTangled;
use crate::world::World;

mod inside;

/// Crossings of a start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StartTangle {
    /// Of the scene as it was given.
    pub given: usize,
    /// Those that were left when untangling at the start had ended: the crossings of frame 0.
    pub left: usize,
    /// Connected pieces of cloth that were brought out of closed surfaces.
    pub brought_out: usize,
}

/// Tangles of a simulation.
pub(crate) struct Tangles {
    on_tangled: OnTangled,
    start: StartTangle,
    /// Rest lengths of all edges (m).
    rest_lengths: Vec<f64>,
    untangler: Untangler,
    /// The crossings at the end of the last step, once they are known.
    crossings: Option<Vec<Crossing>>,
    /// Displacements that untangling adds to the proposal of a whole step (m); empty if nothing is
    /// tangled.
    displacements: Vec<DVec3>,
    disabled: DisabledPairs,
    origin: TangleOrigin,
}

/// The cause of what is tangled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TangleOrigin {
    /// The start, or positions that were set from outside.
    Given,
    /// A pinch.
    Pinch,
}

impl Tangles {
    /// Checks the start of a world, and untangles it if the scene asks for it.
    pub(crate) fn at_start(
        world: &World,
        state: &mut State,
        on_tangled: OnTangled,
        watch: &mut Watch,
    ) -> Result<Self, SceneError> {
        let positions = &state.positions;
        let tangled = world
            .crossing_search()
            .search(positions)
            .map_err(|error| SceneError::Mesh { owner: "the scene".to_owned(), error })?;
        let rest_lengths = world.rules.edge_lengths(&world.mesh);
        let settings = UntangleSettings::default();
        // The pieces of a pattern enclose nothing.
        let has_pieces = world.rules.places.is_some();
        let whole = if has_pieces { &world.start.positions } else { &world.rules.rest };
        let untangler = Untangler::new(&world.mesh, whole, &rest_lengths, settings);
        let mut tangles = Self {
            on_tangled,
            start: StartTangle { given: tangled.len(), ..StartTangle::default() },
            rest_lengths,
            untangler,
            crossings: Some(Vec::new()),
            displacements: Vec::new(),
            disabled: DisabledPairs::default(),
            origin: TangleOrigin::Given,
        };
        if !tangled.is_empty() {
            tangles.untangle_start(world, state, &tangled, watch)?;
        }
        tangles.leave_bodies(world, state, watch)?;
        Ok(tangles)
    }

    /// Untangles the start, if the scene asks for it.
    fn untangle_start(
        &mut self,
        world: &World,
        state: &mut State,
        tangled: &[Crossing],
        watch: &mut Watch,
    ) -> Result<(), SceneError> {
        if self.on_tangled == OnTangled::Error {
            let listed = tangled.iter().take(LISTED).map(|found| (found.edge, found.face));
            let named = PrimitiveNames { mesh: &world.mesh, surfaces: &world.names };
            let names = listed.clone().map(|(edge, face)| named.crossing(edge, face)).collect();
            let (count, crossings) = (tangled.len(), listed.collect());
            return Err(SceneError::Tangled { count, crossings, names });
        }
        let mut search = world.crossing_search();
        let mut search = WatchedCrossings::new(&mut search, watch);
        let cloth = self.cloth(world, state);
        let settings = UntangleSettings::default();
        let Untangled { positions, crossings, .. } =
            untangle(&mut search, &state.positions, &cloth, &settings);
        if watch.is_stopped() {
            return Err(SceneError::Stopped);
        }
        state.positions = positions;
        self.start.left = crossings.len();
        self.crossings = Some(crossings);
        Ok(())
    }

    /// Brings cloth out of closed surfaces that it is wholly inside of, if the scene asks for it.
    fn leave_bodies(
        &mut self,
        world: &World,
        state: &mut State,
        watch: &mut Watch,
    ) -> Result<(), SceneError> {
        let left = self.crossings.as_deref().unwrap_or_default();
        let inside = inside::found(world, left, &state.positions);
        if inside.is_empty() {
            return Ok(());
        }
        if self.on_tangled == OnTangled::Error {
            return Err(inside::refused(world, &inside, inside::WAYS));
        }
        let mut search = world.crossing_search();
        let mut search = WatchedCrossings::new(&mut search, watch);
        // Out of reach of contacts.
        let gap = 1.1 * world.rules.surfaces.max_thickness();
        self.start.brought_out = inside::bring_out(world, state, gap, &mut search);
        if watch.is_stopped() {
            return Err(SceneError::Stopped);
        }
        let crossings = found(world, state);
        let still = inside::found(world, &crossings, &state.positions);
        self.start.left = crossings.len();
        self.crossings = Some(crossings);
        if still.is_empty() { Ok(()) } else { Err(inside::refused(world, &still, inside::STUCK)) }
    }

    fn cloth<'a>(&'a self, world: &'a World, state: &'a State) -> TangledCloth<'a> {
        TangledCloth {
            rest_lengths: &self.rest_lengths,
            inverse_masses: &state.inverse_masses,
            layers: &world.layers,
            inside: &world.inside,
        }
    }

    /// Forgets the crossings: positions have been changed from outside.
    pub(crate) fn forget(&mut self) {
        if self.on_tangled == OnTangled::Untangle {
            self.crossings = None;
        }
    }

    /// True if all crossings of a step's start are known once it has begun, even if positions were
    /// changed from outside.
    pub(crate) fn knows_all(&self) -> bool {
        self.on_tangled == OnTangled::Untangle
    }

    /// Crossings of the start, before and after untangling.
    pub(crate) const fn start(&self) -> StartTangle {
        self.start
    }

    /// Crossings that were left at the end of the last step.
    pub(crate) fn count(&self) -> usize {
        self.crossings.as_ref().map_or(0, Vec::len)
    }

    /// Prepares a step: tangled pairs are disabled, and displacements found.
    pub(crate) fn begin_step(&mut self, world: &World, state: &State) {
        let known = self.crossings.take();
        let mut tangled = known.unwrap_or_else(|| found(world, state));
        self.leave_released(world, &mut tangled);
        self.displacements.clear();
        if tangled.is_empty() && self.disabled.released.is_empty() {
            self.origin = TangleOrigin::Given;
        }
        if tangled.is_empty() {
            self.disabled.tangled.clear();
        } else {
            let start = &state.positions;
            let mut displaced = start.clone();
            let mut untangler = self.untangler.clone();
            untangler.iterate(&world.mesh, &self.cloth(world, state), &tangled, &mut displaced);
            let mut concerned = vec![false; start.len()];
            for vertex in untangler.involved() {
                concerned[vertex.index()] = true;
            }
            for crossing in &tangled {
                let (edge, face) = (world.mesh.edge(crossing.edge), world.mesh.face(crossing.face));
                edge.iter().chain(&face).for_each(|vertex| concerned[vertex.index()] = true);
            }
            self.disabled.tangled = concerned;
            self.displacements = displaced.iter().zip(start).map(|(x, y)| *x - *y).collect();
        }
        self.crossings = Some(tangled);
    }

    /// The cause of what is tangled.
    pub(crate) const fn origin(&self) -> TangleOrigin {
        self.origin
    }

    /// Takes over a state with crossings of an origin.
    pub(crate) fn restore(&mut self, world: &World, state: &State, origin: TangleOrigin) {
        self.origin = origin;
        if self.on_tangled == OnTangled::Error {
            let mut left = found(world, state);
            self.leave_released(world, &mut left);
            self.crossings = Some(left);
        }
    }

    /// Takes over the crossings of a state in which something was released, those of released pairs
    /// among them.
    pub(crate) fn take(&mut self, crossings: Vec<Crossing>) {
        if self.count() == 0 {
            self.origin = TangleOrigin::Pinch;
        }
        self.crossings = Some(crossings);
    }

    /// True if a crossing is that of a released pair, or was left by a pinch and is to be
    /// untangled.
    pub(crate) fn is_of_pinch(&self, world: &World, crossing: &Crossing) -> bool {
        let is_left = || {
            let known = self.crossings.as_ref();
            self.origin == TangleOrigin::Pinch
                && known.is_some_and(|known| known.contains(crossing))
        };
        self.disabled.is_released_crossing(&world.mesh, crossing) || is_left()
    }

    /// Disables the pairs of released vertices, by their marks.
    pub(crate) fn release(&mut self, marks: Vec<bool>) {
        self.disabled.released = marks;
    }

    /// Crossings of released pairs are none to be untangled.
    fn leave_released(&self, world: &World, crossings: &mut Vec<Crossing>) {
        crossings.retain(|found| !self.disabled.is_released_crossing(&world.mesh, found));
    }

    /// Pairs that are disabled in this step.
    pub(crate) const fn disabled(&self) -> &DisabledPairs {
        &self.disabled
    }

    /// Adds a part of the step's displacements to proposed positions; velocities do not take part
    /// in them.
    pub(crate) fn displace(&self, state: &mut State, part: f64) {
        for (x, displacement) in state.positions.iter_mut().zip(&self.displacements) {
            *x += part * *displacement;
        }
    }

    /// Checks whether a tangled step has ended clean; there is nothing to do where nothing was
    /// tangled.
    pub(crate) fn end_step(&mut self, world: &World, state: &State) {
        if self.count() > 0 {
            let mut search = world.crossing_search();
            // Others are certified.
            let left = search.search_among(&state.positions, &self.disabled.tangled);
            let mut left = left.unwrap_or_default();
            self.leave_released(world, &mut left);
            if left.is_empty() {
                self.origin = TangleOrigin::Given;
                self.displacements.clear();
                self.disabled.tangled.clear();
            }
            self.crossings = Some(left);
        }
    }
}

/// The crossings of a state, whose positions are finite.
fn found(world: &World, state: &State) -> Vec<Crossing> {
    world.crossing_search().search(&state.positions).unwrap_or_default()
}
