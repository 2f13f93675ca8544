//! Finite-element cloth by implicit Euler, with a contact model inside the solve.

use glam::DVec3;
use ripstop_dynamics::{
    Damping, FiniteElementCloth, ImplicitEuler, ImplicitMethod, ImplicitSettings, LinearMethod,
    Target,
};
use ripstop_geometry::{Motion, Potential, State, VertexId};

use super::contact_model::{ContactModel, Solve};
use super::inflation;
use super::integrator::Interval;
use super::ray_response::RayResponse;
use super::span::{Attempt, Reason, Span, in_halves};
use super::step_context::StepContext;
use super::thread_memory::ThreadMemory;
use crate::scene::{LinearChoice, Settings, SolveMethod, SolveMode};
use crate::world::{ClothPart, World};
use crate::{SceneError, StepError};

/// Speed (m/s) below which a direction ends a solve without contact inside.
const TOLERANCE: f64 = 5e-5;

/// Most iterations of such a solve; the rest is left to the fail-safe and to the next step.
const ITERATIONS: u32 = 80;

/// Solves of a substep with penalties: before and after the update of friction.
const PENALTY_SOLVES: u32 = 2;

/// Most iterations of a solve for motion.
const ADVANCE_ITERATIONS: u32 = 40;

/// Least iterations of a solve for motion with friction, whose directions are the shorter the
/// more it sticks where they begin.
const ADVANCES_WITH_FRICTION: u32 = 3;

/// Speed (m/s) below which a direction ends a solve for motion before that.
const ADVANCE_TOLERANCE: f64 = 1e-3;

/// Most iterations of a solve that has to converge.
const CONVERGE_ITERATIONS: u32 = 200;

/// The cloths of a scene as finite elements, and the model that keeps them apart.
pub(crate) struct ImplicitIntegrator {
    euler: ImplicitEuler,
    contact: ContactModel,
    /// Of gas inside cloths.
    potentials: Vec<Box<dyn Potential + Send>>,
    rays: Option<Box<RayResponse>>,
}

impl ImplicitIntegrator {
    /// The cloths of a world.
    pub(crate) fn new(world: &World, settings: &Settings) -> Result<Self, SceneError> {
        let cloth = |part: &ClothPart| {
            let (fabric, elements) = (part.fabric.fabric(), settings.elements.settings());
            let (topology, shape) = (&part.topology, &part.shape);
            FiniteElementCloth::new(topology, shape, fabric, elements, part.first)
                .and_then(|cloth| cloth.with_friction(topology, shape, &world.start.positions))
                .map_err(|error| SceneError::Cloth { owner: part.owner.clone(), error })
        };
        let cloths = world.cloths.iter().map(cloth).collect::<Result<_, _>>()?;
        let contact = ContactModel::new(world, settings);
        let implicit = implicit_settings(&contact, settings);
        let euler = ImplicitEuler::new(cloths, implicit)
            .map_err(|error| SceneError::Cloth { owner: "the scene".to_owned(), error })?;
        let mut potentials: Vec<Box<dyn Potential + Send>> = Vec::new();
        for part in &world.cloths {
            potentials.extend(inflation::potential(world, part)?);
        }
        let rays = RayResponse::new(world, settings);
        Ok(Self { euler, contact, potentials, rays })
    }

    /// Memory of the cloths' threads.
    pub(crate) fn threads(&mut self) -> ThreadMemory<'_> {
        ThreadMemory::new(self.euler.frictions_mut())
    }

    /// Solves the interval in equal substeps.
    pub(crate) fn propose(
        &mut self,
        context: &mut StepContext,
        start: &State,
        interval: Interval,
    ) -> Result<(), StepError> {
        let substeps = context.settings.substeps_per_step();
        let ends = context.kinematic_ends(&start.positions, interval.to);
        let motion = Motion { start: &start.positions, end: &ends };
        let fraction = |substep: usize| substep as f64 / substeps as f64;
        for substep in 0..substeps {
            let span = Span { from: fraction(substep), to: fraction(substep + 1), depth: 0 };
            in_halves(context, span, &mut |context, start, span| {
                self.solve(context, start, &Substep { motion, interval, span })
            })?;
        }
        Ok(())
    }

    /// One implicit solve from `start`; one with contacts inside that does not converge is halved.
    fn solve(
        &mut self,
        context: &mut StepContext,
        start: &State,
        substep: &Substep,
    ) -> Result<Attempt, StepError> {
        let clock = context.clock.seconds();
        context.watch.begin_part(substep.seconds())?;
        let solve = substep.prepare(context, start);
        let stitches = context.stitches.potential(&start.positions, solve.dt);
        let own = self.potentials.iter().map(|potential| potential.as_ref() as &dyn Potential);
        let sewn = (!context.stitches.is_empty()).then_some(&stitches as &dyn Potential);
        let ties = &context.world.ties;
        let ties = ties.potential(&start.positions, solve.time, solve.dt);
        let tied = (ties.element_count() > 0).then_some(&ties as &dyn Potential);
        let beside: Vec<&dyn Potential> = sewn.into_iter().chain(tied).chain(own).collect();
        let solved = self.contact.solve(context, &mut self.euler, &beside, &solve)?;
        context.watch.check()?;
        let pushed = match &mut self.rays {
            Some(rays) => rays.push(context.world, &start.positions, context.state, solve.dt),
            None => Ok(0),
        };
        let pushed = pushed.map_err(StepError::Boxes)?;
        let report = &mut *context.report;
        report.response.contacts += pushed;
        report.response.active_contacts += pushed;
        report.times.dynamics += context.clock.seconds() - clock;
        if !solved.converged
            && substep.span.depth < self.contact.most_halvings(context.settings.solve)
        {
            report.solve.newton_iterations += solved.iterations as usize;
            report.solve.linear_iterations += solved.linear_iterations as usize;
            return Ok(Attempt::Halve(Reason::Unsolved));
        }
        report.solve.count(&solved);
        if self.contact.is_barrier() {
            solve.put_kinematic(context.state);
        }
        Ok(Attempt::Done)
    }
}

/// A substep, or a part of one.
struct Substep<'a> {
    /// From the start of the step to its end, for kinematic vertices (m).
    motion: Motion<'a>,
    /// The step.
    interval: Interval,
    /// The part of the step that is solved, in fractions of it.
    span: Span,
}

impl Substep<'_> {
    /// The part of the step that is solved (s).
    fn seconds(&self) -> Span {
        let Self { interval, span, .. } = self;
        let at = |fraction: f64| interval.to - (1.0 - fraction) * interval.dt;
        Span { from: at(span.from), to: at(span.to), depth: span.depth }
    }

    /// Applies user forces and gathers the input of the solve.
    fn prepare<'a>(&'a self, context: &mut StepContext, start: &'a State) -> Solve<'a> {
        let Self { motion, interval, span } = self;
        let dt = (span.to - span.from) * interval.dt;
        let time = interval.to - (1.0 - span.to) * interval.dt;
        context.user.apply_forces(time - dt, dt, context.state);
        let target =
            |vertex: VertexId| Target { vertex, position: motion.vertex(vertex).at(span.to) };
        let targets: Vec<Target> = context.kinematic_vertices().map(target).collect();
        let velocities = &context.state.velocities;
        let mut predicted: Vec<DVec3> =
            start.positions.iter().zip(velocities).map(|(x, v)| *x + dt * *v).collect();
        for target in &targets {
            predicted[target.vertex.index()] = target.position;
        }
        let certified_at = interval.to - interval.dt;
        Solve { start, certified: motion.start, certified_at, predicted, targets, time, dt }
    }
}

/// Settings of the solver that suit the contact model.
fn implicit_settings(contact: &ContactModel, settings: &Settings) -> ImplicitSettings {
    let barrier = contact.is_barrier().then_some(&settings.barrier);
    let given = barrier.and_then(|barrier| barrier.iterations);
    // Each of the solves has the iterations of the settings, by its hook.
    let of_penalties = PENALTY_SOLVES.saturating_mul(contact.penalty_iterations(settings));
    let method = match (settings.elements.method, settings.solve) {
        (SolveMethod::Linear, _) => ImplicitMethod::LinearlyImplicit,
        (SolveMethod::Newton, SolveMode::Advance) if contact.limits_steps() => {
            let most = if contact.is_penalty() { of_penalties } else { ADVANCE_ITERATIONS };
            ImplicitMethod::Advance {
                least: ADVANCES_WITH_FRICTION,
                tolerance: ADVANCE_TOLERANCE,
                iterations: given.unwrap_or(most),
            }
        }
        (SolveMethod::Newton, _) => match barrier {
            Some(barrier) => {
                let iterations = given.unwrap_or(CONVERGE_ITERATIONS);
                ImplicitMethod::Newton { tolerance: barrier.tolerance, iterations }
            }
            None if contact.is_penalty() => {
                let tolerance = settings.penalty.tolerance;
                ImplicitMethod::Newton { tolerance, iterations: of_penalties }
            }
            None => ImplicitMethod::Newton { tolerance: TOLERANCE, iterations: ITERATIONS },
        },
    };
    let without_barriers = || match settings.elements.linear {
        Some(choice) => choice,
        None if contact.limits_steps() => LinearChoice::BySize,
        None => LinearChoice::ConjugateGradients,
    };
    let linear = barrier.map_or_else(without_barriers, |barrier| barrier.linear);
    let mut implicit = ImplicitSettings::with_method(method).with_linear(linear_method(linear));
    implicit.damping = Damping { drag: settings.damping, internal: 0.0 };
    if let Some(barrier) = barrier {
        implicit.psd_projection = barrier.spectrum.spectrum();
    }
    implicit
}

fn linear_method(choice: LinearChoice) -> LinearMethod {
    match choice {
        LinearChoice::BySize => LinearMethod::least_cost(),
        LinearChoice::Cholesky => LinearMethod::Cholesky,
        LinearChoice::ConjugateGradients => LinearMethod::default(),
    }
}
