//! Fabric of a cloth in a scene: a name, or numbers, or a name and other numbers.
//!
//! ```toml
//! fabric = "silk"
//! fabric = { preset = "silk", density = 0.06 }
//! fabric = { bending_stiffness = [6e-5, 9e-5] }     # along warp and weft; the rest is `plain`
//! fabric = { young_modulus = 8e5, poisson_ratio = 0.3, thickness = 4e-4 }  # a sheet
//! fabric = { preset = "wool", bending_friction = { moment = 1.6e-4 } }
//! ```

mod table;

#[cfg(feature = "schema")]
pub(super) use table::{Preset, Table as FabricKeys};

use ripstop_dynamics::{Fabric as ElementFabric, Settings as ClothSettings, ThreadFriction};
use serde::{Deserialize, Serialize};

use super::{DynamicsMethod, Settings};

/// A fabric in physical units. The defaults are those of the preset `plain`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(default, deny_unknown_fields, transform = super::schema::fabric))]
#[non_exhaustive]
pub struct Fabric {
    /// Mass per area (kg/m²).
    pub density: f64,
    /// Force per width and strain (N/m).
    pub stretch_stiffness: WarpWeft,
    /// Force per width and shear angle (N/m).
    pub shear_stiffness: f64,
    /// Poisson's ratio: narrowing of a strip per strain.
    pub poisson_ratio: f64,
    /// Moment per width and curvature (N·m).
    pub bending_stiffness: WarpWeft,
    /// Moment per width and twist, as a part of the mean bending stiffness.
    pub twist_ratio: f64,
    /// Time in which stress relaxes (s).
    pub damping_time: f64,
    /// Friction between threads as the fabric bends; for finite elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bending_friction: Option<BendingFriction>,
}

impl Fabric {
    /// The fabric of a name, of those in [`ElementFabric::PRESETS`].
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        let named = |(preset, fabric): &(&str, ElementFabric)| {
            (*preset == name).then(|| Self::from(*fabric))
        };
        ElementFabric::PRESETS.iter().find_map(named)
    }

    /// Keys of this table that say something that a cloth with these settings does not show, as
    /// friction between threads with position-based dynamics. The default fabric has such values as
    /// well, which nobody asked for.
    #[must_use]
    pub fn unmodelled(&self, settings: &Settings) -> Vec<&'static str> {
        match settings.dynamics {
            DynamicsMethod::Pbd => {
                let chosen = &settings.position_based;
                let membrane = chosen.membrane().unwrap_or_default();
                let mut cloth = ClothSettings::with_membrane(membrane);
                cloth.method = chosen.method(settings.iterations);
                cloth.unmodelled(&self.fabric())
            }
            DynamicsMethod::Fem => settings.elements.settings().unmodelled(&self.fabric()),
        }
    }

    /// The fabric as the dynamics take it.
    #[must_use]
    pub fn fabric(&self) -> ElementFabric {
        ElementFabric {
            density: self.density,
            stretch_stiffness: self.stretch_stiffness.0,
            shear_stiffness: self.shear_stiffness,
            poisson_ratio: self.poisson_ratio,
            bending_stiffness: self.bending_stiffness.0,
            twist_ratio: self.twist_ratio,
            damping_time: self.damping_time,
            bending_friction: self.bending_friction.map(BendingFriction::threads),
        }
    }
}

impl Default for Fabric {
    fn default() -> Self {
        Self::from(ElementFabric::default())
    }
}

impl From<ElementFabric> for Fabric {
    fn from(fabric: ElementFabric) -> Self {
        Self {
            density: fabric.density,
            stretch_stiffness: WarpWeft(fabric.stretch_stiffness),
            shear_stiffness: fabric.shear_stiffness,
            poisson_ratio: fabric.poisson_ratio,
            bending_stiffness: WarpWeft(fabric.bending_stiffness),
            twist_ratio: fabric.twist_ratio,
            damping_time: fabric.damping_time,
            bending_friction: fabric
                .bending_friction
                .map(|ThreadFriction { moment, slack }| BendingFriction { moment, slack }),
        }
    }
}

/// Friction between threads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct BendingFriction {
    /// Moment per width at which threads slip (N): half of the height of the loop in a bending
    /// test. In a file 0 stands for no friction, whatever the preset has.
    pub moment: f64,
    /// Change of curvature until they slip (1/m).
    pub slack: f64,
}

impl BendingFriction {
    /// As the dynamics take it.
    #[must_use]
    pub const fn threads(self) -> ThreadFriction {
        ThreadFriction { moment: self.moment, slack: self.slack }
    }
}

impl Default for BendingFriction {
    /// No friction; a slack that bending tests show.
    fn default() -> Self {
        Self { moment: 0.0, slack: 50.0 }
    }
}

/// Values along the warp and the weft; in a scene, one number stands for two that are equal.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "OneOrTwo")]
pub struct WarpWeft(pub [f64; 2]);

impl From<OneOrTwo> for WarpWeft {
    fn from(numbers: OneOrTwo) -> Self {
        match numbers {
            OneOrTwo::One(number) => Self([number; 2]),
            OneOrTwo::Two(numbers) => Self(numbers),
        }
    }
}

impl Serialize for WarpWeft {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [warp, weft] = self.0;
        if warp == weft { serializer.serialize_f64(warp) } else { self.0.serialize(serializer) }
    }
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a number, or two for warp and weft")]
enum OneOrTwo {
    One(f64),
    Two([f64; 2]),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{BendingModel, ConstraintForm, MembraneModel};

    #[test]
    fn keys_without_effect_are_named() {
        let mut settings = Settings::default();
        let cotton = Fabric::preset("cotton").unwrap();
        let left_out = ["poisson_ratio", "twist_ratio", "bending_friction"];
        assert_eq!(cotton.unmodelled(&settings), left_out);
        settings.position_based.membrane = Some(MembraneModel::Strain);
        assert_eq!(cotton.unmodelled(&settings), left_out[1..]);
        settings.position_based.form = ConstraintForm::Plain;
        assert_eq!(cotton.unmodelled(&settings)[..2], ["stretch_stiffness", "shear_stiffness"]);
        settings.dynamics = DynamicsMethod::Fem;
        assert!(cotton.unmodelled(&settings).is_empty());
        settings.elements.bending = BendingModel::Hinges;
        assert_eq!(cotton.unmodelled(&settings), ["twist_ratio"]);
    }
}
