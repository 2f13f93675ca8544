//! Import of mesh files into a scene.

use serde::{Deserialize, Serialize};

use super::Sampling;
use super::numbers::{not_positive, not_within};

/// Unit, axes and selection of a mesh file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
///
/// A glTF file has no frames but curves: frame k of it is its animation at `begin` + k / `rate`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Frames {
    /// Its name, for the loader that the caller passes: a file with all frames, a pattern of
    /// numbered mesh files (`shell*.obj`, `walk/####.ply`, `pose_%04d.obj`) or a folder of them, or
    /// a glTF file with animations.
    pub file: String,
    /// Frames of the file per second (1/s); those of the simulation if it is not given. A glTF file
    /// is sampled at this rate, or else in every frame of the simulation.
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
    /// Animation of a glTF file; its first if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub animation: Option<AnimationChoice>,
    /// Time (s) of the animation, from its first key on, with which it begins.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub begin: f64,
    /// Number of times that the animation is played, one after another.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub repeat: u32,
}

/// An animation of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum AnimationChoice {
    /// By its number, from 0 on.
    Number(u32),
    /// By its name.
    Name(String),
}

const fn once() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_once(repeat: &u32) -> bool {
    *repeat == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(time: &f64) -> bool {
    *time == 0.0
}

const fn normal_speed() -> f64 {
    1.0
}

impl Frames {
    /// Frames of a file, at the rate of the simulation from its start on.
    #[must_use]
    pub fn new(file: &str) -> Self {
        let (file, speed) = (file.to_owned(), normal_speed());
        Self {
            file,
            rate: None,
            from: 0.0,
            first: 0,
            speed,
            lead_in: 0.0,
            animation: None,
            begin: 0.0,
            repeat: once(),
        }
    }

    /// Sampling of the animation of a file for so many seconds of a simulation at a frame rate
    /// (1/s).
    #[must_use]
    pub(crate) fn sampling(&self, frame_rate: f64, seconds: f64) -> Sampling<'_> {
        let rate = self.rate.unwrap_or(frame_rate / self.speed);
        let played = ((seconds - self.lead_in).max(0.0) - self.from).max(0.0);
        let duration = f64::from(self.first) / rate + played * self.speed;
        let Self { animation, begin, repeat, .. } = self;
        Sampling { animation: animation.as_ref(), begin: *begin, repeat: *repeat, rate, duration }
    }

    /// First number that is out of range, in words.
    #[must_use]
    pub(super) fn fault(&self) -> Option<String> {
        let time = |key: &str, given: f64| {
            let is_time = given >= 0.0 && given.is_finite();
            (!is_time).then(|| {
                format!("`shape.mesh.frames.{key}` is {given}, but has to be a time from 0 on")
            })
        };
        not_positive("shape.mesh.frames.speed", &[self.speed])
            .or_else(|| time("lead_in", self.lead_in))
            .or_else(|| time("begin", self.begin))
            .or_else(|| not_within("shape.mesh.frames.repeat", &[self.repeat], [1, 100_000]))
    }
}

/// The frames of no file, which no loader finds.
impl Default for Frames {
    fn default() -> Self {
        Self::new("")
    }
}
