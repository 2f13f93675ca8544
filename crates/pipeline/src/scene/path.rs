//! How pinned vertices and obstacles move.

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use super::transform::AxisAngle;

/// A rigid motion over time, applied to the start pose around a pivot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Path {
    /// Stays.
    #[default]
    Rest,
    /// Constant velocity and rotation, from `from` to `until`.
    Steady {
        /// Velocity (m/s).
        #[serde(default)]
        velocity: [f64; 3],
        /// Axis of rotation, of any length.
        #[serde(default)]
        axis: [f64; 3],
        /// Speed of rotation (degrees/s).
        #[serde(default)]
        degrees_per_second: f64,
        /// A point on the axis of rotation (m).
        #[serde(default)]
        pivot: [f64; 3],
        /// When the motion begins (s).
        #[serde(default)]
        from: f64,
        /// When it ends (s); never if it is not given.
        #[serde(default)]
        until: Option<f64>,
    },
    /// Poses at given times, linear in between.
    Keyframes {
        /// In order of time.
        keys: Vec<Keyframe>,
        /// The point around which the poses rotate (m).
        #[serde(default)]
        pivot: [f64; 3],
    },
}

/// A pose at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Keyframe {
    /// When (s).
    pub time: f64,
    /// Translation from the start pose (m).
    pub translate: [f64; 3],
    /// Rotation from the start pose.
    pub rotate: AxisAngle,
}

/// `x ↦ R (x − pivot) + pivot + shift`
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placement {
    rotation: DQuat,
    pivot: DVec3,
    shift: DVec3,
}

impl Placement {
    pub(crate) const fn rotation(&self) -> DQuat {
        self.rotation
    }

    pub(crate) fn apply(&self, x: DVec3) -> DVec3 {
        self.rotation * (x - self.pivot) + self.pivot + self.shift
    }
}

impl Path {
    /// Whether nothing ever moves.
    #[must_use]
    pub fn is_rest(&self) -> bool {
        matches!(self, Self::Rest)
    }

    /// Where the thing is at `time` (s), relative to its start pose.
    pub(crate) fn at(&self, time: f64) -> Placement {
        match self {
            Self::Rest => {
                Placement { rotation: DQuat::IDENTITY, pivot: DVec3::ZERO, shift: DVec3::ZERO }
            }
            Self::Steady { velocity, axis, degrees_per_second, pivot, from, until } => {
                let elapsed = (time.min(until.unwrap_or(f64::INFINITY)) - from).max(0.0);
                let turn = AxisAngle { axis: *axis, degrees: degrees_per_second * elapsed };
                Placement {
                    rotation: turn.quaternion(),
                    pivot: DVec3::from(*pivot),
                    shift: elapsed * DVec3::from(*velocity),
                }
            }
            Self::Keyframes { keys, pivot } => {
                let (shift, rotation) = between(keys, time);
                Placement { rotation, pivot: DVec3::from(*pivot), shift }
            }
        }
    }

    /// The first number that makes no sense, by name.
    #[must_use]
    pub fn fault(&self) -> Option<&'static str> {
        let all_finite = |numbers: &[f64]| numbers.iter().all(|x| x.is_finite());
        match self {
            Self::Rest => None,
            Self::Steady { velocity, axis, degrees_per_second, pivot, from, until } => {
                let numbers = [*degrees_per_second, *from, until.unwrap_or(0.0)];
                let vectors = [velocity, axis, pivot];
                let sound = vectors.iter().all(|v| all_finite(*v)) && all_finite(&numbers);
                (!sound).then_some("a number of the path is not finite")
            }
            Self::Keyframes { keys, pivot } => {
                let sound = |key: &Keyframe| {
                    all_finite(&key.translate)
                        && all_finite(&key.rotate.axis)
                        && all_finite(&[key.time, key.rotate.degrees])
                };
                if keys.is_empty() {
                    Some("the path has no keyframes")
                } else if !keys.iter().all(sound) || !all_finite(pivot) {
                    Some("a number of the path is not finite")
                } else if !keys.is_sorted_by(|a, b| a.time < b.time) {
                    Some("the times of the keyframes do not ascend")
                } else {
                    None
                }
            }
        }
    }
}

/// Linear in translation, along the shortest arc in rotation.
fn between(keys: &[Keyframe], time: f64) -> (DVec3, DQuat) {
    let next = keys.partition_point(|key| key.time <= time);
    let pose = |key: &Keyframe| (DVec3::from(key.translate), key.rotate.quaternion());
    let (Some(before), Some(after)) = (next.checked_sub(1).map(|i| &keys[i]), keys.get(next))
    else {
        let end = if next == 0 { keys.first() } else { keys.last() };
        return end.map_or((DVec3::ZERO, DQuat::IDENTITY), pose);
    };
    let s = (time - before.time) / (after.time - before.time);
    let ((x0, q0), (x1, q1)) = (pose(before), pose(after));
    let q1 = if q0.dot(q1) < 0.0 { -q1 } else { q1 };
    // Normalised linear interpolation: no transcendental function, and exact at both ends.
    let q = DQuat::from_vec4((1.0 - s) * glam::DVec4::from(q0) + s * glam::DVec4::from(q1));
    ((1.0 - s) * x0 + s * x1, q.normalize())
}
