//! A scene in motion: frames, and what makes every step safe.
//!
//! ```text
//! propose   what moves the cloth says where it wants to be                 promises nothing
//! answer    impulses or projection, then zones of what still collides      says whether it succeeded
//! halve     otherwise the step is done again as two steps of half its length
//! freeze    at last, vertices keep their start positions                   always succeeds, or names who is pinched
//! ```

mod clock;
mod report;

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, Filters, State};
use ripstop_response::{Pinched, freeze};

use crate::answer::{Answerer, Proposal, correct_velocities};
use crate::detection::detector;
use crate::loader::MeshLoader;
use crate::mesh_detector::largest_distance;
use crate::proposer::{Interval, Proposer, Stage};
use crate::scene::ResponseMethod;
use crate::scene::{Scene, Settings};
use crate::tangles::Tangles;
use crate::world::World;
use crate::{MeshDetector, SceneError, StepError};

pub use clock::{Clock, NoClock, StageTimes};
pub use report::{
    DetectionReport, EnergyReport, FailSafeReport, FrameReport, REPORT_VERSION, ResponseReport,
    SolveReport,
};

/// How often a step is halved because its answer was rough; more often only if there is none, or an edge is too long.
const HALVED_FOR_QUALITY: u32 = 2;

/// From this part of the thickness on an answer is rough.
const ROUGH: f64 = 0.2;

/// A scene in motion.
pub struct Simulation {
    pub(crate) settings: Settings,
    pub(crate) world: World,
    pub(crate) detector: MeshDetector,
    pub(crate) proposer: Proposer,
    answerer: Answerer,
    pub(crate) tangles: Tangles,
    clock: Box<dyn Clock>,
    pub(crate) frame: usize,
}

impl Simulation {
    /// Builds a scene; mesh files come from `load`.
    ///
    /// # Errors
    /// If a part of the scene makes no sense, dynamics and response do not go together, or the start is tangled
    /// and not to be untangled.
    pub fn new(scene: &Scene, load: &mut MeshLoader) -> Result<Self, SceneError> {
        let mut world = World::new(scene, load)?;
        let settings = scene.settings.clone();
        let proposer = Proposer::new(&world, &settings)?;
        let answerer = Answerer::new(&world, &settings);
        let tangles = Tangles::at_start(&mut world, settings.on_tangled)?;
        let detector = detector(&world, &settings);
        let clock = Box::new(NoClock);
        Ok(Self { settings, world, detector, proposer, answerer, tangles, clock, frame: 0 })
    }

    /// The same simulation with a clock for its reports.
    #[must_use]
    pub fn with_clock(self, clock: Box<dyn Clock>) -> Self {
        Self { clock, ..self }
    }

    /// All surfaces.
    #[must_use]
    pub fn mesh(&self) -> &CollisionMesh {
        &self.world.mesh
    }

    /// Which surfaces are looked at together.
    #[must_use]
    pub fn filters(&self) -> &Filters {
        &self.world.filters
    }

    /// Positions, velocities and inverse masses now.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.world.state
    }

    /// The same, to set up a start that a scene cannot describe. Positions must stay free of crossings, unless the scene says that they
    /// are to be untangled: then the next step looks for them.
    pub fn state_mut(&mut self) -> &mut State {
        self.tangles.forget();
        &mut self.world.state
    }

    /// Changes the acceleration of gravity (m/s²) from the next step on.
    pub fn set_gravity(&mut self, gravity: [f64; 3]) {
        self.settings.gravity = gravity;
    }

    /// Vertices of cloths; they come before those of obstacles.
    #[must_use]
    pub fn cloth_vertex_count(&self) -> usize {
        self.world.cloths.last().map_or(0, |cloth| cloth.vertices().end)
    }

    /// Crossings that are left of a tangled state, as of the last step. From the first clean state on there are none.
    #[must_use]
    pub fn crossings_left(&self) -> usize {
        self.tangles.count()
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

    /// Advances by one frame.
    ///
    /// # Errors
    /// If prescribed motion leaves no room, or numbers leave the finite range. The state is then that of
    /// the last frame.
    pub fn advance_frame(&mut self) -> Result<FrameReport, StepError> {
        // The whole of it runs inside the thread pool: entering it anew for every part costs a change of threads each time.
        rayon::scope(|_| self.frame_in_pool())
    }

    fn frame_in_pool(&mut self) -> Result<FrameReport, StepError> {
        let saved = self.world.state.clone();
        let searches = self.detector.searches();
        let mut report = FrameReport { frame: self.frame + 1, ..FrameReport::default() };
        let from = self.time();
        let to = (self.frame + 1) as f64 * self.settings.frame_time();
        let steps = self.settings.steps_per_frame();
        let at = |step: usize| from + (to - from) * (step as f64 / steps as f64);
        for step in 0..steps {
            let until = if step + 1 == steps { to } else { at(step + 1) };
            self.tangles.begin_step(&self.world, &mut self.detector);
            if let Err(error) = self.advance(at(step), until, 0, &mut report) {
                self.world.state = saved;
                self.forget();
                return Err(error);
            }
            self.tangles.end_step(&self.world, &mut self.detector);
        }
        report.detection.crossings = self.tangles.count();
        report.detection.unchecked_pairs = self.world.filters.excluded_pairs().count();
        self.frame += 1;
        report.time = to;
        report.detection.candidates = self.detector.candidate_count();
        report.detection.searches = self.detector.searches() - searches;
        summarise(&self.world.state, &mut report);
        Ok(report)
    }

    /// Advances from one time to another (s), as a whole or in halves.
    fn advance(
        &mut self,
        from: f64,
        to: f64,
        depth: u32,
        report: &mut FrameReport,
    ) -> Result<(), StepError> {
        let dt = to - from;
        let saved = self.world.state.clone();
        let mut stage = Stage {
            settings: &self.settings,
            world: &mut self.world,
            detector: &mut self.detector,
            clock: self.clock.as_mut(),
            report,
        };
        self.proposer.propose(&mut stage, Interval { to, dt })?;
        self.tangles.displace(&mut self.world.state, 0.5_f64.powi(depth.cast_signed()));
        let proposed = &self.world.state.positions;
        if let Some(vertex) = proposed.iter().position(|x| !x.is_finite()) {
            return Err(StepError::NotFinite { vertex });
        }
        let proposed = proposed.clone();
        let mut proposal = Proposal {
            settings: &self.settings,
            detector: &mut self.detector,
            start: &saved.positions,
            dt,
            has_room: depth < self.settings.halvings,
            clock: self.clock.as_mut(),
            report,
        };
        let left = self.answerer.answer(&mut proposal, &mut self.world.state);
        let has_room = depth < self.settings.halvings;
        let is_poor = depth < HALVED_FOR_QUALITY && self.was_torn(&proposed)
            || has_room && self.is_overstretched(depth, &saved.positions);
        if (left > 0 && has_room) || is_poor {
            report.fail_safe.halvings += 1;
            self.world.state = saved;
            let middle = 0.5 * (from + to);
            self.advance(from, middle, depth + 1, report)?;
            return self.advance(middle, to, depth + 1, report);
        }
        if left > 0 {
            let clock = self.clock.seconds();
            let before = self.world.state.positions.clone();
            let World { mesh, names, state, .. } = &mut self.world;
            let frozen = freeze(&mut self.detector, &saved.positions, state)
                .map_err(|Pinched { candidates }| StepError::pinched(mesh, names, candidates))?;
            report.fail_safe.carried += frozen.carried;
            report.fail_safe.frozen += frozen.frozen;
            report.detection.checks += frozen.rounds;
            correct_velocities(&mut self.world.state, &before, dt);
            report.times.freeze += self.clock.seconds() - clock;
        }
        self.detector.refused().map_or(Ok(()), |error| Err(StepError::Boxes(error)))
    }
}

impl Simulation {
    /// Whether the answer had to move something by more than a part of the thickness. A sheet that was
    /// stopped so late is drawn out, because its neighbours were not; in shorter steps contacts are found in time.
    fn was_torn(&self, proposed: &[DVec3]) -> bool {
        let way = largest_distance(&self.world.state.positions, proposed);
        self.settings.response() == ResponseMethod::Pbd
            && way > ROUGH * self.world.surfaces.min_thickness()
    }

    /// Whether the answer left an edge too long. Where one was already, as in cloth that something holds stretched, halves do not help for long.
    fn is_overstretched(&self, depth: u32, start: &[DVec3]) -> bool {
        self.settings.response() == ResponseMethod::Pbd
            && self.answerer.is_overstretched(&self.world.state.positions)
            && (depth < HALVED_FOR_QUALITY || !self.answerer.is_overstretched(start))
    }
}

/// Momenta and energy of the free vertices.
fn summarise(state: &State, report: &mut FrameReport) {
    let (mut momentum, mut angular) = (DVec3::ZERO, DVec3::ZERO);
    for ((x, v), &w) in state.positions.iter().zip(&state.velocities).zip(&state.inverse_masses) {
        if w > 0.0 {
            let p = *v / w;
            momentum += p;
            angular += x.cross(p);
            report.energy.kinetic_energy += 0.5 * v.dot(p);
            report.energy.fastest = report.energy.fastest.max(v.length());
        }
    }
    report.energy.momentum = momentum.to_array();
    report.energy.angular_momentum = angular.to_array();
}
