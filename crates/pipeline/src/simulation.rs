//! A scene in motion.

use glam::DVec3;
use ripstop_broad::{BroadPhase, BruteForce, Bvh, HashGrid, Octree, SweepAndPrune};
use ripstop_dynamics::{Forces, Target, Wind};
use ripstop_geometry::{CollisionMesh, Filters, Motion, State, VertexId, separation};
use ripstop_narrow::{Additive, Ccd, Cubic, Inclusion};
use ripstop_response::{
    ContactSweep, Detector, Instants, Outcome, Pinched, PositionProjection, Responder, freeze,
};

use crate::loader::MeshLoader;
use crate::mesh_detector::{REACH, largest_distance};
use crate::report::{Clock, NoClock, StepReport};
use crate::scene::{BroadMethod, NarrowMethod, Scene, Settings};
use crate::world::World;
use crate::{DetectorSettings, MeshDetector, SceneError, StepError, crossings};

/// How many crossings an error lists.
const LISTED: usize = 8;

/// A scene in motion.
pub struct Simulation {
    pub(crate) settings: Settings,
    pub(crate) world: World,
    pub(crate) detector: MeshDetector,
    pub(crate) sweep: ContactSweep,
    /// Positions at which the contacts were found; empty if there are none yet.
    pub(crate) contacts_at: Vec<DVec3>,
    clock: Box<dyn Clock>,
    pub(crate) frame: usize,
}

impl Simulation {
    /// Builds a scene; mesh files come from `load`.
    ///
    /// # Errors
    /// If a part of the scene makes no sense, or the start is tangled.
    pub fn new(scene: &Scene, load: &mut MeshLoader) -> Result<Self, SceneError> {
        let world = World::new(scene, load)?;
        let settings = scene.settings.clone();
        let detector = detector(&world, &settings);
        let tangled = crossings(&world.mesh, &world.filters, &world.state.positions)
            .map_err(|error| SceneError::Mesh { owner: "the scene".to_owned(), error })?;
        if !tangled.is_empty() {
            let listed = tangled.iter().take(LISTED).map(|found| (found.edge, found.face));
            return Err(SceneError::Tangled { count: tangled.len(), crossings: listed.collect() });
        }
        Ok(Self {
            settings,
            world,
            detector,
            sweep: ContactSweep::default(),
            contacts_at: Vec::new(),
            clock: Box::new(NoClock),
            frame: 0,
        })
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

    /// The same, to set up a start that a scene cannot describe. Positions must stay free of crossings.
    pub fn state_mut(&mut self) -> &mut State {
        &mut self.world.state
    }

    /// Vertices of cloths; they come before those of obstacles.
    #[must_use]
    pub fn cloth_vertex_count(&self) -> usize {
        self.world.cloths.last().map_or(0, |cloth| cloth.vertices().end)
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
    pub fn step(&mut self) -> Result<StepReport, StepError> {
        let saved = self.world.state.clone();
        let searches = self.detector.searches();
        let mut report = StepReport { frame: self.frame + 1, ..StepReport::default() };
        let from = self.time();
        let to = (self.frame + 1) as f64 * self.settings.frame_time();
        if let Err(error) = self.advance(from, to, 0, &mut report) {
            self.world.state = saved;
            return Err(error);
        }
        self.frame += 1;
        report.time = to;
        report.candidates = self.detector.candidates().len();
        report.searches = self.detector.searches() - searches;
        summarise(&self.world.state, &mut report);
        Ok(report)
    }

    /// Advances from one time to another (s), as a whole or in halves.
    fn advance(
        &mut self,
        from: f64,
        to: f64,
        depth: u32,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let dt = to - from;
        let saved = self.world.state.clone();
        self.propose(to, dt, report)?;
        let clock = self.clock.seconds();
        let proposed = self.world.state.positions.clone();
        let motion = Motion { start: &saved.positions, end: &proposed };
        let gap = self.detector.least_gap();
        let mut projection = PositionProjection { rounds: 6, sweeps: 4, gap: 4.0 * gap };
        let outcome = projection.respond(&mut self.detector, &motion, &mut self.world.state);
        report.times.certify += self.clock.seconds() - clock;
        match outcome {
            Outcome::Safe { rounds } => report.checks += rounds,
            Outcome::Unresolved { impacts } => {
                report.impacts += impacts;
                if depth < self.settings.halvings {
                    report.halvings += 1;
                    self.world.state = saved;
                    let middle = 0.5 * (from + to);
                    self.advance(from, middle, depth + 1, report)?;
                    return self.advance(middle, to, depth + 1, report);
                }
                let frozen = freeze(&mut self.detector, &saved.positions, &mut self.world.state)
                    .map_err(|Pinched { candidates }| StepError::Pinched { candidates })?;
                report.carried += frozen.carried;
                report.frozen += frozen.frozen;
                report.checks += frozen.rounds;
            }
        }
        self.correct_velocities(&proposed, dt);
        Ok(())
    }

    /// Solves the cloth with its contacts, without any promise.
    fn propose(&mut self, to: f64, dt: f64, report: &mut StepReport) -> Result<(), StepError> {
        let Settings { substeps, iterations, collision_passes, .. } = self.settings;
        let h = dt / substeps as f64;
        let start = self.world.state.positions.clone();
        let ends = self.prescribed_ends(to);
        let forces = self.forces();
        let clock = self.clock.seconds();
        self.cover(&start, &ends, dt);
        report.times.contacts += self.clock.seconds() - clock;
        for substep in 0..substeps {
            let clock = self.clock.seconds();
            let substep_start = self.world.state.positions.clone();
            let progress = (substep + 1) as f64 / substeps as f64;
            self.predict(Motion { start: &start, end: &ends }, progress, h, &forces)?;
            let after_dynamics = self.clock.seconds();
            report.times.dynamics += after_dynamics - clock;
            if substep.is_multiple_of(collision_passes) && self.contacts_are_stale() {
                let ahead = h * collision_passes.min(substeps - substep) as f64;
                self.find_contacts(&start, &substep_start, ahead);
                report.passes += 1;
            }
            report.contacts = self.sweep.contacts.len();
            self.sweep.begin_substep(self.settings.separation_speed * h);
            let clock = self.clock.seconds();
            report.times.contacts += clock - after_dynamics;
            for _ in 0..iterations {
                report.sweeps += 1;
                let clock = self.clock.seconds();
                for cloth in &mut self.world.cloths {
                    cloth.sweep(&mut self.world.state)?;
                }
                let after_cloth = self.clock.seconds();
                report.times.dynamics += after_cloth - clock;
                let State { positions, inverse_masses, .. } = &mut self.world.state;
                self.sweep.sweep(&substep_start, positions, inverse_masses);
                report.times.response += self.clock.seconds() - after_cloth;
            }
            for cloth in &self.world.cloths {
                cloth.update_velocities(&mut self.world.state)?;
            }
            let State { velocities, inverse_masses, .. } = &mut self.world.state;
            self.sweep.settle(velocities, inverse_masses, h);
        }
        report.active_contacts = self.sweep.active_count();
        report.deepest = self.sweep.deepest(&self.world.state.positions);
        let finite = |x: &DVec3| x.is_finite();
        match self.world.state.positions.iter().position(|x| !finite(x)) {
            Some(vertex) => Err(StepError::NotFinite { vertex }),
            None => Ok(()),
        }
    }

    /// Where prescribed vertices have to be at a time (s); others stay where they are.
    fn prescribed_ends(&self, time: f64) -> Vec<DVec3> {
        let mut ends = self.world.state.positions.clone();
        for group in &self.world.prescribed {
            for (vertex, position) in group.vertices.iter().zip(group.at(time)) {
                ends[vertex.index()] = position;
            }
        }
        ends
    }

    fn forces(&self) -> Forces {
        Forces {
            gravity: DVec3::from(self.settings.gravity),
            wind: self.settings.wind.map(|velocity| Wind::new(DVec3::from(velocity))),
        }
    }

    /// Finds candidates for the whole step. What gravity adds to the way of a free vertex is left to the room around
    /// the ways: a vertex that lies on something does not fall.
    fn cover(&mut self, start: &[DVec3], ends: &[DVec3], dt: f64) {
        let State { positions, velocities, inverse_masses } = &self.world.state;
        let predicted: Vec<DVec3> =
            (0..positions.len())
                .map(|i| {
                    if inverse_masses[i] > 0.0 {
                        positions[i] + dt * velocities[i]
                    } else {
                        ends[i]
                    }
                })
                .collect();
        let fall = 0.5 * dt * dt * DVec3::from(self.settings.gravity).length();
        self.detector.expect(&Motion { start, end: &predicted }, fall);
    }

    /// Moves prescribed vertices along their ways and everything else by its velocity.
    fn predict(
        &mut self,
        ways: Motion,
        progress: f64,
        h: f64,
        forces: &Forces,
    ) -> Result<(), StepError> {
        let World { state, cloths, prescribed, .. } = &mut self.world;
        let along = |i: usize| ways.vertex(VertexId(i as u32)).at(progress);
        for group in prescribed.iter() {
            for vertex in &group.vertices {
                if cloths.iter().all(|cloth| !cloth.vertices().contains(&vertex.index())) {
                    state.positions[vertex.index()] = along(vertex.index());
                }
            }
        }
        for cloth in cloths {
            let range = cloth.vertices();
            let targets: Vec<Target> = prescribed
                .iter()
                .flat_map(|group| &group.vertices)
                .filter(|vertex| range.contains(&vertex.index()))
                .map(|vertex| Target {
                    vertex: VertexId((vertex.index() - range.start) as u32),
                    position: along(vertex.index()),
                })
                .collect();
            cloth.predict(state, h, forces, &targets)?;
        }
        Ok(())
    }

    /// Whether positions have moved so far since contacts were found that there may be others. A pair that was
    /// farther apart than [`REACH`] thicknesses then, and whose vertices have not moved by half of what is beyond one
    /// thickness, is still farther apart than one.
    fn contacts_are_stale(&self) -> bool {
        let spare = 0.4 * (REACH - 1.0) * self.world.surfaces.min_thickness();
        largest_distance(&self.world.state.positions, &self.contacts_at) > spare
    }

    /// Looks for contacts that may matter in the next `ahead` seconds.
    fn find_contacts(&mut self, start: &[DVec3], before: &[DVec3], ahead: f64) {
        let State { positions, velocities, .. } = &self.world.state;
        let soon: Vec<DVec3> =
            positions.iter().zip(velocities).map(|(x, v)| *x + 1.5 * ahead * *v).collect();
        let instants = Instants { start, before, now: positions, soon: &soon };
        let contacts = self.detector.contacts(&instants);
        let detector = &self.detector;
        let margin = (REACH - 1.0) * self.world.surfaces.min_thickness();
        let kept = contacts.into_iter().filter_map(|contact| {
            let wanted = detector.wanted(contact.candidate);
            let at_soon = contact.vertices.map(|vertex| soon[vertex.index()]);
            let later = separation(contact.weights, at_soon).dot(contact.normal);
            let is_near = contact.distance.min(later) <= wanted.thickness + margin;
            is_near.then_some((contact, wanted))
        });
        self.sweep.replace(kept, before);
        self.contacts_at.clear();
        self.contacts_at.extend_from_slice(positions);
    }

    /// What the response moved at the end of a step also changes velocities.
    fn correct_velocities(&mut self, proposed: &[DVec3], dt: f64) {
        let State { positions, velocities, inverse_masses } = &mut self.world.state;
        for i in 0..positions.len() {
            if inverse_masses[i] > 0.0 && positions[i] != proposed[i] {
                velocities[i] += (positions[i] - proposed[i]) / dt;
            }
        }
    }
}

/// A detector that knows nothing yet.
pub(crate) fn detector(world: &World, settings: &Settings) -> MeshDetector {
    let thinnest = world.surfaces.min_thickness();
    MeshDetector::new(
        world.mesh.clone(),
        world.filters.clone(),
        world.surfaces.clone(),
        world.rest.clone(),
        DetectorSettings {
            broad: broad_phase(settings.broad),
            ccd: narrow_phase(settings.narrow),
            least_gap: settings.least_gap * thinnest,
            slack: 0.5 * thinnest,
        },
    )
}

fn broad_phase(method: BroadMethod) -> Box<dyn BroadPhase + Send> {
    match method {
        BroadMethod::Bvh => Box::new(Bvh::default()),
        BroadMethod::Grid => Box::new(HashGrid::default()),
        BroadMethod::Octree => Box::new(Octree::default()),
        BroadMethod::Sweep => Box::new(SweepAndPrune::default()),
        BroadMethod::Brute => Box::new(BruteForce::default()),
    }
}

fn narrow_phase(method: NarrowMethod) -> Box<dyn Ccd + Send> {
    match method {
        NarrowMethod::Cubic => Box::new(Cubic::exact()),
        NarrowMethod::Inclusion => Box::new(Inclusion::contact()),
        NarrowMethod::Additive => Box::new(Additive::contact()),
    }
}

/// Momenta and energy of the free vertices.
fn summarise(state: &State, report: &mut StepReport) {
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
}
