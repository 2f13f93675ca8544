//! Fabrics as files have them: a name, or a table of keys.

use std::fmt;

use ripstop_dynamics::Fabric as ElementFabric;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{BendingFriction, Fabric, WarpWeft};

/// Keys of a table.
#[derive(Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Table {
    /// Name of the fabric of which the rest is taken; `plain` if it is not given.
    preset: Option<Preset>,
    density: Option<f64>,
    stretch_stiffness: Option<WarpWeft>,
    shear_stiffness: Option<f64>,
    poisson_ratio: Option<f64>,
    bending_stiffness: Option<WarpWeft>,
    twist_ratio: Option<f64>,
    damping_time: Option<f64>,
    bending_friction: Option<BendingFriction>,
    /// Young's modulus (Pa) of a homogeneous sheet, in place of the stiffnesses and of
    /// `twist_ratio`.
    young_modulus: Option<f64>,
    /// Its thickness (m), which is not that of contact.
    thickness: Option<f64>,
}

impl Table {
    /// Young's modulus and thickness, if they are given in place of the stiffnesses.
    fn sheet(&self) -> Result<Option<[f64; 2]>, String> {
        let sheet = match (self.young_modulus, self.thickness) {
            (None, None) => return Ok(None),
            (Some(young_modulus), Some(thickness)) => [young_modulus, thickness],
            (Some(_), None) => {
                return Err("`young_modulus` goes with the `thickness` of the sheet (m)".to_owned());
            }
            (None, Some(_)) => {
                return Err(
                    "`thickness` of a fabric goes with `young_modulus`; that of contact is \
                            a key of the cloth"
                        .to_owned(),
                );
            }
        };
        let stiffnesses = [
            ("stretch_stiffness", self.stretch_stiffness.is_some()),
            ("shear_stiffness", self.shear_stiffness.is_some()),
            ("bending_stiffness", self.bending_stiffness.is_some()),
            ("twist_ratio", self.twist_ratio.is_some()),
        ];
        if let Some((key, _)) = stiffnesses.iter().find(|(_, is_given)| *is_given) {
            return Err(format!(
                "`young_modulus` and `{key}` are both given, but either follows \
                                from the other: a fabric has `young_modulus` and `thickness`, or \
                                stiffnesses"
            ));
        }
        for (key, value) in ["young_modulus", "thickness"].into_iter().zip(sheet) {
            if !(value > 0.0 && value.is_finite()) {
                return Err(format!("`{key}` is {value}, but has to be positive"));
            }
        }
        Ok(Some(sheet))
    }
}

impl TryFrom<Table> for Fabric {
    type Error = String;

    fn try_from(table: Table) -> Result<Self, String> {
        let sheet = table.sheet()?;
        let fabric = Self::of_keys(table);
        Ok(sheet.map_or(fabric, |[young_modulus, thickness]| {
            fabric.fabric().of_sheet(young_modulus, thickness).into()
        }))
    }
}

impl Fabric {
    /// The keys that are given, the rest from the preset.
    fn of_keys(table: Table) -> Self {
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
pub(crate) struct Preset(Fabric);

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
                let table = Table::deserialize(MapAccessDeserializer::new(map))?;
                Fabric::try_from(table).map_err(A::Error::custom)
            }
        }
        deserializer.deserialize_any(NameOrTable)
    }
}

#[cfg(test)]
mod tests {
    use ripstop_dynamics::ThreadFriction;

    use super::*;
    use crate::scene::Scene;

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

    /// `Y = E h`, `G = E h/(2 (1 + ν))`, `B = E h³/(12 (1 − ν²))`, the same in all directions.
    #[test]
    fn a_sheet_has_the_stiffnesses_of_its_modulus() {
        let sheet = fabric(
            "{ preset = \"silk\", young_modulus = 8e5, poisson_ratio = 0.25, thickness = 5e-4 }",
        );
        let keys = fabric(
            "{ preset = \"silk\", stretch_stiffness = 400, shear_stiffness = 160, \
             poisson_ratio = 0.25, bending_stiffness = 8.888888888888889e-6, twist_ratio = 1 }",
        );
        let (sheet, keys) = (sheet.unwrap(), keys.unwrap());
        for (a, b) in [
            (sheet.stretch_stiffness.0[0], keys.stretch_stiffness.0[0]),
            (sheet.stretch_stiffness.0[1], keys.stretch_stiffness.0[1]),
            (sheet.shear_stiffness, keys.shear_stiffness),
            (sheet.bending_stiffness.0[0], keys.bending_stiffness.0[0]),
            (sheet.bending_stiffness.0[1], keys.bending_stiffness.0[1]),
        ] {
            assert!((a / b - 1.0).abs() < 1e-14, "{a} is not {b}");
        }
        let rest = |fabric: Fabric| {
            (fabric.density, fabric.poisson_ratio, fabric.twist_ratio, fabric.damping_time)
        };
        assert_eq!(rest(sheet), rest(keys));
    }

    #[test]
    fn a_modulus_beside_stiffnesses_is_refused_by_name() {
        let sheet = "young_modulus = 8e5, thickness = 5e-4";
        for key in ["stretch_stiffness", "shear_stiffness", "bending_stiffness", "twist_ratio"] {
            let error = fabric(&format!("{{ {sheet}, {key} = 1.0 }}")).unwrap_err();
            let both = format!("`young_modulus` and `{key}` are both given");
            assert!(error.contains(&both), "{error}");
        }
        for (text, expected) in [
            ("{ young_modulus = 8e5 }", "`young_modulus` goes with the `thickness`"),
            ("{ thickness = 5e-4 }", "`thickness` of a fabric goes with `young_modulus`"),
            (
                "{ young_modulus = -1.0, thickness = 5e-4 }",
                "`young_modulus` is -1, but has to be positive",
            ),
            (
                "{ young_modulus = 8e5, thickness = 0.0 }",
                "`thickness` is 0, but has to be positive",
            ),
            (
                "{ young_modulus = 8e5, thickness = inf }",
                "`thickness` is inf, but has to be positive",
            ),
            ("{ youngs_modulus = 8e5 }", "did you mean `young_modulus`?"),
        ] {
            let error = fabric(text).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
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
