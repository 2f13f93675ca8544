//! Garments of a scene, and the mannequins that wear them.

use ripstop_garment::{
    GarmentError, MannequinSettings, ShirtSettings, SkirtSettings, WalkSettings,
};
use serde::{Deserialize, Serialize};

/// A garment that is made to the measures of a mannequin and starts on it, sewn.
///
/// Measures that are not given are those of `ripstop-garment`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Garment {
    /// Its kind.
    pub kind: GarmentKind,
    /// Name of the obstacle that wears it; if it is not given, the first mannequin of the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wearer: Option<String>,
    /// Edge length of its triangles (m).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_length: Option<f64>,
    /// Length from band or neck to the hem (m): 0.1 to 1.2 of a skirt, 0.4 to 0.9 of a shirt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// Room: distance of the band of a skirt from the body (m), 0.001 to 0.05; girth of a shirt
    /// beyond it, 0.04 to 0.3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ease: Option<f64>,
    /// Height of the band of a skirt (m).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band: Option<f64>,
    /// Length of the upper edges of a skirt, as a multiple of the band's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gather: Option<f64>,
    /// Angle of the sectors of a skirt together (degrees).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flare: Option<f64>,
    /// Length of the sleeves of a shirt along the top of the arm (m).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sleeve: Option<f64>,
    /// Depth of the neck opening of a shirt in front (m).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neck: Option<f64>,
}

/// Kind of a garment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GarmentKind {
    /// A band, and a front and a back that are gathered into it.
    #[default]
    Skirt,
    /// A front, a back and two sleeves.
    Shirt,
}

/// Measures of a garment of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Measures {
    Skirt(SkirtSettings),
    Shirt(ShirtSettings),
}

impl Garment {
    /// A garment of a kind with its default measures.
    #[must_use]
    pub fn new(kind: GarmentKind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// Its measures.
    pub(crate) fn measures(&self) -> Measures {
        match self.kind {
            GarmentKind::Skirt => {
                let mut skirt = SkirtSettings::default();
                set(&mut skirt.edge_length, self.edge_length);
                set(&mut skirt.length, self.length);
                set(&mut skirt.ease, self.ease);
                set(&mut skirt.band, self.band);
                set(&mut skirt.gather, self.gather);
                set(&mut skirt.flare, self.flare);
                Measures::Skirt(skirt)
            }
            GarmentKind::Shirt => {
                let mut shirt = ShirtSettings::default();
                set(&mut shirt.edge_length, self.edge_length);
                set(&mut shirt.length, self.length);
                set(&mut shirt.ease, self.ease);
                set(&mut shirt.sleeve, self.sleeve);
                set(&mut shirt.neck, self.neck);
                Measures::Shirt(shirt)
            }
        }
    }

    /// First number that is out of range or not of its kind, in words.
    pub(super) fn fault(&self) -> Option<String> {
        let (others, kind) = match self.kind {
            GarmentKind::Skirt => (vec![("sleeve", self.sleeve), ("neck", self.neck)], "skirt"),
            GarmentKind::Shirt => {
                let others = [("band", self.band), ("gather", self.gather), ("flare", self.flare)];
                (others.to_vec(), "shirt")
            }
        };
        let unknown = others.iter().find(|(_, value)| value.is_some());
        if let Some((name, _)) = unknown {
            return Some(format!("`shape.garment.{name}` is given, but a {kind} has none"));
        }
        let check = match self.measures() {
            Measures::Skirt(skirt) => skirt.check(),
            Measures::Shirt(shirt) => shirt.check(),
        };
        check.err().map(|error| named("garment", &error))
    }
}

/// A body that rests in an A-pose and then walks along −y. Its left side is at positive x, z is up
/// and the ground at z = 0.
///
/// Measures that are not given are those of `ripstop-garment`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct MannequinShape {
    /// Height (m).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<f64>,
    /// Girth of the chest (m), from 0.3 to 0.9 of the height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chest: Option<f64>,
    /// Girth of the waist (m), from 0.3 to 0.9 of the height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waist: Option<f64>,
    /// Girth of the hips (m), from 0.3 to 0.9 of the height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hips: Option<f64>,
    /// Angle of the arms below the horizontal in the A-pose (degrees).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arm_angle: Option<f64>,
    /// Edge length of its triangles (m), about: from 0.005 to 0.03 at a height of 1.7 m, and in
    /// proportion to the height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_length: Option<f64>,
    /// Its walk.
    pub walk: WalkShape,
}

/// The walk of a mannequin, `shape.mannequin.walk` in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct WalkShape {
    /// Time in the A-pose before the first step (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<f64>,
    /// Speed once it walks (m/s); 0 stands still.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
    /// Distance between two footprints of one foot, as a part of the height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stride: Option<f64>,
    /// Turn to the left along the way (degrees per metre).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<f64>,
}

impl MannequinShape {
    /// Its measures.
    pub(crate) fn measures(&self) -> MannequinSettings {
        let mut walk = WalkSettings::default();
        set(&mut walk.rest, self.walk.rest);
        set(&mut walk.speed, self.walk.speed);
        set(&mut walk.stride, self.walk.stride);
        set(&mut walk.turn, self.walk.turn);
        let mut measures = MannequinSettings::default();
        set(&mut measures.height, self.height);
        set(&mut measures.chest, self.chest);
        set(&mut measures.waist, self.waist);
        set(&mut measures.hips, self.hips);
        set(&mut measures.arm_angle, self.arm_angle);
        set(&mut measures.edge_length, self.edge_length);
        measures.walk = walk;
        measures
    }

    /// First number that is out of range, in words.
    pub(super) fn fault(&self) -> Option<String> {
        self.measures().check().err().map(|error| named("mannequin", &error))
    }
}

fn set(measure: &mut f64, given: Option<f64>) {
    *measure = given.unwrap_or(*measure);
}

/// The message of an error with the whole name of a key.
pub(crate) fn named(shape: &str, error: &GarmentError) -> String {
    match error {
        GarmentError::OutOfRange { name, value, least, most } => format!(
            "`shape.{shape}.{name}` is {value}, but has to be from {} to {}",
            rounded(*least),
            rounded(*most)
        ),
        other => other.to_string(),
    }
}

/// A bound to six digits after the point, for messages.
fn rounded(value: f64) -> f64 {
    (1e6 * value).round() / 1e6
}
