//! The dynamics of a scene, with the part of the response that works inside them.

use ripstop_geometry::State;

use super::implicit::ImplicitIntegrator;
use super::position_based::PositionBasedIntegrator;
use super::step_context::StepContext;
use super::thread_memory::ThreadMemory;
use crate::scene::{DynamicsMethod, RepulsionForm, ResponseMethod, Settings};
use crate::world::World;
use crate::{SceneError, StepError};

/// A step that is to be proposed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    /// Its end, since the start of the scene (s).
    pub(crate) to: f64,
    /// Its length (s).
    pub(crate) dt: f64,
}

/// Proposes positions for the end of a step, without any promise.
pub(crate) enum Integrator {
    /// Constraints in Gauss–Seidel sweeps.
    PositionBased(PositionBasedIntegrator),
    /// Potentials in an implicit solve.
    Implicit(Box<ImplicitIntegrator>),
}

impl Integrator {
    /// The integrator that the settings ask for.
    pub(crate) fn new(world: &World, settings: &Settings) -> Result<Self, SceneError> {
        let (dynamics, respond) = (settings.dynamics, settings.response());
        let by_forces = settings.impulse.repulsion == RepulsionForm::Forces;
        match (dynamics, respond) {
            (DynamicsMethod::Pbd, ResponseMethod::Impulse) if by_forces => {
                let respond = "impulse with repulsion by forces";
                Err(SceneError::Combination { dynamics: dynamics.name(), respond })
            }
            (
                DynamicsMethod::Pbd,
                ResponseMethod::Pbd | ResponseMethod::Impulse | ResponseMethod::Barrier,
            ) => Ok(Self::PositionBased(PositionBasedIntegrator::new(world, settings)?)),
            (
                DynamicsMethod::Fem,
                ResponseMethod::Penalty | ResponseMethod::Impulse | ResponseMethod::Barrier,
            ) => Ok(Self::Implicit(Box::new(ImplicitIntegrator::new(world, settings)?))),
            _ => {
                Err(SceneError::Combination { dynamics: dynamics.name(), respond: respond.name() })
            }
        }
    }

    /// Moves the state from `start` to its proposal for the end of the interval.
    pub(crate) fn propose(
        &mut self,
        context: &mut StepContext,
        start: &State,
        interval: Interval,
    ) -> Result<(), StepError> {
        match self {
            Self::PositionBased(integrator) => integrator.propose(context, start, interval),
            Self::Implicit(integrator) => integrator.propose(context, start, interval),
        }
    }

    /// Friction between threads, if the cloths are of finite elements.
    pub(crate) fn threads(&mut self) -> Option<ThreadMemory<'_>> {
        match self {
            Self::PositionBased(_) => None,
            Self::Implicit(integrator) => Some(integrator.threads()),
        }
    }

    /// Forgets what only saves time, so that a simulation that is restored goes on alike.
    pub(crate) fn forget(&mut self) {
        match self {
            Self::PositionBased(integrator) => integrator.forget(),
            // Its contacts are found anew in every step.
            Self::Implicit(_) => {}
        }
    }
}
