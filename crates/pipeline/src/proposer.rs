//! What moves the cloth: where everything wants to be at the end of an interval, without any promise.

use glam::DVec3;
use ripstop_dynamics::Forces;
use ripstop_geometry::{Motion, State};

use crate::implicit_step::ImplicitStep;
use crate::position_step::PositionStep;
use crate::scene::{DynamicsMethod, RepulsionForm, ResponseMethod, Settings};
use crate::simulation::{Clock, FrameReport};
use crate::world::World;
use crate::{MeshDetector, SceneError, StepError};

/// What a proposal works with.
pub(crate) struct Stage<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) world: &'a mut World,
    pub(crate) detector: &'a mut MeshDetector,
    pub(crate) clock: &'a mut dyn Clock,
    pub(crate) report: &'a mut FrameReport,
}

/// The time that a proposal is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    /// Its end, since the start of the scene (s).
    pub(crate) to: f64,
    /// Its length (s).
    pub(crate) dt: f64,
}

/// The dynamics of a scene together with the part of the response that works inside them.
pub(crate) enum Proposer {
    /// Constraints swept one after another.
    Position(PositionStep),
    /// Energies in an implicit solve.
    Implicit(Box<ImplicitStep>),
}

impl Proposer {
    /// What the settings ask for.
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
            ) => Ok(Self::Position(PositionStep::new(world, settings)?)),
            (
                DynamicsMethod::Fem,
                ResponseMethod::Penalty | ResponseMethod::Impulse | ResponseMethod::Barrier,
            ) => Ok(Self::Implicit(Box::new(ImplicitStep::new(world, settings)?))),
            _ => {
                Err(SceneError::Combination { dynamics: dynamics.name(), respond: respond.name() })
            }
        }
    }

    /// Moves the state to where it wants to be at the end of the interval.
    pub(crate) fn propose(
        &mut self,
        stage: &mut Stage,
        interval: Interval,
    ) -> Result<(), StepError> {
        match self {
            Self::Position(step) => step.propose(stage, interval),
            Self::Implicit(step) => step.propose(stage, interval),
        }
    }

    /// Forgets what is only there to save time, so that a simulation that is restored goes on alike.
    pub(crate) fn forget(&mut self) {
        match self {
            Self::Position(step) => step.forget(),
            // Its contacts are found anew in every step.
            Self::Implicit(_) => {}
        }
    }
}

impl Stage<'_> {
    /// Gravity and wind.
    pub(crate) fn forces(&self) -> Forces {
        Forces {
            gravity: DVec3::from(self.settings.gravity),
            wind: self.settings.wind.map(|velocity| self.settings.air.wind(velocity)),
        }
    }

    /// Finds candidates for the whole step. What gravity adds to the way of a free vertex is left to the room around
    /// the ways: a vertex that lies on something does not fall.
    pub(crate) fn cover(&mut self, start: &[DVec3], ends: &[DVec3], dt: f64) {
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
        self.detector.expect(&Motion { start, end: &predicted });
    }
}
