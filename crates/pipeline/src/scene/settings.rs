//! Settings of a simulation.

use serde::{Deserialize, Serialize};

use super::{
    Air, BarrierDescent, BarrierSettings, BroadMethod, CollisionPasses, DynamicsMethod,
    ElementSettings, ImpulseSettings, NarrowMethod, OnPinched, OnTangled, PenaltySettings,
    PositionBasedSettings, RaySettings, ResponseMethod, SewingSettings, SolidSettings, SolveMode,
    TreeSettings, WindPath,
};

/// Most halvings of a step: with more it would take for ever.
pub(crate) const MOST_HALVINGS: u32 = 16;

/// Substeps in a second of position-based cloth, unless a scene says otherwise. A sweep leaves a
/// stretch that grows with the square of a substep's length.
const SUBSTEP_RATE: f64 = 800.0;

/// Fewest substeps of a frame.
const FEWEST_SUBSTEPS: usize = 16;

/// Most substeps of a frame.
const MOST_SUBSTEPS: f64 = 256.0;

/// Way of a kinematic vertex in a substep, in thicknesses, at most: contacts are known farther
/// ahead than that.
const SUBSTEP_WAY: f64 = 3.0;

/// Settings of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Settings {
    /// Number of frames.
    pub frames: usize,
    /// Frames per second (1/s). A frame is one step, which is certified; with impulses it is
    /// `impulse.steps` steps, and where a descent on barriers is the response each
    /// substep is one.
    pub frame_rate: f64,
    /// Dynamics of the cloth.
    pub dynamics: DynamicsMethod,
    /// Collision response; if it is not given, the one that goes with the dynamics: `pbd` with
    /// `pbd`, `penalty` with `fem`. In a file that names no dynamics, `penalty` and `barrier` bring
    /// `fem` with them.
    pub respond: Option<ResponseMethod>,
    /// Rule that ends an implicit solve of finite elements with barriers inside it.
    pub solve: SolveMode,
    /// Substeps of a frame with position-based dynamics; if it is not given, as many as the length
    /// of a frame and the speed of what moves the cloth ask for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub substeps: Option<usize>,
    /// Gauss–Seidel sweeps over all constraints in a substep.
    pub iterations: usize,
    /// Substeps, or Gauss–Seidel sweeps, from one detection pass to the next, which is left out if
    /// nothing has moved.
    pub collision_passes: CollisionPasses,
    /// Substeps of a frame with finite elements.
    pub implicit_steps: usize,
    /// Acceleration of gravity (m/s²).
    pub gravity: [f64; 3],
    /// Velocity of the air (m/s), `[0, 0, 0]` for still air, which resists by area as air does, or
    /// velocities by keyframes. No air if it is not given.
    pub wind: Option<WindPath>,
    /// Speed (m/s) below which a scene comes to its end before its last frame, once its seams are
    /// sewn and it has played for a while; 0 for a scene that plays all its frames. It is that from
    /// frame to frame, over ten of them, as a root mean square over the mass of all cloth.
    pub until_rest: f64,
    /// Rate at which all velocities fade (1/s), those of free fall as well: it makes a cloth settle
    /// sooner, and is none of its own properties.
    pub damping: f64,
    /// Largest strain of an edge of a cloth; 0 for no limit.
    pub strain_limit: f64,
    /// Speed at which surfaces that start too close are parted (m/s).
    pub separation_speed: f64,
    /// Least distance that is kept, as a part of the thickness.
    pub least_gap: f64,
    /// Most halvings of a step before vertices are frozen, at most 16. A projection that was rough
    /// is done again in halves twice whatever this says.
    pub halvings: u32,
    /// True if impact zones, which resolve what the response leaves, have friction.
    pub zone_friction: bool,
    /// Broad phase.
    pub broad: BroadMethod,
    /// Continuous collision detection.
    pub narrow: NarrowMethod,
    /// Treatment of tangled positions.
    pub on_tangled: OnTangled,
    /// Treatment of cloth for which kinematic motion leaves no room; if it is not given, `release`
    /// in a scene with a mesh obstacle that moves, `error` in others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_pinched: Option<OnPinched>,
    /// Tree of the broad phase, if it is one.
    pub tree: TreeSettings,
    /// Air, if there is wind.
    pub air: Air,
    /// Stitches.
    pub sewing: SewingSettings,
    /// Position-based cloth.
    pub position_based: PositionBasedSettings,
    /// Finite elements and their solve.
    pub elements: ElementSettings,
    /// Signed distance fields of obstacles.
    pub solids: SolidSettings,
    /// Response by penalties.
    pub penalty: PenaltySettings,
    /// Response by rays.
    pub ray: RaySettings,
    /// Response by impulses.
    pub impulse: ImpulseSettings,
    /// Response by barriers.
    pub barrier: BarrierSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            frames: 300,
            frame_rate: 60.0,
            dynamics: DynamicsMethod::default(),
            respond: None,
            solve: SolveMode::default(),
            substeps: None,
            iterations: 1,
            collision_passes: CollisionPasses::default(),
            implicit_steps: 2,
            gravity: [0.0, 0.0, -9.81],
            wind: None,
            until_rest: 0.0,
            damping: 0.0,
            strain_limit: 0.08,
            separation_speed: 0.1,
            least_gap: 1e-2,
            halvings: 4,
            zone_friction: false,
            broad: BroadMethod::default(),
            narrow: NarrowMethod::default(),
            on_tangled: OnTangled::default(),
            on_pinched: None,
            tree: TreeSettings::default(),
            air: Air::default(),
            sewing: SewingSettings::default(),
            position_based: PositionBasedSettings::default(),
            elements: ElementSettings::default(),
            solids: SolidSettings::default(),
            penalty: PenaltySettings::default(),
            ray: RaySettings::default(),
            impulse: ImpulseSettings::default(),
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

    /// Collision response: the given one, or that of the dynamics.
    #[must_use]
    pub fn response(&self) -> ResponseMethod {
        self.respond.unwrap_or(self.dynamics.response())
    }

    /// True if obstacles push cloth out by their signed distance.
    #[must_use]
    pub const fn pushes_out(&self) -> bool {
        self.solids.push_out || self.penalty.fields
    }

    /// True if velocities that lead into an obstacle are filtered.
    #[must_use]
    pub const fn filters_velocities(&self) -> bool {
        self.solids.velocity_filter || self.penalty.velocity_filter
    }

    /// Steps of a frame, each of which is certified.
    #[must_use]
    pub fn steps_per_frame(&self) -> usize {
        if self.response() == ResponseMethod::Impulse {
            self.impulse.steps
        } else if self.descends_in_every_step() {
            self.least_substeps()
        } else {
            1
        }
    }

    /// True if a descent on barriers is the response of every step of position-based cloth.
    pub(crate) fn descends_in_every_step(&self) -> bool {
        self.response() == ResponseMethod::Barrier
            && self.dynamics == DynamicsMethod::Pbd
            && self.barrier.descent == BarrierDescent::EveryStep
    }

    /// Substeps of a frame of position-based cloth: the given ones, or those that its length asks
    /// for. Where something moves fast there are more.
    #[must_use]
    pub fn least_substeps(&self) -> usize {
        #[expect(clippy::cast_sign_loss, reason = "a frame has a positive length")]
        let by_length = (SUBSTEP_RATE * self.frame_time()).ceil().min(MOST_SUBSTEPS) as usize;
        self.substeps.unwrap_or(by_length.max(FEWEST_SUBSTEPS))
    }

    /// Substeps of a step in which the fastest kinematic vertex goes a way of so many
    /// thicknesses, where that has to be known: see [`Settings::substeps`].
    pub(crate) fn substeps_for_way(&self, thicknesses: f64) -> usize {
        let least = self.substeps_per_step();
        if self.substeps.is_some() {
            return least;
        }
        let most = MOST_SUBSTEPS / self.steps_per_frame() as f64;
        #[expect(clippy::cast_sign_loss, reason = "a way is not negative")]
        let by_way = (thicknesses / SUBSTEP_WAY).ceil().min(most) as usize;
        least.max(by_way)
    }

    /// Substeps of a step.
    #[must_use]
    pub fn substeps_per_step(&self) -> usize {
        let of_a_frame = match self.dynamics {
            DynamicsMethod::Pbd => self.least_substeps(),
            DynamicsMethod::Fem => self.implicit_steps,
        };
        of_a_frame.div_ceil(self.steps_per_frame())
    }

    /// First setting that is out of range: its name, its value, its range.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let vectors = [("gravity", self.gravity)];
        let keeps_a_gap = self.least_gap > 0.0 && self.least_gap <= 0.5;
        self.count_fault()
            .or_else(|| self.sign_fault())
            .or_else(|| (!keeps_a_gap).then_some(("least_gap", self.least_gap, "in (0, 0.5]")))
            .or_else(|| {
                vectors.into_iter().find_map(|(name, vector)| {
                    let value = vector.into_iter().find(|value| !value.is_finite())?;
                    Some((name, value, "finite"))
                })
            })
            .or_else(|| self.wind.as_ref().and_then(WindPath::fault))
            .or_else(|| self.air.fault())
            .or_else(|| self.sewing.fault())
            .or_else(|| {
                let halvings = f64::from(self.halvings);
                (self.halvings > MOST_HALVINGS).then_some(("halvings", halvings, "at most 16"))
            })
            .or_else(|| self.position_based.fault())
            .or_else(|| self.solids.fault())
            .or_else(|| self.tree.fault())
            .or_else(|| self.ray.fault())
            .or_else(|| self.impulse.fault())
            .or_else(|| self.barrier.fault())
    }

    /// First number of repetitions that is 0.
    fn count_fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let at_least_one = [
            ("substeps", self.substeps.unwrap_or(1)),
            ("iterations", self.iterations),
            ("collision_passes", self.collision_passes.interval()),
            ("implicit_steps", self.implicit_steps),
            ("penalty.iterations", self.penalty.iterations.map_or(1, |most| most as usize)),
        ];
        let fault = at_least_one.into_iter().find(|&(_, value)| value == 0);
        fault.map(|(name, value)| (name, value as f64, "at least 1"))
    }

    /// First setting that has to be positive and is not, or must not be negative and is.
    fn sign_fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let positive = [
            ("frame_rate", self.frame_rate),
            ("separation_speed", self.separation_speed),
            ("penalty.stiffness", self.penalty.stiffness.unwrap_or(1.0)),
            ("penalty.friction_speed", self.penalty.friction_speed),
            ("penalty.length", self.penalty.length),
            ("penalty.tolerance", self.penalty.tolerance),
        ];
        let not_negative = [("damping", self.damping), ("strain_limit", self.strain_limit)];
        let not_positive =
            positive.into_iter().find(|&(_, value)| !(value > 0.0 && value.is_finite()));
        let negative =
            not_negative.into_iter().find(|&(_, value)| !(value >= 0.0 && value.is_finite()));
        not_positive
            .map(|(name, value)| (name, value, "positive and finite"))
            .or_else(|| negative.map(|(name, value)| (name, value, "0 or more, and finite")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substeps_follow_the_length_of_a_frame_and_what_moves() {
        let at = |frame_rate: f64| Settings { frame_rate, ..Settings::default() };
        assert_eq!([120.0, 60.0, 25.0].map(|rate| at(rate).least_substeps()), [16, 16, 32]);
        assert_eq!(
            [0.0, 60.0, 300.0, 1e9].map(|way| at(60.0).substeps_for_way(way)),
            [16, 20, 100, 256]
        );
        let given = Settings { substeps: Some(7), ..at(25.0) };
        assert_eq!((given.least_substeps(), given.substeps_for_way(300.0)), (7, 7));
    }
}
