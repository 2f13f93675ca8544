//! Contact inside an implicit solve.

mod barrier;
mod penalty;
mod repulsion;
mod solid_fields;

use glam::DVec3;
use ripstop_dynamics::{ImplicitEuler, NoHook, Step, StepReport, Target};
use ripstop_geometry::{Motion, Potential, State};

use super::step_context::StepContext;
use crate::StepError;
use crate::scene::{RepulsionForm, ResponseMethod, Settings};
use crate::world::World;
use barrier::{BarrierContext, BarrierHook};
use penalty::{ContactCounts, PenaltyContext, PenaltyHook};
use repulsion::RepulsionHook;
use solid_fields::SolidFields;

/// Halvings of a substep whose solve with barriers does not converge.
const BARRIER_HALVINGS: u32 = 3;

/// The model that keeps cloths apart inside a solve.
pub(super) enum ContactModel {
    /// Nothing: impulses follow.
    None,
    /// Springs, before impulses.
    Repulsion,
    /// Penalties.
    Penalty(PenaltyContext),
    /// Barriers: incremental potential contact.
    Barrier(Box<BarrierContext>),
}

/// Input of a solve.
pub(super) struct Solve<'a> {
    /// State at its start, before user forces.
    pub(super) start: &'a State,
    /// The last positions known to be free of crossings (m).
    pub(super) certified: &'a [DVec3],
    /// Predicted positions at its end (m).
    pub(super) predicted: Vec<DVec3>,
    /// Kinematic vertices at its end.
    pub(super) targets: Vec<Target>,
    /// Its end, since the start of the scene (s).
    pub(super) time: f64,
    /// Its length (s).
    pub(super) dt: f64,
}

impl Solve<'_> {
    fn motion(&self) -> Motion<'_> {
        Motion { start: &self.start.positions, end: &self.predicted }
    }

    /// Puts kinematic vertices that could not go all the way in the solve where they have to be;
    /// what is in the way is the fail-safe's.
    pub(super) fn put_kinematic(&self, state: &mut State) {
        for target in &self.targets {
            let i = target.vertex.index();
            state.positions[i] = target.position;
            state.velocities[i] = (target.position - self.start.positions[i]) / self.dt;
        }
    }
}

impl ContactModel {
    /// The model that the settings ask for.
    pub(super) fn new(world: &World, settings: &Settings) -> Self {
        match settings.response() {
            ResponseMethod::Impulse if settings.impulse.repulsion == RepulsionForm::Forces => {
                Self::Repulsion
            }
            ResponseMethod::Impulse | ResponseMethod::Pbd => Self::None,
            ResponseMethod::Penalty => Self::Penalty(PenaltyContext::new(world, settings)),
            ResponseMethod::Barrier => {
                Self::Barrier(Box::new(BarrierContext::new(world, settings)))
            }
        }
    }

    pub(super) const fn is_barrier(&self) -> bool {
        matches!(self, Self::Barrier(_))
    }

    /// Halvings of a substep whose solve does not converge; other models leave it to the fail-safe
    /// and to the next step.
    pub(super) const fn most_halvings(&self) -> u32 {
        if self.is_barrier() { BARRIER_HALVINGS } else { 0 }
    }

    /// Solves with this model inside and potentials `beside` it, and reports its contacts.
    pub(super) fn solve(
        &self,
        context: &mut StepContext,
        euler: &mut ImplicitEuler,
        beside: &[Box<dyn Potential + Send>],
        solve: &Solve,
    ) -> Result<StepReport, StepError> {
        let forces = context.forces();
        let StepContext { settings, world, state, query, user, clock, report } = context;
        let beside = beside.iter().map(|potential| potential.as_ref() as &dyn Potential);
        let potentials: Vec<&dyn Potential> = beside.chain(user.potentials()).collect();
        let Solve { dt, targets, .. } = solve;
        let step = Step { dt: *dt, forces: &forces, targets, potentials: &potentials };
        let response = &mut report.response;
        Ok(match self {
            Self::None => euler.step(state, &step, &mut NoHook)?,
            Self::Repulsion => {
                query.predict(&solve.motion());
                let slip = settings.penalty.friction_speed * dt;
                let springs = settings.impulse.settings();
                let mut hook = RepulsionHook::new(query, solve.certified, state, &springs, slip);
                let solved = euler.step(state, &step, &mut hook)?;
                [response.contacts, response.active_contacts] = hook.counts(&state.positions);
                solved
            }
            Self::Penalty(model) => {
                let solids = SolidFields { world, time: solve.time, dt: *dt };
                let fields = solids.penalties(model, &solve.start.inverse_masses);
                let mut hook =
                    PenaltyHook::new(model, query, &solve.motion(), *dt).with_fields(fields);
                let solved = euler.step(state, &step, &mut hook)?;
                solve.put_kinematic(state);
                if model.settings.velocity_filter {
                    solids.filter_velocities(state);
                }
                let ContactCounts { active, deepest } = hook.counts(&state.positions);
                report.detection.passes += hook.passes;
                response.contacts = hook.pair_count();
                response.active_contacts = active;
                response.deepest = deepest;
                solved
            }
            Self::Barrier(model) => {
                let motion = solve.motion();
                let mut hook = BarrierHook::new(model, query, *clock, &motion, *dt);
                let solved = euler.step(state, &step, &mut hook)?;
                report.detection.passes += hook.passes;
                response.contacts = hook.contact_count();
                response.active_contacts = hook.contact_count();
                report.solve.friction_unsettled += usize::from(hook.is_unsettled);
                report.times.add_solve(&hook.times());
                solved
            }
        })
    }
}
