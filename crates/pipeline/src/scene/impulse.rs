//! Collision response by impulses in a scene.

use ripstop_response::{ImpactOrder, ZoneSettings};
use serde::{Deserialize, Serialize};

/// Settings of the response by impulses, `[settings.impulse]` in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct ImpulseSettings {
    /// Steps of a frame after each of which impulses are applied and the state is certified.
    pub steps: usize,
    /// Most rounds of detection and impulses before impact zones.
    pub rounds: usize,
    /// True if the impacts of a round are resolved all at once instead of one after another.
    pub simultaneous: bool,
    /// Gauss–Seidel sweeps over pairs that are close in a step, which position-based cloth spreads
    /// over its substeps; 0 for no repulsion.
    pub sweeps: usize,
    /// Repulsion of pairs that are close: impulses, or forces in the implicit system (finite
    /// elements only).
    pub repulsion: RepulsionForm,
    /// Stiffness of the springs of pairs closer than their thickness, divided by their effective
    /// mass (1/s²).
    pub stiffness: f64,
    /// Part of its overlap by which a pair may be parted in a step, at most one half.
    pub parting: f64,
    /// Strain beyond which edges are shortened after the response, as a part of their length; 0 for
    /// no limit.
    pub strain_limit: f64,
    /// Most rounds of the optimisation of impact zones; 0 for rigid zones at once.
    pub zone_rounds: usize,
    /// Velocities at the end of a step of surfaces that had an impulse.
    pub velocity: EndVelocity,
}

/// Velocities at the end of a step, from those along it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndVelocity {
    /// Those along the step; with position-based cloth, whose step has substeps, and what gravity
    /// adds from their middle on.
    #[default]
    Average,
    /// By the implicit half-step `v + ½Δt a(xⁿ⁺¹, vⁿ⁺¹)` with all forces at the new positions. For
    /// soft cloth and short steps: elastic forces enter as they are.
    HalfStep,
}

/// Repulsion of pairs that are close.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RepulsionForm {
    /// By impulses, after the cloth is solved.
    #[default]
    Impulses,
    /// By forces within the implicit solve.
    Forces,
}

impl Default for ImpulseSettings {
    fn default() -> Self {
        let ripstop_response::ImpulseSettings { rounds, order, sweeps, stiffness, parting, .. } =
            ripstop_response::ImpulseSettings::default();
        let simultaneous = order == ImpactOrder::Simultaneous;
        Self {
            steps: 4,
            rounds,
            simultaneous,
            sweeps,
            repulsion: RepulsionForm::default(),
            stiffness,
            parting,
            strain_limit: 0.1,
            zone_rounds: ZoneSettings::new(0.0, 1.0).rounds,
            velocity: EndVelocity::default(),
        }
    }
}

impl ImpulseSettings {
    /// Settings of the responder.
    #[must_use]
    pub const fn settings(&self) -> ripstop_response::ImpulseSettings {
        let order =
            if self.simultaneous { ImpactOrder::Simultaneous } else { ImpactOrder::OneByOne };
        let mut settings = ripstop_response::ImpulseSettings::with_order(order);
        settings.rounds = self.rounds;
        settings.sweeps = match self.repulsion {
            RepulsionForm::Impulses => self.sweeps,
            RepulsionForm::Forces => 0,
        };
        settings.stiffness = self.stiffness;
        settings.parting = self.parting;
        settings
    }

    /// First setting that is out of range: its name, its value, its range.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let not_negative = |value: f64| value >= 0.0 && value.is_finite();
        if self.steps == 0 {
            Some(("impulse.steps", 0.0, "at least 1"))
        } else if !not_negative(self.stiffness) {
            Some(("impulse.stiffness", self.stiffness, "0 or more"))
        } else if !(0.0..=0.5).contains(&self.parting) {
            Some(("impulse.parting", self.parting, "in [0, 0.5]"))
        } else if !not_negative(self.strain_limit) {
            Some(("impulse.strain_limit", self.strain_limit, "0 or more"))
        } else {
            None
        }
    }
}
