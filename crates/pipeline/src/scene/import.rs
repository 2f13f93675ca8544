//! Import of mesh files into a scene.

use serde::{Deserialize, Serialize};

/// Unit, axes and selection of a mesh file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Import {
    /// The unit of the file; if it is not given, metres.
    pub unit: Option<LengthUnit>,
    /// The axis of the file that points up; if it is not given, y for glTF and z otherwise.
    pub up: Option<UpAxis>,
    /// Merges vertices within this distance (m) of each other; 0 merges those at the same place.
    pub weld: Option<f64>,
    /// Takes only the groups of this name.
    pub surface: Option<String>,
}

/// A unit of length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LengthUnit {
    /// Millimetres.
    Mm,
    /// Centimetres.
    Cm,
    /// Metres.
    M,
    /// Inches.
    In,
    /// Feet.
    Ft,
}

impl LengthUnit {
    /// Its length (m).
    #[must_use]
    pub const fn metres(self) -> f64 {
        match self {
            Self::Mm => 1e-3,
            Self::Cm => 1e-2,
            Self::M => 1.0,
            Self::In => 0.0254,
            Self::Ft => 0.3048,
        }
    }
}

/// The axis of a file that points up; in the world it is z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UpAxis {
    /// The second.
    Y,
    /// The third.
    Z,
}

/// Positions of all vertices of a mesh at many times, from a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Frames {
    /// Its name, for the loader that the caller passes.
    pub file: String,
    /// Frames of the file per second (1/s); those of the simulation if it is not given.
    #[serde(default)]
    pub rate: Option<f64>,
    /// Time of the first frame (s). Before it the first frame holds, after the last one the last.
    #[serde(default)]
    pub from: f64,
}

impl Frames {
    /// Frames of a file, at the rate of the simulation from its start on.
    #[must_use]
    pub fn new(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }
}
