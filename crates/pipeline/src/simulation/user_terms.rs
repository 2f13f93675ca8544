//! Forces, constraints and potentials of a user, beside those of the scene.
//!
//! | | position-based | finite elements |
//! |---|---|---|
//! | [`Simulation::add_force`] | explicit, once per substep | explicit, once per solve |
//! | [`Simulation::add_constraint`] | in every Gauss–Seidel sweep | refused |
//! | [`Simulation::add_potential`] | refused | inside the implicit solve |
//!
//! They propose positions like everything else that moves the cloth: the certified check and the
//! fail-safe stay on top. A simulation that is restored from a checkpoint needs them added again.

use glam::DVec3;
use ripstop_dynamics::Constraint;
use ripstop_geometry::{Potential, State};

use super::integrator::Integrator;
use crate::{SceneError, Simulation};

/// A force field: at a time (s) and in a state, adds the force (N) on every vertex to the slice.
/// Equal input must give equal forces, or runs cannot be repeated.
pub type ForceField = dyn FnMut(f64, &State, &mut [DVec3]) + Send;

/// Terms that a user has added.
#[derive(Default)]
pub(crate) struct UserTerms {
    forces: Vec<Box<ForceField>>,
    potentials: Vec<Box<dyn Potential + Send>>,
    buffer: Vec<DVec3>,
}

impl UserTerms {
    /// Changes the velocities of free vertices by what the forces do in `dt` (s).
    pub(crate) fn apply_forces(&mut self, time: f64, dt: f64, state: &mut State) {
        if self.forces.is_empty() {
            return;
        }
        self.buffer.clear();
        self.buffer.resize(state.positions.len(), DVec3::ZERO);
        for force in &mut self.forces {
            force(time, state, &mut self.buffer);
        }
        let vertices = state.velocities.iter_mut().zip(&state.inverse_masses).zip(&self.buffer);
        for ((velocity, w), force) in vertices {
            *velocity += dt * *w * *force;
        }
    }

    pub(crate) fn potentials(&self) -> impl Iterator<Item = &dyn Potential> {
        self.potentials.iter().map(|potential| potential.as_ref() as &dyn Potential)
    }
}

impl Simulation {
    /// Adds a force field.
    pub fn add_force(&mut self, force: Box<ForceField>) {
        self.user.forces.push(force);
    }

    /// Adds a constraint to the position-based cloth of a number; its vertices are those of the
    /// cloth.
    ///
    /// # Errors
    /// If there is no such cloth, it is not position-based, or the constraint makes no sense for
    /// it.
    pub fn add_constraint(
        &mut self,
        cloth: usize,
        constraint: Box<dyn Constraint>,
    ) -> Result<(), SceneError> {
        let Some(part) = self.world.cloths.get(cloth) else {
            let what = format!("there are only {} cloths", self.world.cloths.len());
            return Err(SceneError::Part { owner: format!("cloth {cloth}"), what });
        };
        let owner = || part.owner.clone();
        match &mut self.integrator {
            Integrator::PositionBased(integrator) => integrator
                .add_constraint(cloth, constraint)
                .map_err(|error| SceneError::Cloth { owner: owner(), error }),
            Integrator::Implicit(_) => Err(SceneError::Part {
                owner: owner(),
                what: "constraints need `dynamics = \"pbd\"`; finite elements take potentials"
                    .to_owned(),
            }),
        }
    }

    /// Adds a potential, whose stencils are numbered as in the state, to the implicit solve of
    /// finite-element cloth.
    ///
    /// # Errors
    /// If the cloth is not of finite elements, or a stencil names a vertex that is not there.
    pub fn add_potential(
        &mut self,
        potential: Box<dyn Potential + Send>,
    ) -> Result<(), SceneError> {
        let part = |what: String| SceneError::Part { owner: "a potential".to_owned(), what };
        if matches!(self.integrator, Integrator::PositionBased(_)) {
            let what = "it needs `dynamics = \"fem\"`; position-based cloth takes constraints";
            return Err(part(what.to_owned()));
        }
        let count = self.state.positions.len();
        let mut stencils = (0..potential.element_count()).flat_map(|e| potential.stencil(e));
        if let Some(vertex) = stencils.find(|vertex| vertex.index() >= count) {
            return Err(part(format!("it names vertex {}, but there are {count}", vertex.0)));
        }
        self.user.potentials.push(potential);
        Ok(())
    }
}
