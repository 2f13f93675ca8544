//! Penalties in a scene.

use ripstop_response::penalty::PenaltyLaw;
use serde::{Deserialize, Serialize};

/// Settings of penalties, `[settings.penalty]` in a file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct PenaltySettings {
    /// Law of the pressure.
    pub law: PenaltyForm,
    /// Stiffness: pressure per overlap, the distance that lacks to the thickness (Pa/m). If it is
    /// not given, every pair bears four times the pressure of its cloth at half of its thickness.
    pub stiffness: Option<f64>,
    /// Overlap over which the exponential law grows by `e`, as a part of the thickness.
    pub length: f64,
    /// Speed of sliding below which the friction mollifier fades friction out (m/s).
    pub friction_speed: f64,
    /// Speed (m/s) of the fastest vertex along a Newton direction at which a solve ends.
    pub tolerance: f64,
    /// Most iterations of a solve: if they are not given, 80, or 40 of a solve for motion. A
    /// substep has two if there is friction: before and after its update, each with as many.
    pub iterations: Option<u32>,
    /// An older name of `solids.push_out`: true in either place turns it on.
    pub fields: bool,
    /// An older name of `solids.velocity_filter`, likewise.
    pub velocity_filter: bool,
}

impl Default for PenaltySettings {
    fn default() -> Self {
        Self {
            law: PenaltyForm::default(),
            stiffness: None,
            length: 1.0 / 3.0,
            friction_speed: 1e-3,
            tolerance: 5e-5,
            iterations: None,
            fields: false,
            velocity_filter: false,
        }
    }
}

/// Law of the pressure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PenaltyForm {
    /// In proportion to the overlap.
    Linear,
    /// Exponentially, by `e` for every `length`.
    Exponential,
    /// As the square of the overlap.
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
