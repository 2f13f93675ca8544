//! Import of mesh files into a scene.

use serde::{Deserialize, Serialize};

use super::numbers::not_positive;

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

/// Positions of all vertices of a mesh at many times, from a file or from numbered files.
///
/// ```text
/// frame(t) = first + (max(t − lead_in, 0) − from) · rate · speed      not before `first`
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Frames {
    /// Its name, for the loader that the caller passes: a file with all frames, a pattern of
    /// numbered mesh files (`shell*.obj`, `walk/####.ply`, `pose_%04d.obj`) or a folder of them.
    pub file: String,
    /// Frames of the file per second (1/s); those of the simulation if it is not given.
    #[serde(default)]
    pub rate: Option<f64>,
    /// Time of the first frame (s). Before it the first frame holds, after the last one the last.
    /// A negative time begins in the middle.
    #[serde(default)]
    pub from: f64,
    /// Number of the frame that is the first, counted from 0; those before it are left out.
    #[serde(default)]
    pub first: u32,
    /// Factor of the speed at which frames are played.
    #[serde(default = "normal_speed")]
    pub speed: f64,
    /// Time (s) from the start for which the body stands still in the pose that it starts with.
    #[serde(default)]
    pub lead_in: f64,
}

const fn normal_speed() -> f64 {
    1.0
}

impl Frames {
    /// Frames of a file, at the rate of the simulation from its start on.
    #[must_use]
    pub fn new(file: &str) -> Self {
        let (file, speed) = (file.to_owned(), normal_speed());
        Self { file, rate: None, from: 0.0, first: 0, speed, lead_in: 0.0 }
    }

    /// First number that is out of range, in words.
    #[must_use]
    pub(super) fn fault(&self) -> Option<String> {
        let is_time = self.lead_in >= 0.0 && self.lead_in.is_finite();
        not_positive("shape.mesh.frames.speed", &[self.speed]).or_else(|| {
            let given = self.lead_in;
            (!is_time).then(|| {
                format!("`shape.mesh.frames.lead_in` is {given}, but has to be a time from 0 on")
            })
        })
    }
}

/// The frames of no file, which no loader finds.
impl Default for Frames {
    fn default() -> Self {
        Self::new("")
    }
}
