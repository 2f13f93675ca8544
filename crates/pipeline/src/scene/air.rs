//! Air in a scene.

use glam::DVec3;
use ripstop_dynamics::Wind;
use serde::{Deserialize, Serialize};

/// Aerodynamic properties of the air, `[settings.air]` in a file. There is no air unless the
/// settings have a `wind`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Air {
    /// Mass density (kg/m³).
    pub density: f64,
    /// Drag coefficient: along the stream.
    pub drag: f64,
    /// Lift coefficient: across the stream.
    pub lift: f64,
}

impl Default for Air {
    fn default() -> Self {
        let Wind { air_density: density, drag, lift, .. } = Wind::new(DVec3::ZERO);
        Self { density, drag, lift }
    }
}

impl Air {
    /// Air that moves with a velocity (m/s).
    #[must_use]
    pub fn wind(&self, velocity: [f64; 3]) -> Wind {
        let Self { density, drag, lift } = *self;
        Wind { velocity: DVec3::from(velocity), air_density: density, drag, lift }
    }

    /// First setting that is out of range: its name, its value, its range.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let numbers =
            [("air.density", self.density), ("air.drag", self.drag), ("air.lift", self.lift)];
        let fault = numbers.into_iter().find(|&(_, value)| !(value >= 0.0 && value.is_finite()));
        fault.map(|(name, value)| (name, value, "0 or more"))
    }
}
