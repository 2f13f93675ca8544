//! Cloths of finite elements in motion.

use glam::DVec3;
use ripstop_geometry::{Potential, State};
use ripstop_linear::LinearSolver;

use super::hook::StepHook;
use super::newton::{Newton, StepReport};
use super::objective::{Objective, StepData, Terms};
use super::settings::{ImplicitSettings, Method};
use crate::damping::Bodies;
use crate::error::positive;
use crate::forces::Sail;
use crate::state_checks::{check_targets, check_vertices};
use crate::{BendingFriction, ClothError, FiniteElementCloth, Forces, Target};

/// Input of a step of the integrator: one implicit solve. Whoever solves a longer step in substeps
/// calls it for each of them.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// Length (s).
    pub dt: f64,
    /// Gravity and wind.
    pub forces: &'a Forces,
    /// Positions of kinematic vertices (inverse mass 0) at the end, numbered as in the state. Those
    /// that are not named stay.
    pub targets: &'a [Target],
    /// Potentials beside those of the cloths.
    pub potentials: &'a [&'a dyn Potential],
}

impl std::fmt::Debug for Step<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Step")
            .field("dt", &self.dt)
            .field("forces", &self.forces)
            .field("targets", &self.targets.len())
            .field("potentials", &self.potentials.len())
            .finish()
    }
}

/// Implicit Euler for all cloths of a state together, with the contacts between them.
///
/// Vertices of the state that belong to no cloth are free particles, or, with inverse mass 0,
/// obstacles. Same input, same bits, at every number of threads.
#[derive(Debug)]
pub struct ImplicitEuler {
    cloths: Vec<FiniteElementCloth>,
    settings: ImplicitSettings,
    objective: Objective,
    linear: LinearSolver,
}

impl ImplicitEuler {
    /// Moves the given cloths.
    ///
    /// # Errors
    /// If a setting makes no sense.
    pub fn new(
        cloths: Vec<FiniteElementCloth>,
        settings: ImplicitSettings,
    ) -> Result<Self, ClothError> {
        settings.check()?;
        let (objective, linear) = (Objective::default(), LinearSolver::default());
        Ok(Self { cloths, settings, objective, linear })
    }

    /// The cloths.
    #[must_use]
    pub fn cloths(&self) -> &[FiniteElementCloth] {
        &self.cloths
    }

    /// Friction between threads of the cloths that were made with it.
    pub fn frictions_mut(&mut self) -> impl Iterator<Item = &mut BendingFriction> {
        self.cloths.iter_mut().filter_map(FiniteElementCloth::friction_mut)
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &ImplicitSettings {
        &self.settings
    }

    /// Makes a step: positions and velocities become those of its end. A report that says that it
    /// has not converged goes with positions that the hook allows, but that do not solve the step.
    ///
    /// # Errors
    /// If `dt` is not positive, a force makes no sense, the state is shorter than the cloths or
    /// holds a number that is not finite, a potential names a vertex that is not there, or a target
    /// belongs to no vertex with inverse mass 0. The state is then as before.
    pub fn step(
        &mut self,
        state: &mut State,
        step: &Step,
        hook: &mut dyn StepHook,
    ) -> Result<StepReport, ClothError> {
        positive("time step", step.dt)?;
        step.forces.check()?;
        let ends = self.check(state, step)?;
        // The whole step runs inside the thread pool: entering it for every small sum would cost
        // more than the sums.
        Ok(rayon::scope(|_| self.solve(state, step, &ends, hook)))
    }

    fn solve(
        &mut self,
        state: &mut State,
        step: &Step,
        ends: &[DVec3],
        hook: &mut dyn StepHook,
    ) -> StepReport {
        let velocities = self.forced_velocities(state, step);
        let data = self.step_data(state, step.dt, &velocities);
        for cloth in &mut self.cloths {
            if let Some(inertia) = cloth.inertia_mut() {
                inertia.begin_step(&data.targets, step.dt);
            }
        }
        let (cloths, rates) = potentials(&self.cloths, step.dt);
        if self.settings.method == Method::LinearlyImplicit && !hook.needs_descent() {
            self.objective.begin_linear(data, &cloths, &rates);
        } else {
            self.objective.begin(data, &cloths, &rates);
        }
        let mut x = state.positions.clone();
        let mut newton = Newton {
            objective: &mut self.objective,
            linear: &mut self.linear,
            settings: &self.settings,
            terms: Terms { cloths: &cloths, extra: step.potentials },
            ends,
            velocities: &state.velocities,
            dt: step.dt,
            hook,
        };
        let report = newton.solve(&mut x);
        for ((v, end), start) in state.velocities.iter_mut().zip(&x).zip(&state.positions) {
            *v = (*end - *start) / step.dt;
        }
        state.positions = x;
        report
    }

    /// Kinetic energy (J) of all vertices of the state.
    #[must_use]
    pub fn kinetic_energy(&self, state: &State) -> f64 {
        let lumped = lumped(&self.cloths, state);
        let lumps: f64 = lumped
            .iter()
            .zip(&state.velocities)
            .map(|(mass, v)| 0.5 * mass * v.length_squared())
            .sum();
        let consistent = self.cloths.iter().filter_map(FiniteElementCloth::inertia);
        lumps + consistent.map(|mass| mass.kinetic_energy(&state.velocities)).sum::<f64>()
    }

    /// Checks the input. Returns positions with those of kinematic vertices at the end.
    fn check(&self, state: &State, step: &Step) -> Result<Vec<DVec3>, ClothError> {
        let last = self.cloths.iter().map(|cloth| cloth.vertices().end).max().unwrap_or(0);
        let vertex_count = state.positions.len();
        check_vertices(state, 0..last.max(vertex_count))?;
        for (constraint, potential) in step.potentials.iter().enumerate() {
            let mut stencils = (0..potential.element_count()).flat_map(|e| potential.stencil(e));
            if let Some(v) = stencils.find(|v| v.index() >= vertex_count) {
                let vertex = v.0;
                return Err(ClothError::ConstraintVertex { constraint, vertex, vertex_count });
            }
        }
        check_targets(&state.inverse_masses, 0..vertex_count, step.targets)?;
        let mut ends = state.positions.clone();
        for target in step.targets {
            ends[target.vertex.index()] = target.position;
        }
        Ok(ends)
    }

    /// Velocities after damping, wind and gravity, before anything elastic.
    fn forced_velocities(&self, state: &State, step: &Step) -> Vec<DVec3> {
        let mut velocities = state.velocities.clone();
        for cloth in &self.cloths {
            let range = cloth.vertices();
            let positions = &state.positions[range.clone()];
            let inverse_masses = &state.inverse_masses[range.clone()];
            let velocities = &mut velocities[range];
            let mut bodies = Bodies { positions, velocities, inverse_masses };
            self.settings.damping.apply(step.dt, &mut bodies);
            if let Some(wind) = &step.forces.wind {
                let (faces, density) = (cloth.faces(), cloth.fabric().density);
                let sail = Sail { faces, density, positions, inverse_masses };
                sail.blow(wind, velocities, step.dt);
            }
        }
        for velocity in &mut velocities {
            *velocity += step.dt * step.forces.gravity;
        }
        velocities
    }

    fn step_data(&self, state: &State, dt: f64, velocities: &[DVec3]) -> StepData {
        let ahead = state.positions.iter().zip(velocities).map(|(x, v)| *x + dt * *v);
        let scale = 1.0 / (dt * dt);
        StepData {
            targets: ahead.collect(),
            inertia: lumped(&self.cloths, state).iter().map(|mass| scale * mass).collect(),
            start: state.positions.clone(),
            fixed: state.inverse_masses.iter().map(|w| *w == 0.0).collect(),
        }
    }
}

/// Lumped masses (kg): 0 for fixed vertices and for those whose cloth has a consistent mass matrix.
fn lumped(cloths: &[FiniteElementCloth], state: &State) -> Vec<f64> {
    let mass = |w: &f64| if *w > 0.0 { 1.0 / w } else { 0.0 };
    let mut masses: Vec<f64> = state.inverse_masses.iter().map(mass).collect();
    for cloth in cloths.iter().filter(|cloth| cloth.inertia().is_some()) {
        masses[cloth.vertices()].fill(0.0);
    }
    masses
}

/// All potentials of the cloths, and the damping rate `τ/Δt` of each.
fn potentials(cloths: &[FiniteElementCloth], dt: f64) -> (Vec<&dyn Potential>, Vec<f64>) {
    let (mut potentials, mut rates) = (Vec::new(), Vec::new());
    for cloth in cloths {
        let elastic = cloth.potentials();
        rates.extend(vec![cloth.fabric().damping_time / dt; elastic.len()]);
        potentials.extend(elastic);
        if let Some(friction) = cloth.friction() {
            potentials.push(friction as &dyn Potential);
            rates.push(0.0);
        }
        if let Some(inertia) = cloth.inertia() {
            potentials.push(inertia as &dyn Potential);
            rates.push(0.0);
        }
    }
    (potentials, rates)
}
