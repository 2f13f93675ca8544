//! From a proposal to a motion that is safe, or not yet: what comes between the dynamics and the last resorts.
//!
//! ```text
//! respond   impulses, or projection of the proposed end out of its impacts
//! limit     edges that are too long are shortened, and the motion answered again
//! zones     what still collides: optimised together, then as rigid bodies
//! ```

use glam::DVec3;
use ripstop_geometry::{Motion, State};
use ripstop_response::{
    Detector, ImpactWatch, ImpulseResponse, Outcome, PositionProjection, Responder, StrainLimit,
    ZoneSettings, resolve_zones,
};

use crate::MeshDetector;
use crate::report::{Clock, StepReport};
use crate::scene::{DynamicsMethod, RepulsionForm, ResponseMethod, Settings};
use crate::world::World;

/// How often edges are visited when strain is limited after a response.
const STRAIN_SWEEPS: usize = 8;

/// How often strain is limited after a projection.
const STRAIN_ROUNDS: usize = 3;

/// Strain beyond the limit of the cloth that is left alone after a projection: contacts are swept after edges.
const STRAIN_EXCESS: f64 = 0.015;

/// What answers a proposal.
pub(crate) struct Answerer {
    /// Edges of all cloths with their greatest lengths.
    strain_limit: StrainLimit,
}

/// A step that is being answered.
pub(crate) struct Proposal<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) detector: &'a mut MeshDetector,
    /// Positions at the start (m).
    pub(crate) start: &'a [DVec3],
    /// Length of the step (s).
    pub(crate) dt: f64,
    /// Whether the step may be halved.
    pub(crate) has_room: bool,
    pub(crate) clock: &'a mut dyn Clock,
    pub(crate) report: &'a mut StepReport,
}

impl Answerer {
    pub(crate) fn new(world: &World, settings: &Settings) -> Self {
        let limit = match settings.response() {
            ResponseMethod::Impulse => settings.impulse.strain_limit,
            ResponseMethod::Pbd if settings.strain_limit > 0.0 => {
                settings.strain_limit + STRAIN_EXCESS
            }
            _ => 0.0,
        };
        let edges = world.cloths.iter().filter(|_| limit > 0.0).flat_map(|cloth| {
            let first = cloth.first.index();
            let ends =
                cloth.topology.edges().iter().map(move |edge| edge.map(|v| first + v.index()));
            ends.zip(cloth.shape.lengths().iter().map(move |length| (1.0 + limit) * length))
        });
        Self { strain_limit: StrainLimit { edges: edges.collect(), sweeps: STRAIN_SWEEPS } }
    }

    /// Changes the proposed end, and velocities with it; how many impacts are left on the way.
    pub(crate) fn answer(&self, proposal: &mut Proposal, state: &mut State) -> usize {
        let mut watch = ImpactWatch::default();
        let settings = proposal.settings;
        proposal.detector.begin_answer();
        let mut clock = proposal.clock.seconds();
        let is_safe = match settings.response() {
            ResponseMethod::Impulse => {
                let safe = proposal.apply_impulses(&mut watch, state);
                clock = proposal.clock.seconds();
                !self.strain_limit.apply(state, proposal.dt) && safe
            }
            ResponseMethod::Barrier if settings.dynamics == DynamicsMethod::Pbd => {
                let mut barrier = settings.barrier.projection(proposal.dt);
                proposal.respond(&mut barrier, state) || proposal.project(state)
            }
            ResponseMethod::Barrier | ResponseMethod::Penalty => {
                match proposal.impacts_on_the_way(state) {
                    0 => true,
                    // A solve keeps clear of everything on its own way, which is not quite straight: shorter steps are straighter.
                    impacts if proposal.has_room => {
                        proposal.report.times.certify += proposal.clock.seconds() - clock;
                        proposal.report.impacts += impacts;
                        return impacts;
                    }
                    _ => proposal.project(state),
                }
            }
            ResponseMethod::Pbd => proposal.project(state) && self.shorten(proposal, state),
        };
        let left = if is_safe { 0 } else { proposal.resolve_zones(&mut watch, state) };
        let is_measured = left == 0 && settings.response() == ResponseMethod::Barrier;
        proposal.report.least_distance =
            is_measured.then(|| proposal.detector.least_distance(&state.positions));
        proposal.report.times.certify += proposal.clock.seconds() - clock;
        if settings.response() != ResponseMethod::Impulse {
            proposal.report.impacts += proposal.detector.impacts_met();
        }
        left
    }
}

impl Answerer {
    /// Whether an edge is longer than it may be after a response.
    pub(crate) fn is_overstretched(&self, positions: &[DVec3]) -> bool {
        self.strain_limit.is_exceeded(positions)
    }

    /// Shortens edges of a safe end, if there is a limit, as long as the end stays safe. Always true: it is.
    fn shorten(&self, proposal: &mut Proposal, state: &mut State) -> bool {
        for _ in 0..STRAIN_ROUNDS {
            if !self.is_overstretched(&state.positions) {
                break;
            }
            let safe = state.clone();
            self.strain_limit.apply(state, proposal.dt);
            if !proposal.project(state) {
                *state = safe;
                break;
            }
        }
        true
    }
}

impl Proposal<'_> {
    fn apply_impulses(&mut self, watch: &mut ImpactWatch, state: &mut State) -> bool {
        let begin = self.clock.seconds();
        self.detector.expect(&Motion { start: self.start, end: &state.positions });
        let mut impulses = ImpulseResponse::new(self.settings.impulse.settings(), self.dt);
        // A step is solved in parts, and gravity goes on from the middle of them to the end.
        let k = self.settings.parts() as f64;
        let gravity = DVec3::from(self.settings.gravity);
        impulses.half_step = (k - 1.0) / (2.0 * k) * self.dt * gravity;
        let repelled = impulses.repel_close(self.detector, self.start, state);
        let repulsed = self.clock.seconds();
        self.report.times.contacts += repulsed - begin;
        let outcome = impulses.resolve_impacts(self.detector, repelled, self.start, state);
        self.report.times.response += self.clock.seconds() - repulsed;
        let did = impulses.report;
        if self.settings.impulse.repulsion == RepulsionForm::Impulses {
            self.report.contacts = did.close;
            self.report.active_contacts = did.repelled;
        }
        self.report.answered += did.impacts;
        self.count(did.detection);
        *watch = impulses.watch;
        matches!(outcome, Outcome::Safe { .. })
    }

    /// Certifies the straight way from the start.
    fn impacts_on_the_way(&mut self, state: &State) -> usize {
        let motion = Motion { start: self.start, end: &state.positions };
        self.report.checks += 1;
        self.detector.impacts(&motion).len()
    }

    /// Projects; velocities change by what positions do. If it fails, the proposal is left as it was.
    fn project(&mut self, state: &mut State) -> bool {
        let gap = 4.0 * self.detector.least_gap();
        self.respond(&mut PositionProjection { rounds: 6, sweeps: 4, gap }, state)
    }

    fn respond(&mut self, responder: &mut dyn Responder, state: &mut State) -> bool {
        let proposed = state.positions.clone();
        let motion = Motion { start: self.start, end: &proposed };
        match responder.respond(self.detector, &motion, state) {
            Outcome::Safe { rounds } => {
                self.report.checks += rounds;
                correct_velocities(state, &proposed, self.dt);
                true
            }
            Outcome::Unresolved { .. } => {
                state.positions = proposed;
                false
            }
        }
    }

    fn resolve_zones(&mut self, watch: &mut ImpactWatch, state: &mut State) -> usize {
        let mut settings = ZoneSettings::new(self.detector.least_gap(), self.dt);
        if self.settings.response() == ResponseMethod::Impulse {
            settings.rounds = self.settings.impulse.zone_rounds;
        }
        let did = resolve_zones(self.detector, watch, self.start, state, &settings);
        if self.settings.response() == ResponseMethod::Impulse {
            self.report.impacts += did.impacts;
        }
        self.report.zones += did.optimised;
        self.report.largest_zone = self.report.largest_zone.max(did.largest);
        self.report.rigid_zones += did.rigid;
        self.count(did.detection);
        did.left
    }

    fn count(&mut self, passes: ripstop_response::DetectionPasses) {
        self.report.checks += passes.passes;
        self.report.examined += passes.queries;
        self.report.examined_again += passes.repeated_queries;
    }
}

/// What moved positions at the end of a step also changes velocities.
pub(crate) fn correct_velocities(state: &mut State, proposed: &[DVec3], dt: f64) {
    let State { positions, velocities, inverse_masses } = state;
    for i in 0..positions.len() {
        if inverse_masses[i] > 0.0 && positions[i] != proposed[i] {
            velocities[i] += (positions[i] - proposed[i]) / dt;
        }
    }
}
