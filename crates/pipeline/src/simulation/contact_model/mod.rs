//! Contact inside an implicit solve.

mod barrier;
mod barrier_context;
mod field_contacts;
mod field_cover;
mod penalty;
mod penalty_rule;
mod pressures;
mod repulsion;
mod solid_fields;

use glam::DVec3;
use ripstop_dynamics::{ClothError, ImplicitEuler, NoHook, Step, StepHook, StepReport, Target};
use ripstop_geometry::{Motion, Potential, State};

use super::step_context::StepContext;
use super::watch::Watch;
use super::watched::WatchedHook;
use crate::StepError;
use crate::scene::{RepulsionForm, ResponseMethod, Settings, SolveMode};
use crate::world::World;
use barrier::BarrierHook;
use barrier_context::BarrierContext;
use field_contacts::{FieldContacts, FieldContext, FieldHook};
pub(super) use field_cover::FieldCover;
use penalty::{ContactCounts, PenaltyContext, PenaltyHook};
use repulsion::RepulsionHook;
pub(super) use solid_fields::{FieldVertex, SolidField};

/// Halvings of a substep whose solve with barriers does not converge.
const BARRIER_HALVINGS: u32 = 3;

/// Halvings of a substep whose solve for motion is stuck: what is pinched is so in halves, too.
const ADVANCE_HALVINGS: u32 = 1;

/// The model that keeps cloths apart inside a solve, and fields of obstacles beside it.
pub(super) struct ContactModel {
    method: Method,
    fields: Option<FieldContext>,
    filters_velocities: bool,
}

enum Method {
    /// Nothing: impulses follow.
    None,
    /// Springs, before impulses.
    Repulsion,
    /// Springs between cloths alone; rays stand for contacts with obstacles, whose vertices begin
    /// here.
    RepulsionOfCloths(usize),
    /// Penalties.
    Penalty(Box<PenaltyContext>),
    /// Barriers: incremental potential contact.
    Barrier(Box<BarrierContext>),
}

/// Input of a solve.
pub(super) struct Solve<'a> {
    /// State at its start, before user forces.
    pub(super) start: &'a State,
    /// The last positions known to be free of crossings (m).
    pub(super) certified: &'a [DVec3],
    /// Their time, since the start of the scene (s).
    pub(super) certified_at: f64,
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
        let method = match settings.response() {
            ResponseMethod::Impulse if settings.impulse.repulsion == RepulsionForm::Forces => {
                Method::Repulsion
            }
            ResponseMethod::Impulse | ResponseMethod::Pbd => Method::None,
            ResponseMethod::Ray => {
                let end = world.cloths.last().map_or(0, |cloth| cloth.vertices().end);
                Method::RepulsionOfCloths(end)
            }
            ResponseMethod::Penalty => {
                Method::Penalty(Box::new(PenaltyContext::new(world, settings)))
            }
            ResponseMethod::Barrier => {
                Method::Barrier(Box::new(BarrierContext::new(world, settings)))
            }
        };
        let fields = FieldContext::new(world, settings);
        Self { method, fields, filters_velocities: settings.filters_velocities() }
    }

    pub(super) const fn is_barrier(&self) -> bool {
        matches!(self.method, Method::Barrier(_))
    }

    /// True if contacts limit the steps of a solve, so that one for motion is safe with all that it
    /// meets. Penalties of fields limit none.
    pub(super) const fn limits_steps(&self) -> bool {
        match self.method {
            Method::Barrier(_) => true,
            Method::Penalty(_) => self.fields.is_none(),
            _ => false,
        }
    }

    pub(super) const fn is_penalty(&self) -> bool {
        matches!(self.method, Method::Penalty(_))
    }

    /// Most iterations of a solve with penalties.
    pub(super) fn penalty_iterations(&self, settings: &Settings) -> u32 {
        let advances = settings.solve == SolveMode::Advance && self.limits_steps();
        settings.penalty.iterations.unwrap_or(if advances { 40 } else { 80 })
    }

    /// Halvings of a substep whose solve does not converge; other models leave it to the fail-safe
    /// and to the next step.
    pub(super) const fn most_halvings(&self, solve: SolveMode) -> u32 {
        match (&self.method, solve) {
            (Method::Barrier(_) | Method::Penalty(_), SolveMode::Advance) => ADVANCE_HALVINGS,
            (Method::Barrier(_), SolveMode::Converge) => BARRIER_HALVINGS,
            _ => 0,
        }
    }

    /// Solves with this model inside and potentials `beside` it, and reports its contacts.
    pub(super) fn solve(
        &self,
        context: &mut StepContext,
        euler: &mut ImplicitEuler,
        beside: &[&dyn Potential],
        solve: &Solve,
    ) -> Result<StepReport, StepError> {
        let Solve { time, dt, .. } = *solve;
        let solids = if self.fields.is_some() || self.filters_velocities {
            SolidField::of_world(context.world, solve.certified, solve.certified_at)
        } else {
            Vec::new()
        };
        let start = &solve.start.positions;
        let mut fields =
            self.fields.as_ref().map(|fields| fields.contacts(&solids, start, time, dt));
        let budget = self.is_penalty().then(|| self.penalty_iterations(context.settings));
        let mut solver = Solver { euler, fields: fields.as_mut(), budget };
        let solved = self.solve_with(context, &mut solver, beside, solve)?;
        if let Some(fields) = fields {
            fields.count(&context.state.positions, &mut context.report.response);
        }
        if self.filters_velocities {
            for solid in &solids {
                solid.filter_velocities(time, dt, context.state);
            }
        }
        Ok(solved)
    }

    fn solve_with(
        &self,
        context: &mut StepContext,
        solver: &mut Solver,
        beside: &[&dyn Potential],
        solve: &Solve,
    ) -> Result<StepReport, StepError> {
        let forces = context.forces(solve.time - 0.5 * solve.dt);
        let StepContext { settings, state, query, user, clock, report, path, watch, .. } = context;
        let beside = beside.iter().copied();
        let potentials: Vec<&dyn Potential> = beside.chain(user.potentials()).collect();
        let Solve { dt, targets, .. } = solve;
        let step = Step { dt: *dt, forces: &forces, targets, potentials: &potentials };
        let response = &mut report.response;
        Ok(match &self.method {
            Method::None => {
                [response.contacts, response.active_contacts] = [0; 2];
                solver.step(state, &step, watch, &mut NoHook)?
            }
            Method::Repulsion | Method::RepulsionOfCloths(_) => {
                query.predict(&solve.motion());
                let slip = settings.penalty.friction_speed * dt;
                let springs = settings.impulse.settings();
                let mut hook = RepulsionHook::new(query, solve.certified, state, &springs, slip);
                if let Method::RepulsionOfCloths(end) = self.method {
                    hook.keep_below(end);
                }
                let solved = solver.step(state, &step, watch, &mut hook)?;
                [response.contacts, response.active_contacts] = hook.counts(&state.positions);
                solved
            }
            Method::Penalty(model) => {
                let mut hook = PenaltyHook::new(model, query, &solve.motion(), *dt);
                let solved = solver.step(state, &step, watch, &mut hook)?;
                solve.put_kinematic(state);
                let ContactCounts { active, deepest } = hook.counts(&state.positions);
                report.detection.passes += hook.passes;
                response.contacts = hook.pair_count();
                response.active_contacts = active;
                response.deepest = deepest;
                path.append(&mut hook.path);
                solved
            }
            Method::Barrier(model) => {
                let motion = solve.motion();
                let mut hook = BarrierHook::new(model, query, *clock, &motion, *dt);
                let solved = solver.step(state, &step, watch, &mut hook)?;
                report.detection.passes += hook.passes;
                response.contacts = hook.contact_count();
                response.active_contacts = hook.contact_count();
                report.solve.friction_unsettled += usize::from(hook.is_unsettled);
                report.times.add_solve(&hook.times());
                path.append(&mut hook.path);
                solved
            }
        })
    }
}

/// The implicit solver, with contacts with fields beside those of a hook.
struct Solver<'a, 'f> {
    euler: &'a mut ImplicitEuler,
    fields: Option<&'a mut FieldContacts<'f>>,
    /// Most iterations up to an update of friction, and after it.
    budget: Option<u32>,
}

impl Solver<'_, '_> {
    fn step(
        &mut self,
        state: &mut State,
        step: &Step,
        watch: &mut Watch,
        hook: &mut dyn StepHook,
    ) -> Result<StepReport, ClothError> {
        let mut solve = |inner: &mut dyn StepHook| {
            self.euler.step(state, step, &mut WatchedHook::new(inner, watch, self.budget))
        };
        match &mut self.fields {
            None => solve(hook),
            Some(fields) => solve(&mut FieldHook { inner: hook, fields }),
        }
    }
}
