//! How a scene is simulated.

use serde::{Deserialize, Serialize};

use super::{
    Air, BarrierSettings, BroadMethod, DynamicsMethod, Elements, Impulse, NarrowMethod, OnTangled,
    PenaltySettings, ResponseMethod,
};

/// A step that is halved more often takes for ever.
const MOST_HALVINGS: u32 = 16;

/// Settings of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How many frames to simulate.
    pub frames: usize,
    /// Frames per second (1/s). A frame is one step: the state is certified at its end.
    pub frame_rate: f64,
    /// What moves the cloth.
    pub dynamics: DynamicsMethod,
    /// What answers to collisions; if it is not given, what goes with the dynamics: `pbd` with `pbd`, `penalty` with
    /// `fem`. In a file that names no dynamics, `penalty` and `barrier` bring `fem` with them.
    pub respond: Option<ResponseMethod>,
    /// Parts of a step in which the cloth is solved.
    pub substeps: usize,
    /// Sweeps over all constraints in a substep.
    pub iterations: usize,
    /// Substeps after which contacts are looked for again, if anything has moved by then.
    pub collision_passes: usize,
    /// Parts of a step in which finite elements are solved.
    pub implicit_steps: usize,
    /// Acceleration of gravity (m/s²).
    pub gravity: [f64; 3],
    /// Velocity of the air (m/s); still air slows a cloth down as well.
    pub wind: Option<[f64; 3]>,
    /// Rate at which free motion dies out (1/s).
    pub damping: f64,
    /// Strain beyond which no edge of a cloth stretches, as a part of its length; 0 for no limit.
    pub strain_limit: f64,
    /// Speed at which surfaces that start too close are parted (m/s).
    pub separation_speed: f64,
    /// Least distance that is kept, as a part of the thickness.
    pub least_gap: f64,
    /// How often a step may be halved before vertices are frozen, 16 at most.
    pub halvings: u32,
    /// How pairs of boxes are found.
    pub broad: BroadMethod,
    /// How impacts are decided.
    pub narrow: NarrowMethod,
    /// What to do with positions that are tangled.
    pub on_tangled: OnTangled,
    /// What the air is like, if there is wind.
    pub air: Air,
    /// How finite elements are made and solved, if cloth is of them.
    pub elements: Elements,
    /// How penalties keep surfaces apart.
    pub penalty: PenaltySettings,
    /// How impulses answer, if they do.
    pub impulse: Impulse,
    /// How barriers keep surfaces apart, if they do.
    pub barrier: BarrierSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            frames: 300,
            frame_rate: 60.0,
            dynamics: DynamicsMethod::default(),
            respond: None,
            substeps: 16,
            iterations: 1,
            collision_passes: 8,
            implicit_steps: 2,
            gravity: [0.0, 0.0, -9.81],
            wind: None,
            damping: 2.0,
            strain_limit: 0.08,
            separation_speed: 0.1,
            least_gap: 1e-2,
            halvings: 4,
            broad: BroadMethod::default(),
            narrow: NarrowMethod::default(),
            on_tangled: OnTangled::default(),
            air: Air::default(),
            elements: Elements::default(),
            penalty: PenaltySettings::default(),
            impulse: Impulse::default(),
            barrier: BarrierSettings::default(),
        }
    }
}

impl Settings {
    /// Length of a frame (s).
    #[must_use]
    pub fn frame_time(&self) -> f64 {
        1.0 / self.frame_rate
    }

    /// What answers to collisions.
    #[must_use]
    pub fn response(&self) -> ResponseMethod {
        self.respond.unwrap_or(self.dynamics.response())
    }

    /// Steps of a frame, each of which is certified.
    #[must_use]
    pub fn steps_per_frame(&self) -> usize {
        if self.response() == ResponseMethod::Impulse { self.impulse.steps } else { 1 }
    }

    /// Parts of a step in which the dynamics solve it.
    #[must_use]
    pub fn substeps_per_step(&self) -> usize {
        let of_a_frame = match self.dynamics {
            DynamicsMethod::Pbd => self.substeps,
            DynamicsMethod::Fem => self.implicit_steps,
        };
        of_a_frame.div_ceil(self.steps_per_frame())
    }

    /// The first setting that makes no sense: its name, its value, what it has to be.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let at_least_one = [
            ("substeps", self.substeps),
            ("iterations", self.iterations),
            ("collision_passes", self.collision_passes),
            ("implicit_steps", self.implicit_steps),
        ];
        if let Some((name, value)) = at_least_one.into_iter().find(|&(_, value)| value == 0) {
            return Some((name, value as f64, "at least 1"));
        }
        let positive = [
            ("frame_rate", self.frame_rate),
            ("separation_speed", self.separation_speed),
            ("penalty.stiffness", self.penalty.stiffness),
            ("penalty.friction_speed", self.penalty.friction_speed),
            ("penalty.length", self.penalty.length),
        ];
        let not_negative = [("damping", self.damping), ("strain_limit", self.strain_limit)];
        let finite = self.gravity.into_iter().chain(self.wind.unwrap_or_default());
        let is_positive = |value: f64| value > 0.0 && value.is_finite();
        positive
            .into_iter()
            .find(|&(_, value)| !is_positive(value))
            .map(|(name, value)| (name, value, "positive"))
            .or_else(|| {
                not_negative
                    .into_iter()
                    .find(|&(_, value)| !(value >= 0.0 && value.is_finite()))
                    .map(|(name, value)| (name, value, "not negative"))
            })
            .or_else(|| {
                (!(self.least_gap > 0.0 && self.least_gap <= 0.5)).then_some((
                    "least_gap",
                    self.least_gap,
                    "in (0, 0.5]",
                ))
            })
            .or_else(|| {
                finite
                    .into_iter()
                    .find(|value| !value.is_finite())
                    .map(|value| ("gravity or wind", value, "finite"))
            })
            .or_else(|| self.air.fault())
            .or_else(|| {
                (self.halvings > MOST_HALVINGS).then_some((
                    "halvings",
                    f64::from(self.halvings),
                    "at most 16",
                ))
            })
            .or_else(|| self.impulse.fault())
            .or_else(|| self.barrier.fault())
    }
}
