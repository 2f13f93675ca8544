//! A scene in motion: frames, steps, and what makes every step safe.
//!
//! ```text
//! frame     advance_frame   one or more certified steps; FrameReport
//! step      Stepper         propose, correct, halve, freeze
//! propose   Integrator      PositionBasedIntegrator, or ImplicitIntegrator with a ContactModel
//! correct   Correction      projection, impulses, barrier projection, or a certified check alone
//! ```

use glam::DVec3;
use ripstop_detection::MeshDetector;
use ripstop_geometry::{CollisionMesh, Crossing, Filters, State};

use crate::scene::{MeshLoader, Scene, Settings};
use crate::world::{SelfCrossings, World};
use crate::{SceneError, StepError, Warning, warnings};

mod certified_step;
mod checkpoint;
mod clock;
mod contact_areas;
mod contact_model;
mod correction;
mod doubt;
mod elastic_energy;
mod half_step;
mod implicit;
mod inflation;
mod integrator;
mod methods;
mod observer;
mod pace;
mod path_check;
mod pinches;
mod position_based;
mod probe;
mod ray_response;
mod report;
mod rest;
mod ropes;
mod sewing;
mod solid_sweep;
mod solve_path;
mod span;
mod stage_timer;
mod step;
mod step_context;
mod substep_contacts;
mod substep_count;
mod tangles;
mod thread_memory;
mod user_terms;
mod watch;
mod watched;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use clock::{Clock, NoClock, StageTimes};
pub use pinches::ReleasedVertex;
pub use probe::{MaterialPoint, Probe};
pub use report::{
    DetectionReport, EnergyReport, FailSafeReport, FrameReport, REPORT_VERSION, ResponseReport,
    SolveReport,
};
pub use sewing::{OpenSeam, SewingMoment};
pub use tangles::StartTangle;
pub use user_terms::ForceField;
pub use watch::{Moment, Stage, Watch};

use correction::Correction;
use doubt::{Doubt, Possible};
use integrator::Integrator;
use pace::Pace;
use pinches::Pinches;
use rest::Drift;
use sewing::Sewing;
use span::Span;
use tangles::Tangles;
use user_terms::UserTerms;

/// A scene in motion.
pub struct Simulation {
    settings: Settings,
    world: World,
    state: State,
    detector: MeshDetector,
    integrator: Integrator,
    correction: Correction,
    tangles: Tangles,
    doubt: Doubt,
    pace: Pace,
    sewing: Sewing,
    drift: Drift,
    pinches: Pinches,
    obstacle_crossings: Vec<SelfCrossings>,
    warnings: Vec<Warning>,
    user: UserTerms,
    clock: Box<dyn Clock>,
    watch: Watch,
    frame: usize,
}

impl Simulation {
    /// Builds a scene; mesh files come from `load`.
    ///
    /// # Errors
    /// If a part of the scene makes no sense, dynamics and response do not go together, or the
    /// start is tangled and not to be untangled.
    pub fn new(scene: &Scene, load: &mut MeshLoader) -> Result<Self, SceneError> {
        Self::watched(scene, load, Watch::default())
    }

    /// As [`Simulation::new`], with somebody who follows it from the untangling of its start on,
    /// and may stop it inside a frame.
    ///
    /// # Errors
    /// As [`Simulation::new`], and [`SceneError::Stopped`] if it was stopped.
    pub fn watched(
        scene: &Scene,
        load: &mut MeshLoader,
        mut watch: Watch,
    ) -> Result<Self, SceneError> {
        let mut world = World::new(scene, load)?;
        let settings = scene.settings.clone();
        let integrator = Integrator::new(&world, &settings)?;
        let correction = Correction::new(&world, &settings)?;
        let sewing = Sewing::new(&world, &settings)?;
        let mut state = world.start.clone();
        let tangles = Tangles::at_start(&world, &mut state, settings.on_tangled, &mut watch)
            .map_err(|error| error.with_causes(&warnings(scene, &world)))?;
        world.start.positions.clone_from(&state.positions);
        let drift = Drift::beginning(&state);
        Ok(Self {
            detector: methods::detector(&world, &settings, watch.stop()),
            obstacle_crossings: world.self_crossings(scene),
            warnings: warnings(scene, &world),
            pinches: Pinches::new(&world, scene.on_pinched()),
            settings,
            world,
            state,
            integrator,
            correction,
            tangles,
            doubt: Doubt::default(),
            pace: Pace::default(),
            sewing,
            drift,
            user: UserTerms::default(),
            clock: Box::new(NoClock),
            watch,
            frame: 0,
        })
    }

    /// Changes who follows the simulation. One that was stopped goes on with a lowered flag.
    pub fn set_watch(&mut self, watch: Watch) {
        self.detector.set_stop(watch.stop().clone());
        self.watch = watch;
    }

    /// The same simulation with a clock for its reports.
    #[must_use]
    pub fn with_clock(self, clock: Box<dyn Clock>) -> Self {
        Self { clock, ..self }
    }

    /// Everything that the scene has put into the world.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// Facts about the scene that are rarely meant, such as lengths in another unit.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// All surfaces.
    #[must_use]
    pub const fn mesh(&self) -> &CollisionMesh {
        &self.world.mesh
    }

    /// Surfaces that are checked against each other.
    #[must_use]
    pub const fn filters(&self) -> &Filters {
        &self.world.filters
    }

    /// Positions, velocities and inverse masses now.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The same, to set up a start that a scene cannot describe. Positions must stay free of
    /// crossings, unless the scene says that they are to be untangled: then the next step searches
    /// for them.
    pub fn state_mut(&mut self) -> &mut State {
        self.tangles.forget();
        self.doubt.lose();
        &mut self.state
    }

    /// Changes the acceleration of gravity (m/s²) from the next step on.
    pub const fn set_gravity(&mut self, gravity: [f64; 3]) {
        self.settings.gravity = gravity;
    }

    /// Vertices of cloths; they come before those of obstacles.
    #[must_use]
    pub fn cloth_vertex_count(&self) -> usize {
        self.world.cloths.last().map_or(0, |cloth| cloth.vertices().end)
    }

    /// Crossings that are left of a tangled state, as of the last step. From the first clean state
    /// on there are none.
    #[must_use]
    pub fn crossings_left(&self) -> usize {
        self.tangles.count()
    }

    /// Crossings of the start: as the scene was given, and those that untangling has left of them.
    #[must_use]
    pub const fn start_tangle(&self) -> StartTangle {
        self.tangles.start()
    }

    /// Seams with stitches that have not been closed so far.
    #[must_use]
    pub fn open_seams(&self) -> Vec<OpenSeam> {
        self.sewing.open_seams(&self.world, &self.state.positions)
    }

    /// True while the seams of the start are closed, before anything else happens.
    #[must_use]
    pub fn is_sewing(&self) -> bool {
        self.sewing.is_sewing()
    }

    /// Crossings of pairs at stitches now, which are out of the guarantee.
    #[must_use]
    pub fn stitched_crossings(&self) -> usize {
        self.sewing.crossings(&self.world, &self.state.positions)
    }

    /// Crossings of mesh obstacles with themselves at the start, of those that have any. They are
    /// normal for bodies: cloth that is caught in them is released.
    #[must_use]
    pub fn obstacle_crossings(&self) -> &[SelfCrossings] {
        &self.obstacle_crossings
    }

    /// Crossings of all surfaces at the end of the last frame, exactly, those of released pairs
    /// among them; without pairs at stitches. They follow from the certificate of the frame where
    /// it covers all pairs, and are searched among the others where it does not. After
    /// [`Simulation::state_mut`] or [`Simulation::restore`] all are searched once.
    pub fn crossings(&mut self) -> Vec<Crossing> {
        let mut search = self.world.crossing_search();
        let positions = &self.state.positions;
        let found = match self.doubt.possible() {
            Possible::None => Ok(Vec::new()),
            Possible::Among(marks) => search.search_among(positions, marks),
            Possible::All => search.search(positions),
        };
        // Positions of an accepted frame are finite.
        let found = found.unwrap_or_default();
        if found.is_empty() {
            self.doubt.settle();
        }
        found
    }

    /// Vertices that a pinch has released and that follow an obstacle, in order.
    #[must_use]
    pub fn released_vertices(&self) -> &[ReleasedVertex] {
        self.pinches.released()
    }

    /// True if an edge and a face that cross are a pair that a pinch has disabled, or are left of
    /// one and being untangled.
    #[must_use]
    pub fn is_released(&self, crossing: &Crossing) -> bool {
        self.tangles.is_of_pinch(&self.world, crossing)
    }

    /// Frames done so far.
    #[must_use]
    pub const fn frame(&self) -> usize {
        self.frame
    }

    /// Simulated time (s).
    #[must_use]
    pub fn time(&self) -> f64 {
        self.frame as f64 * self.settings.frame_time()
    }

    /// True if the scene ends when its cloth is at rest, and it is: nothing is being sewn, the
    /// scene has played for half a second and is slower than `until_rest` says.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        let played = self.time() - self.sewing.delay();
        if self.settings.until_rest <= 0.0 || self.is_sewing() || played < SETTLING {
            return false;
        }
        self.drift.is_below(self.settings.until_rest)
    }

    /// Advances by one frame.
    ///
    /// # Errors
    /// If kinematic motion leaves no room, numbers become NaN or infinite, or the simulation was
    /// stopped. The state is then that of the last frame; caches are lost, so that going on gives
    /// the bits of a run without the error only from a checkpoint on.
    pub fn advance_frame(&mut self) -> Result<FrameReport, StepError> {
        // All of it runs inside the thread pool: entering it anew for every part costs a change of
        // threads each time.
        rayon::scope(|_| self.frame_in_pool())
    }

    fn frame_in_pool(&mut self) -> Result<FrameReport, StepError> {
        let searches = self.detector.searches();
        self.doubt.begin_frame();
        let mut report = FrameReport { frame: self.frame + 1, ..FrameReport::default() };
        let from = self.time();
        let to = (self.frame + 1) as f64 * self.settings.frame_time();
        let steps = self.settings.steps_per_frame();
        let at = |step: usize| from + (to - from) * (step as f64 / steps as f64);
        // A step that fails leaves the state of its own start, which need not be the frame's, and
        // one that was stopped may have come to an end of its own.
        let saved = self.state.clone();
        self.world.set_delay(self.sewing.delay());
        let pinches = self.pinches.clone();
        // The state may have been changed from outside: threads look at it anew.
        let held = self.held();
        self.hold(&held);
        self.watch.begin_frame(self.frame + 1, from, to - from);
        for step in 0..steps {
            let until = if step + 1 == steps { to } else { at(step + 1) };
            let span = Span { from: at(step), to: until, depth: 0 };
            let advanced = self.advance_step(span, &mut report);
            // What was found after the flag was raised is no result, and no reason for an error.
            if let Err(error) = self.watch.check().and(advanced) {
                self.state = saved;
                self.pinches = pinches;
                self.hold(&held);
                self.forget();
                return Err(error);
            }
        }
        self.frame += 1;
        self.sewing.end_frame(to, self.settings.frame_time(), &mut self.state);
        self.drift.end_frame(self.frame, self.settings.frame_time(), &self.state);
        self.sewing.report(&self.state.positions, &mut report.response);
        report.time = to;
        report.detection.stitched_crossings =
            self.sewing.crossings(&self.world, &self.state.positions);
        report.detection.crossings = self.tangles.count();
        report.detection.unchecked_pairs = self.world.filters.excluded_pairs().count();
        report.detection.candidates = self.detector.candidate_count();
        report.detection.searches = self.detector.searches() - searches;
        report.energy = energy(&self.state);
        Ok(report)
    }

    /// All that threads know of the past.
    fn held(&mut self) -> Vec<[f64; 3]> {
        self.integrator.threads().map_or_else(Vec::new, |threads| threads.held())
    }

    /// Takes threads back to what they knew, with the state as it is.
    fn hold(&mut self, held: &[[f64; 3]]) {
        if let Some(mut threads) = self.integrator.threads() {
            threads.hold(held, &self.state.positions);
        }
    }
}

/// Time (s) that a scene plays at least before its cloth counts as being at rest: what has just
/// been let go is slow as well.
const SETTLING: f64 = 0.5;

/// Momenta, kinetic energy and speed of the free vertices.
fn energy(state: &State) -> EnergyReport {
    let mut report = EnergyReport::default();
    let (mut momentum, mut angular) = (DVec3::ZERO, DVec3::ZERO);
    for ((x, v), &w) in state.positions.iter().zip(&state.velocities).zip(&state.inverse_masses) {
        if w > 0.0 {
            let p = *v / w;
            momentum += p;
            angular += x.cross(p);
            report.kinetic_energy += 0.5 * v.dot(p);
            report.fastest = report.fastest.max(v.length());
        }
    }
    report.momentum = momentum.to_array();
    report.angular_momentum = angular.to_array();
    report
}
