//! Corrections: from a proposal to a motion that is safe, or not yet. They come between the
//! dynamics and the last resort.
//!
//! ```text
//! method    impulses, or projection of the proposed end out of its impacts, or a certified check
//! limit     edges that are too long are shortened, and the motion is corrected again
//! zones     what still collides: optimised together, then as rigid bodies
//! ```

mod quality;

use glam::DVec3;
use ripstop_geometry::{Motion, State};
use ripstop_response::{
    Detector, ImpactWatch, ImpulseResponse, Outcome, PositionProjection, Responder, StrainLimit,
    ZoneSettings, resolve_zones,
};

use super::half_step::EndForces;
use super::path_check::is_path_free;
use super::ropes::mean_edge;
use super::step_context::StepContext;
use crate::SceneError;
use crate::scene::{
    DynamicsMethod, EndVelocity, ImpulseSettings, RepulsionForm, ResponseMethod, Settings,
};
use crate::world::World;

/// Sweeps over edges when strain is limited after a correction.
const STRAIN_SWEEPS: usize = 8;

/// Rounds of limiting strain after a projection.
const STRAIN_ROUNDS: usize = 3;

/// Strain beyond the limit of the cloth that is left alone after a projection, because contacts are
/// swept after edges, or after impulses, because the limit is met by a few sweeps.
const STRAIN_EXCESS: f64 = 0.015;

/// Turns of shortening edges and closing stitches.
const SEWN_SWEEPS: usize = 24;

/// A correction by more than this part of the thickness is rough, or of twice the mean edge if
/// that is more.
const ROUGH: f64 = 0.2;

/// The correction of a scene.
pub(crate) struct Correction {
    method: Method,
    /// Edges of all cloths with their greatest lengths.
    strain_limit: StrainLimit,
    /// A correction of more than this (m) is rough.
    rough: f64,
    /// True if barriers keep distances, which the report tells.
    measures_distance: bool,
    /// Forces for the half-step of velocities after impulses, if there is one.
    end_forces: Option<EndForces>,
}

enum Method {
    /// Projection, then edges that are too long are shortened.
    Project,
    /// Impulses after Bridson, then the strain limit.
    Impulses(ImpulseSettings),
    /// Descent on barriers, or projection where it fails.
    BarrierProjection,
    /// A certified check: the solve has kept clear of impacts by itself.
    CertifyOnly,
}

/// A proposal that is to be corrected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proposal<'a> {
    /// Positions at the start (m).
    pub(crate) start: &'a [DVec3],
    /// Proposed positions at the end (m).
    pub(crate) end: &'a [DVec3],
    /// The same without displacements of untangling (m).
    pub(crate) solved: &'a [DVec3],
    /// Length of the step (s).
    pub(crate) dt: f64,
    /// Number of times that the step was halved.
    pub(crate) depth: u32,
    /// True if it may be halved once more.
    pub(crate) may_halve: bool,
}

impl Correction {
    /// The correction that the settings ask for.
    pub(crate) fn new(world: &World, settings: &Settings) -> Result<Self, SceneError> {
        let response = settings.response();
        let method = match (response, settings.dynamics) {
            (ResponseMethod::Pbd | ResponseMethod::Ray, _) => Method::Project,
            (ResponseMethod::Impulse, _) => Method::Impulses(settings.impulse.clone()),
            (ResponseMethod::Barrier, DynamicsMethod::Pbd) => Method::BarrierProjection,
            (ResponseMethod::Barrier | ResponseMethod::Penalty, _) => Method::CertifyOnly,
        };
        let limit = match &method {
            Method::Impulses(impulse) => impulse.strain_limit,
            Method::Project => strain_limits(world, settings).map_or(0.0, |[_, limit]| limit),
            _ => 0.0,
        };
        let edges = world.cloths.iter().filter(|_| limit > 0.0).flat_map(|cloth| {
            let first = cloth.first.index();
            let ends =
                cloth.topology.edges().iter().map(move |edge| edge.map(|v| first + v.index()));
            ends.zip(cloth.shape.lengths().iter().map(move |length| (1.0 + limit) * length))
        });
        let sweeps = if world.seams.is_empty() { STRAIN_SWEEPS } else { 1 };
        let has_half_step = response == ResponseMethod::Impulse
            && settings.impulse.velocity == EndVelocity::HalfStep;
        Ok(Self {
            method,
            strain_limit: StrainLimit { edges: edges.collect(), sweeps },
            rough: ROUGH * world.rules.surfaces.min_thickness().max(2.0 * mean_edge(world)),
            measures_distance: response == ResponseMethod::Barrier,
            end_forces: has_half_step.then(|| EndForces::new(world, settings)).transpose()?,
        })
    }

    /// Changes the proposed end, and velocities with it; returns the number of impacts that are
    /// left.
    pub(crate) fn correct(&self, context: &mut StepContext, proposal: &Proposal) -> usize {
        let mut watch = ImpactWatch::default();
        context.query.begin_response();
        let mut clock = context.clock.seconds();
        let is_safe = match &self.method {
            Method::Impulses(impulse) => {
                let safe = self.apply_impulses(context, proposal, impulse, &mut watch);
                clock = context.clock.seconds();
                !self.limit_strain(context, proposal.dt) && safe
            }
            Method::BarrierProjection => descend(context, proposal) || project(context, proposal),
            Method::CertifyOnly if is_path_free(context, proposal) => true,
            Method::CertifyOnly => match impacts_on_the_way(context, proposal) {
                0 => true,
                // A solve keeps clear of everything on its own path, which is not quite straight:
                // shorter steps are straighter.
                impacts if proposal.may_halve => {
                    context.report.times.certify += context.clock.seconds() - clock;
                    context.report.fail_safe.impacts += impacts;
                    return impacts;
                }
                _ => project(context, proposal),
            },
            Method::Project => {
                let safe = project(context, proposal);
                if safe && !is_tightened(context) {
                    self.shorten(context, proposal);
                }
                safe
            }
        };
        let left = if is_safe { 0 } else { self.resolve_zones(context, proposal, &mut watch) };
        let is_measured = left == 0 && self.measures_distance;
        let positions = &context.state.positions;
        context.report.response.least_distance =
            is_measured.then(|| context.query.least_distance(positions));
        context.report.times.certify += context.clock.seconds() - clock;
        if !matches!(self.method, Method::Impulses(_)) {
            context.report.fail_safe.impacts += context.query.first_impacts();
        }
        left
    }

    /// Shortens edges of a safe end, if there is a limit, as long as the end stays safe.
    fn shorten(&self, context: &mut StepContext, proposal: &Proposal) {
        for _ in 0..STRAIN_ROUNDS {
            if !self.strain_limit.is_exceeded(&context.state.positions, 0.0) {
                break;
            }
            let safe = context.state.clone();
            self.limit_strain(context, proposal.dt);
            let shortened = context.state.positions.clone();
            if !project(context, &Proposal { end: &shortened, ..*proposal }) {
                *context.state = safe;
                break;
            }
        }
    }

    /// Shortens edges, and closes stitches by turns with them; true if something was moved.
    fn limit_strain(&self, context: &mut StepContext, dt: f64) -> bool {
        if is_tightened(context) {
            return false;
        }
        if context.stitches.is_empty() {
            return self.strain_limit.apply(context.state, dt);
        }
        for _ in 0..SEWN_SWEEPS {
            self.strain_limit.apply(context.state, dt);
            context.stitches.close(context.state, dt);
        }
        true
    }

    fn apply_impulses(
        &self,
        context: &mut StepContext,
        proposal: &Proposal,
        impulse: &ImpulseSettings,
        watch: &mut ImpactWatch,
    ) -> bool {
        let begin = context.clock.seconds();
        let StepContext { settings, query, state, clock, report, .. } = context;
        query.predict(&Motion { start: proposal.start, end: &state.positions });
        let mut impulses = ImpulseResponse::new(impulse.settings(), proposal.dt);
        // Position-based cloth has had its repulsions in every substep.
        let is_repelled = settings.dynamics == DynamicsMethod::Pbd;
        if is_repelled {
            impulses.settings.sweeps = 0;
        }
        // A step is solved in substeps, and gravity goes on from the middle of them to the end.
        let k = settings.substeps_per_step() as f64;
        let gravity = DVec3::from(settings.gravity);
        if self.end_forces.is_none() {
            impulses.half_step = (k - 1.0) / (2.0 * k) * proposal.dt * gravity;
        }
        let repelled = impulses.repel_close(query, proposal.start, state);
        let repulsed = clock.seconds();
        report.times.contacts += repulsed - begin;
        let outcome = impulses.resolve_impacts(query, repelled, proposal.start, state);
        report.times.response += clock.seconds() - repulsed;
        let did = impulses.report;
        if impulse.repulsion == RepulsionForm::Impulses && !is_repelled {
            // Fields of obstacles have counted theirs in the solve, which began at 0.
            report.response.contacts += did.close;
            report.response.active_contacts += did.repelled;
        }
        report.response.resolved += did.impacts;
        report.detection.count(did.detection);
        if let Some(forces) = &self.end_forces {
            forces.finish(context, &impulses.touched, proposal.dt);
        }
        *watch = impulses.watch;
        matches!(outcome, Outcome::Safe { .. })
    }

    fn resolve_zones(
        &self,
        context: &mut StepContext,
        proposal: &Proposal,
        watch: &mut ImpactWatch,
    ) -> usize {
        let mut settings = ZoneSettings::new(context.query.detector().least_gap(), proposal.dt);
        if let Method::Impulses(impulse) = &self.method {
            settings.rounds = impulse.zone_rounds;
        }
        settings.friction = context.settings.zone_friction;
        let StepContext { query, state, report, .. } = context;
        let did = resolve_zones(query, watch, proposal.start, state, &settings);
        if let Method::Impulses(_) = &self.method {
            report.fail_safe.impacts += did.impacts;
        }
        report.fail_safe.zones += did.optimised;
        report.fail_safe.largest_zone = report.fail_safe.largest_zone.max(did.largest);
        report.fail_safe.rigid_zones += did.rigid;
        report.detection.count(did.detection);
        did.left
    }
}

/// True if edges and seams were met together before the response, which knows its contacts: sweeps
/// after it do worse.
fn is_tightened(context: &StepContext) -> bool {
    context.settings.dynamics == DynamicsMethod::Pbd && !context.stitches.is_empty()
}

/// Strain at which edges of position-based cloth are held in its sweeps, and that they must not
/// exceed after the response; `None` without a limit. Sweeps leave a little: where edges reach what
/// they allow, only a lower limit keeps them below that of the scene. Impulses have a limit of
/// their own.
pub(crate) fn strain_limits(world: &World, settings: &Settings) -> Option<[f64; 2]> {
    let limit = settings.strain_limit;
    let limits = if tightens(world, settings) {
        [limit - STRAIN_EXCESS.min(0.2 * limit), limit]
    } else {
        [limit, limit + STRAIN_EXCESS]
    };
    (limit > 0.0).then_some(limits)
}

/// True if seams, edges and contacts are met together at the end of a step: of position-based cloth
/// that is sewn, or whose response does not limit strain itself.
pub(crate) fn tightens(world: &World, settings: &Settings) -> bool {
    let is_projected = matches!(settings.response(), ResponseMethod::Pbd | ResponseMethod::Ray);
    !world.seams.is_empty() || settings.strain_limit > 0.0 && is_projected
}

/// Descends on barriers.
fn descend(context: &mut StepContext, proposal: &Proposal) -> bool {
    let mut barrier = context.settings.barrier.projection(proposal.dt);
    let is_safe = respond(context, proposal, &mut barrier);
    if context.settings.descends_in_every_step() {
        let response = &mut context.report.response;
        (response.contacts, response.active_contacts) = (barrier.contacts, barrier.contacts);
    }
    is_safe
}

/// Certifies the straight motion from the start.
fn impacts_on_the_way(context: &mut StepContext, proposal: &Proposal) -> usize {
    context.report.detection.checks += 1;
    context.query.impacts(&Motion { start: proposal.start, end: proposal.end }).len()
}

fn project(context: &mut StepContext, proposal: &Proposal) -> bool {
    let gap = 4.0 * context.query.detector().least_gap();
    respond(context, proposal, &mut PositionProjection { rounds: 6, sweeps: 4, gap })
}

/// Lets a responder change the proposed end; velocities change by what positions do. If it fails,
/// the positions are the proposed ones.
fn respond(context: &mut StepContext, proposal: &Proposal, responder: &mut dyn Responder) -> bool {
    let motion = Motion { start: proposal.start, end: proposal.end };
    match responder.respond(&mut context.query, &motion, context.state) {
        Outcome::Safe { passes } => {
            context.report.detection.checks += passes;
            correct_velocities(context.state, proposal.end, proposal.dt);
            true
        }
        Outcome::Unresolved { .. } => {
            context.state.positions.copy_from_slice(proposal.end);
            false
        }
    }
}

/// Changes velocities by what moved positions at the end of a step.
pub(crate) fn correct_velocities(state: &mut State, proposed: &[DVec3], dt: f64) {
    let State { positions, velocities, inverse_masses } = state;
    for i in 0..positions.len() {
        if inverse_masses[i] > 0.0 && positions[i] != proposed[i] {
            velocities[i] += (positions[i] - proposed[i]) / dt;
        }
    }
}

/// The largest distance between corresponding positions (m); infinite if they differ in number.
pub(crate) fn largest_distance(positions: &[DVec3], others: &[DVec3]) -> f64 {
    if positions.len() != others.len() {
        return f64::INFINITY;
    }
    let distances = positions.iter().zip(others).map(|(a, b)| a.distance_squared(*b));
    distances.fold(0.0, f64::max).sqrt()
}
