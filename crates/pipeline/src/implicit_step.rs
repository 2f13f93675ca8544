//! Finite-element cloth, solved by implicit Euler with penalties or barriers for contact.

use glam::DVec3;
use ripstop_dynamics::{
    Damping, FiniteElementCloth, ImplicitEuler, ImplicitMethod, ImplicitSettings, LinearMethod,
    NoHook, Seam, Step, Target,
};
use ripstop_geometry::{Motion, Potential, State, VertexId};

use crate::barrier_hook::{BarrierContext, BarrierHook};
use crate::contact_shares::ContactShares;
use crate::penalty_hook::{ContactCounts, PenaltyContext, PenaltyHook};
use crate::proposer::{Interval, Stage};
use crate::repulsion_hook::RepulsionHook;
use crate::scene::{
    BarrierSettings, LinearChoice, RepulsionForm, ResponseMethod, Settings, SolveMethod,
};
use crate::seams::SeamPart;
use crate::solids::NearSolids;
use crate::world::{ClothPart, World};
use crate::{SceneError, StepError};

/// Speed (m/s) below which a correction ends Newton's method.
const TOLERANCE: f64 = 5e-5;

/// Most iterations of Newton's method; what is left then is left to the fail-safe and to the next step.
const ITERATIONS: u32 = 80;

/// Up to so many free vertices linear systems are factored, if their size decides; beyond, conjugate gradients are quicker.
const FACTORED: usize = 5_000;

/// How often a part of a step whose solve does not converge is cut in halves.
const CUTS: u32 = 3;

/// The cloths of a scene as finite elements, and what keeps them apart.
pub(crate) struct ImplicitStep {
    euler: ImplicitEuler,
    contact: ContactMethod,
    seams: Vec<Seam>,
}

/// What keeps cloths apart inside the solve.
enum ContactMethod {
    /// Nothing: that comes afterwards.
    None,
    /// Springs, before impulses.
    Repulsions,
    Penalties(PenaltyContext),
    Barriers(Box<BarrierContext>),
}

/// A part of an interval: from and to which share of it, and how often it was cut.
#[derive(Clone, Copy)]
struct Part {
    from: f64,
    to: f64,
    cuts: u32,
}

impl Part {
    fn halves(self) -> [Self; 2] {
        let (middle, cuts) = (0.5 * (self.from + self.to), self.cuts + 1);
        [Self { to: middle, cuts, ..self }, Self { from: middle, cuts, ..self }]
    }
}

impl ImplicitStep {
    /// The cloths of a world.
    pub(crate) fn new(world: &World, settings: &Settings) -> Result<Self, SceneError> {
        let cloth = |part: &ClothPart| {
            let (fabric, elements) = (part.fabric.fabric(), settings.elements.settings());
            FiniteElementCloth::new(&part.topology, &part.shape, fabric, elements, part.first)
                .map_err(|error| SceneError::Cloth { owner: part.owner.clone(), error })
        };
        let cloths = world.cloths.iter().map(cloth).collect::<Result<_, _>>()?;
        let contact = ContactMethod::new(world, settings);
        let is_barrier = matches!(contact, ContactMethod::Barriers(_));
        let BarrierSettings { tolerance, iterations, linear, .. } = settings.barrier;
        let method = match settings.elements.method {
            SolveMethod::Newton if is_barrier => ImplicitMethod::Newton { tolerance, iterations },
            SolveMethod::Newton => {
                ImplicitMethod::Newton { tolerance: TOLERANCE, iterations: ITERATIONS }
            }
            SolveMethod::Linear if is_barrier => {
                let (dynamics, respond) = ("fem with linearly implicit steps", "barrier");
                return Err(SceneError::Combination { dynamics, respond });
            }
            SolveMethod::Linear => ImplicitMethod::LinearlyImplicit,
        };
        let linear = if is_barrier { linear } else { settings.elements.linear };
        let mut implicit = ImplicitSettings {
            method,
            linear: linear_method(linear, world),
            damping: Damping { drag: settings.damping, internal: 0.0 },
            ..ImplicitSettings::default()
        };
        if is_barrier {
            implicit.remedy = settings.barrier.spectrum.spectrum();
        }
        let euler = ImplicitEuler::new(cloths, implicit)
            .map_err(|error| SceneError::Cloth { owner: "the scene".to_owned(), error })?;
        let seams = world.seams.iter().map(SeamPart::potential).collect::<Result<_, _>>();
        let seams =
            seams.map_err(|error| SceneError::Cloth { owner: "a seam".to_owned(), error })?;
        Ok(Self { euler, contact, seams })
    }

    /// Solves the interval in equal parts.
    pub(crate) fn propose(
        &mut self,
        stage: &mut Stage,
        interval: Interval,
    ) -> Result<(), StepError> {
        let parts = stage.settings.substeps_per_step();
        let start = stage.world.state.positions.clone();
        let ends = stage.world.prescribed_ends(interval.to);
        let ways = Motion { start: &start, end: &ends };
        let share = |part: usize| part as f64 / parts as f64;
        for part in 0..parts {
            let part = Part { from: share(part), to: share(part + 1), cuts: 0 };
            self.solve(stage, ways, part, interval)?;
        }
        Ok(())
    }

    /// One implicit step, at whose end prescribed vertices have gone the share `part.to` of their ways; if it does not converge, two.
    fn solve(
        &mut self,
        stage: &mut Stage,
        ways: Motion,
        part: Part,
        whole: Interval,
    ) -> Result<(), StepError> {
        let clock = stage.clock.seconds();
        let forces = stage.forces();
        let dt = (part.to - part.from) * whole.dt;
        let time = whole.to - (1.0 - part.to) * whole.dt;
        let vertices = stage.world.prescribed.iter().flat_map(|group| &group.vertices);
        let target =
            |&vertex: &VertexId| Target { vertex, position: ways.vertex(vertex).at(part.to) };
        let targets: Vec<Target> = vertices.map(target).collect();
        let saved = stage.world.state.clone();
        let World { state, solids, mesh, surfaces, .. } = &mut *stage.world;
        let start = &saved.positions;
        let mut expected: Vec<DVec3> =
            start.iter().zip(&state.velocities).map(|(x, v)| *x + dt * *v).collect();
        for target in &targets {
            expected[target.vertex.index()] = target.position;
        }
        let motion = Motion { start, end: &expected };
        let seams: Vec<&dyn Potential> =
            self.seams.iter().map(|seam| seam as &dyn Potential).collect();
        let step = Step { dt, forces: &forces, targets: &targets, potentials: &seams };
        let report = &mut *stage.report;
        let solved = match &self.contact {
            ContactMethod::None => self.euler.step(state, &step, &mut NoHook)?,
            ContactMethod::Repulsions => {
                stage.detector.expect(&motion);
                let settings = stage.settings.impulse.settings();
                let slip = stage.settings.penalty.friction_speed * dt;
                let mut hook =
                    RepulsionHook::new(stage.detector, ways.start, state, &settings, slip);
                let solved = self.euler.step(state, &step, &mut hook)?;
                [report.response.contacts, report.response.active_contacts] =
                    hook.counts(&state.positions);
                solved
            }
            ContactMethod::Penalties(context) => {
                let near = NearSolids { solids, mesh, surfaces, time, dt };
                let fields = near.fields(context, &saved.inverse_masses);
                let mut hook =
                    PenaltyHook::new(context, stage.detector, &motion, dt).with_fields(fields);
                let solved = self.euler.step(state, &step, &mut hook)?;
                put_where_prescribed(state, &targets, start, dt);
                if context.settings.velocity_filter {
                    near.filter(state);
                }
                let ContactCounts { active, deepest } = hook.counts(&state.positions);
                report.detection.passes += hook.passes;
                report.response.contacts = hook.pair_count();
                report.response.active_contacts = active;
                report.response.deepest = deepest;
                solved
            }
            ContactMethod::Barriers(context) => {
                let mut hook = BarrierHook::new(context, stage.detector, stage.clock, &motion, dt);
                let solved = self.euler.step(state, &step, &mut hook)?;
                report.detection.passes += hook.passes;
                report.response.contacts = hook.contact_count();
                report.response.active_contacts = hook.contact_count();
                report.solve.friction_unsettled += usize::from(hook.is_unsettled);
                report.times.add_solve(&hook.times());
                solved
            }
        };
        report.times.dynamics += stage.clock.seconds() - clock;
        let is_barrier = matches!(self.contact, ContactMethod::Barriers(_));
        if is_barrier && !solved.converged && part.cuts < CUTS {
            report.solve.newton_iterations += solved.iterations as usize;
            report.solve.linear_iterations += solved.linear_iterations as usize;
            report.fail_safe.halvings += 1;
            stage.world.state = saved;
            let [first, second] = part.halves();
            self.solve(stage, ways, first, whole)?;
            return self.solve(stage, ways, second, whole);
        }
        report.solve.count(&solved);
        if is_barrier {
            put_where_prescribed(state, &targets, start, dt);
        }
        Ok(())
    }
}

fn linear_method(choice: LinearChoice, world: &World) -> LinearMethod {
    let free = world.state.inverse_masses.iter().filter(|w| **w > 0.0).count();
    match choice {
        LinearChoice::BySize if free > FACTORED => LinearMethod::default(),
        LinearChoice::BySize | LinearChoice::Cholesky => LinearMethod::Cholesky,
        LinearChoice::ConjugateGradients => LinearMethod::default(),
    }
}

/// Whoever could not go the whole way in the solve goes it now; what is in the way is the fail-safe's.
fn put_where_prescribed(state: &mut State, targets: &[Target], start: &[DVec3], dt: f64) {
    for target in targets {
        state.positions[target.vertex.index()] = target.position;
        let way = target.position - start[target.vertex.index()];
        state.velocities[target.vertex.index()] = way / dt;
    }
}

impl ContactMethod {
    fn new(world: &World, settings: &Settings) -> Self {
        let shares = || ContactShares::new(&world.mesh, &world.rest);
        let thickness = world.surfaces.max_thickness();
        match settings.response() {
            ResponseMethod::Impulse if settings.impulse.repulsion == RepulsionForm::Forces => {
                Self::Repulsions
            }
            ResponseMethod::Impulse | ResponseMethod::Pbd => Self::None,
            ResponseMethod::Penalty => Self::Penalties(PenaltyContext {
                settings: settings.penalty,
                shares: shares(),
                thickness,
            }),
            ResponseMethod::Barrier => {
                let inverse_masses = world.state.inverse_masses.clone();
                let masses = inverse_masses.iter().filter(|w| **w > 0.0).map(|w| 1.0 / w);
                let (sum, count) = masses.fold((0.0, 0), |(sum, n), mass| (sum + mass, n + 1));
                let mass = sum / f64::from(count.max(1));
                let dt = settings.frame_time() / settings.substeps_per_step() as f64;
                Self::Barriers(Box::new(BarrierContext {
                    settings: settings.barrier,
                    shares: shares(),
                    thickness,
                    inertia: mass / (dt * dt),
                    inverse_masses,
                }))
            }
        }
    }
}
