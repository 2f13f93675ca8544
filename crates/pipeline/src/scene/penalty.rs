//! What a scene says about penalties.

use ripstop_response::penalty::PenaltyLaw;
use serde::{Deserialize, Serialize};

/// How penalties keep surfaces apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PenaltySettings {
    /// How the pressure rises with closeness.
    pub law: PenaltyForm,
    /// Pressure per lack of distance (Pa/m): how hard surfaces push that are closer than their thickness.
    pub stiffness: f64,
    /// The closeness by which the exponential law grows by `e`, as a part of the thickness.
    pub length: f64,
    /// Speed of sliding below which friction fades (m/s).
    pub friction_speed: f64,
    /// Whether spheres, capsules and cuboids also push vertices by their signed distance, which does not depend on how they are cut into triangles.
    pub fields: bool,
    /// Whether the part of a velocity that leads into one of these is taken away after a solve.
    pub velocity_filter: bool,
}

impl Default for PenaltySettings {
    fn default() -> Self {
        Self {
            law: PenaltyForm::default(),
            stiffness: 5e6,
            length: 1.0 / 3.0,
            friction_speed: 1e-3,
            fields: false,
            velocity_filter: false,
        }
    }
}

/// How the pressure rises with closeness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PenaltyForm {
    /// In proportion to the lack of distance.
    Linear,
    /// Exponentially, by `e` for every `length`.
    Exponential,
    /// As the square.
    #[default]
    Cubic,
}

impl PenaltySettings {
    /// The law for a thickness (m).
    #[must_use]
    pub fn penalty_law(&self, thickness: f64) -> PenaltyLaw {
        match self.law {
            PenaltyForm::Linear => PenaltyLaw::Linear,
            PenaltyForm::Exponential => PenaltyLaw::Exponential { length: self.length * thickness },
            PenaltyForm::Cubic => PenaltyLaw::Cubic,
        }
    }
}
