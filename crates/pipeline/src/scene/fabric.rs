//! Fabric of a cloth in a scene: a name, or numbers, or a name and other numbers.
//!
//! ```toml
//! fabric = "silk"
//! fabric = { preset = "silk", density = 0.06 }
//! fabric = { bending_stiffness = [6e-5, 9e-5] }     # along warp and weft; the rest is `plain`
//! fabric = { preset = "wool", bending_friction = { moment = 1.6e-4 } }
//! ```

use std::fmt;

use ripstop_dynamics::{Fabric as ElementFabric, Settings as ClothSettings, ThreadFriction};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{DynamicsMethod, Settings};

/// A fabric in physical units. The defaults are those of the preset `plain`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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
#[serde(untagged, expecting = "a number, or two for warp and weft")]
enum OneOrTwo {
    One(f64),
    Two([f64; 2]),
}

/// Keys of a table.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Table {
    preset: Option<Preset>,
    density: Option<f64>,
    stretch_stiffness: Option<WarpWeft>,
    shear_stiffness: Option<f64>,
    poisson_ratio: Option<f64>,
    bending_stiffness: Option<WarpWeft>,
    twist_ratio: Option<f64>,
    damping_time: Option<f64>,
    bending_friction: Option<BendingFriction>,
}

impl From<Table> for Fabric {
    fn from(table: Table) -> Self {
        let base = table.preset.map_or_else(Self::default, |Preset(fabric)| fabric);
        Self {
            density: table.density.unwrap_or(base.density),
            stretch_stiffness: table.stretch_stiffness.unwrap_or(base.stretch_stiffness),
            shear_stiffness: table.shear_stiffness.unwrap_or(base.shear_stiffness),
            poisson_ratio: table.poisson_ratio.unwrap_or(base.poisson_ratio),
            bending_stiffness: table.bending_stiffness.unwrap_or(base.bending_stiffness),
            twist_ratio: table.twist_ratio.unwrap_or(base.twist_ratio),
            damping_time: table.damping_time.unwrap_or(base.damping_time),
            bending_friction: table
                .bending_friction
                .or(base.bending_friction)
                .filter(|friction| friction.moment != 0.0),
        }
    }
}

/// A fabric by its name.
struct Preset(Fabric);

impl<'de> Deserialize<'de> for Preset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        by_name(&String::deserialize(deserializer)?).map(Self)
    }
}

fn by_name<E: Error>(name: &str) -> Result<Fabric, E> {
    Fabric::preset(name).ok_or_else(|| {
        let names: Vec<String> =
            ElementFabric::PRESETS.iter().map(|(name, _)| format!("`{name}`")).collect();
        E::custom(format_args!("unknown fabric `{name}`, expected one of {}", names.join(", ")))
    })
}

impl<'de> Deserialize<'de> for Fabric {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameOrTable;
        impl<'de> Visitor<'de> for NameOrTable {
            type Value = Fabric;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the name of a fabric or a table of its properties")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Fabric, E> {
                by_name(name)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Fabric, A::Error> {
                Table::deserialize(MapAccessDeserializer::new(map)).map(Fabric::from)
            }
        }
        deserializer.deserialize_any(NameOrTable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{BendingModel, ConstraintForm, MembraneModel, Scene};

    const GRID: &str = "shape.grid = { size = [1.0, 1.0], resolution = [4, 4] }\n";

    fn fabric(text: &str) -> Result<Fabric, String> {
        let scene = Scene::from_toml(&format!("[[cloth]]\n{GRID}fabric = {text}\n"));
        scene.map(|scene| scene.cloths[0].fabric).map_err(|error| error.to_string())
    }

    #[test]
    fn a_name_or_numbers_or_both() {
        let silk = Fabric::from(ElementFabric::silk());
        assert_eq!(fabric("\"silk\"").unwrap(), silk);
        let lighter = fabric("{ preset = \"silk\", density = 0.05 }").unwrap();
        assert_eq!(lighter, Fabric { density: 0.05, ..silk });
        let stiff =
            fabric("{ bending_stiffness = [1e-4, 2e-4], stretch_stiffness = 900 }").unwrap();
        assert_eq!(stiff.bending_stiffness, WarpWeft([1e-4, 2e-4]));
        assert_eq!(stiff.stretch_stiffness, WarpWeft([900.0; 2]));
        assert_eq!(stiff.density, ElementFabric::plain().density);
        assert_eq!(stiff.twist_ratio, 1.0);
        let soft = fabric("{ preset = \"silk\", twist_ratio = 0.25 }").unwrap();
        assert_eq!(soft, Fabric { twist_ratio: 0.25, ..silk });
        assert_eq!(fabric("{}").unwrap().fabric(), ElementFabric::plain());
        let rubs = fabric("{ bending_friction = { moment = 1e-4 } }").unwrap();
        assert_eq!(
            rubs.fabric().bending_friction,
            Some(ThreadFriction { moment: 1e-4, slack: 50.0 })
        );
        let smooth = fabric("{ preset = \"cotton\", bending_friction = { moment = 0 } }").unwrap();
        assert_eq!(smooth, Fabric { bending_friction: None, ..ElementFabric::cotton().into() });
        assert_eq!(fabric("\"plain\"").unwrap(), Fabric::default());
    }

    #[test]
    fn keys_without_effect_are_named() {
        let mut settings = Settings::default();
        let cotton = fabric("\"cotton\"").unwrap();
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

    #[test]
    fn what_is_wrong_is_named() {
        let error = fabric("\"slik\"").unwrap_err();
        assert!(error.contains("`slik`") && error.contains("did you mean `silk`?"), "{error}");
        let error = fabric("{ densty = 1.0 }").unwrap_err();
        assert!(error.contains("`densty`") && error.contains("did you mean `density`?"), "{error}");
        let error = fabric("3").unwrap_err();
        assert!(error.contains("the name of a fabric"), "{error}");
        let error = fabric("{ bending_friction = { momnt = 1.0 } }").unwrap_err();
        assert!(error.contains("`momnt`") && error.contains("did you mean `moment`?"), "{error}");
        let error = fabric("{ stretch_stiffness = [1.0] }").unwrap_err();
        assert!(error.contains("warp and weft"), "{error}");
    }

    #[test]
    fn text_and_back() {
        let with = |name: &str| format!("[[cloth]]\n{GRID}fabric = \"{name}\"\n");
        let cotton = Scene::from_toml(&with("cotton")).unwrap();
        assert!(cotton.cloths[0].fabric.bending_friction.is_some());
        assert_eq!(Scene::from_toml(&cotton.to_toml().unwrap()).unwrap(), cotton);
        let mut scene = Scene::from_toml(&with("denim")).unwrap();
        assert_eq!(Scene::from_toml(&scene.to_toml().unwrap()).unwrap(), scene);
        scene.cloths[0].fabric = Fabric::default();
        assert_eq!(Scene::from_toml(&scene.to_toml().unwrap()).unwrap(), scene);
    }
}
