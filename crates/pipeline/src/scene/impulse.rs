//! How impulses answer to collisions.

use ripstop_response::{ImpactOrder, ImpulseSettings};
use serde::{Deserialize, Serialize};

/// Settings of the response by impulses, `[settings.impulse]` in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Impulse {
    /// Steps of a frame after each of which impulses are applied and the state is certified.
    pub steps: usize,
    /// How often impacts are looked for and answered before zones have to help.
    pub rounds: usize,
    /// Whether the impacts of a round are answered all at once instead of one after another.
    pub simultaneous: bool,
    /// Sweeps over pairs that are close; 0 for no repulsion.
    pub sweeps: usize,
    /// Stiffness of the springs of pairs that are too close, divided by their effective mass (1/s²).
    pub stiffness: f64,
    /// The part of its overlap by which a pair may be parted in a step, at most one half.
    pub parting: f64,
    /// Strain beyond which edges are shortened after the response, as a part of their length; 0 for no limit.
    pub strain_limit: f64,
}

impl Default for Impulse {
    fn default() -> Self {
        let ImpulseSettings { rounds, order, sweeps, stiffness, parting } =
            ImpulseSettings::default();
        let simultaneous = order == ImpactOrder::Simultaneous;
        let strain_limit = 0.1;
        Self { steps: 4, rounds, simultaneous, sweeps, stiffness, parting, strain_limit }
    }
}

impl Impulse {
    /// What the responder is told.
    #[must_use]
    pub const fn settings(&self) -> ImpulseSettings {
        ImpulseSettings {
            rounds: self.rounds,
            order: if self.simultaneous {
                ImpactOrder::Simultaneous
            } else {
                ImpactOrder::OneByOne
            },
            sweeps: self.sweeps,
            stiffness: self.stiffness,
            parting: self.parting,
        }
    }

    /// The first setting that makes no sense: its name, its value, what it has to be.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let not_negative = |value: f64| value >= 0.0 && value.is_finite();
        if self.steps == 0 {
            Some(("impulse.steps", 0.0, "at least 1"))
        } else if !not_negative(self.stiffness) {
            Some(("impulse.stiffness", self.stiffness, "not negative"))
        } else if !(0.0..=0.5).contains(&self.parting) {
            Some(("impulse.parting", self.parting, "in [0, 0.5]"))
        } else if !not_negative(self.strain_limit) {
            Some(("impulse.strain_limit", self.strain_limit, "not negative"))
        } else {
            None
        }
    }
}
