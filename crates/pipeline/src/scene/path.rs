//! Motion of pinned vertices and obstacles.

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use super::numbers::{no_direction, not_finite};
use super::transform::AxisAngle;

/// A rigid motion over time, applied to the start pose around a pivot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
        /// Start of the motion (s).
        #[serde(default)]
        from: f64,
        /// End of the motion (s); never if it is not given.
        #[serde(default)]
        until: Option<f64>,
    },
    /// Poses at given times, linear in between. Two rotations around one axis are joined by all the
    /// turns between their angles, others by the shortest arc.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Keyframe {
    /// Time (s).
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
    /// True if nothing ever moves.
    #[must_use]
    pub fn is_rest(&self) -> bool {
        matches!(self, Self::Rest)
    }

    /// Placement at `time` (s), relative to the start pose.
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

    /// First fault of the path, in words.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        match self {
            Self::Rest => None,
            Self::Steady { velocity, axis, degrees_per_second, pivot, from, until } => {
                let turns = *degrees_per_second != 0.0;
                not_finite("path.steady.velocity", velocity)
                    .or_else(|| not_finite("path.steady.axis", axis))
                    .or_else(|| {
                        not_finite("path.steady.degrees_per_second", &[*degrees_per_second])
                    })
                    .or_else(|| not_finite("path.steady.pivot", pivot))
                    .or_else(|| not_finite("path.steady.from", &[*from]))
                    .or_else(|| not_finite("path.steady.until", &[until.unwrap_or(0.0)]))
                    .or_else(|| no_direction("path.steady.axis", *axis).filter(|_| turns))
            }
            Self::Keyframes { keys, pivot } => {
                not_finite("path.keyframes.pivot", pivot).or_else(|| keyframes_fault(keys))
            }
        }
    }
}

/// First fault of keyframes, in words.
fn keyframes_fault(keys: &[Keyframe]) -> Option<String> {
    if keys.is_empty() {
        return Some("`path.keyframes.keys` is empty, but has to have at least one".to_owned());
    }
    let fault = |(number, key): (usize, &Keyframe)| {
        let name = |part: &str| format!("path.keyframes.keys.{number}.{part}");
        not_finite(&name("time"), &[key.time])
            .or_else(|| not_finite(&name("translate"), &key.translate))
            .or_else(|| key.rotate.fault(&name("rotate")))
    };
    keys.iter().enumerate().find_map(fault).or_else(|| {
        let mut pairs = keys.windows(2).enumerate();
        pairs.find_map(|(number, pair)| pair_fault(number, [pair[0], pair[1]]))
    })
}

/// Fault of a keyframe, which has a number, and the next.
fn pair_fault(number: usize, [first, second]: [Keyframe; 2]) -> Option<String> {
    let next = number + 1;
    if first.time >= second.time {
        let [first, second] = [first.time, second.time].map(|time| time + 0.0);
        return Some(format!(
            "keyframe {next} is at {second} s, but has to be after keyframe {number} at {first} s"
        ));
    }
    let is_unambiguous = is_unambiguous([first.rotate, second.rotate]);
    (!is_unambiguous).then(|| {
        format!(
            "keyframes {number} and {next} turn around different axes, one of them by more than \
             180 degrees: keyframes in between would say which way"
        )
    })
}

/// Largest sine of the angle between axes that count as one: more than the rounding of their
/// coordinates.
const PARALLEL: f64 = 1e-12;

/// The axis that two rotations have in common, and their angles around it (degrees).
fn common_axis([a, b]: [AxisAngle; 2]) -> Option<([f64; 3], [f64; 2])> {
    let axis =
        |turn: AxisAngle| DVec3::from(turn.axis).try_normalize().filter(|_| turn.degrees != 0.0);
    let (Some(x), Some(y)) = (axis(a), axis(b)) else {
        // A rotation by nothing is one around every axis.
        return Some(axis(a).map_or((b.axis, [0.0, b.degrees]), |_| (a.axis, [a.degrees, 0.0])));
    };
    let is_common = x.cross(y).length_squared() <= PARALLEL * PARALLEL;
    is_common.then_some((a.axis, [a.degrees, b.degrees.copysign(b.degrees * x.dot(y))]))
}

/// True if the interpolation of two rotations is unambiguous.
fn is_unambiguous(rotations: [AxisAngle; 2]) -> bool {
    common_axis(rotations).is_some() || rotations.iter().all(|turn| turn.degrees.abs() <= 180.0)
}

/// Pose at a time: linear in translation; in rotation linear around a common axis, otherwise along
/// the shortest arc.
fn between(keys: &[Keyframe], time: f64) -> (DVec3, DQuat) {
    let next = keys.partition_point(|key| key.time <= time);
    let pose = |key: &Keyframe| (DVec3::from(key.translate), key.rotate.quaternion());
    let (Some(before), Some(after)) = (next.checked_sub(1).map(|i| &keys[i]), keys.get(next))
    else {
        let end = if next == 0 { keys.first() } else { keys.last() };
        return end.map_or((DVec3::ZERO, DQuat::IDENTITY), pose);
    };
    let s = (time - before.time) / (after.time - before.time);
    let shift = (1.0 - s) * DVec3::from(before.translate) + s * DVec3::from(after.translate);
    if let Some((axis, [from, to])) = common_axis([before.rotate, after.rotate]) {
        let turn = AxisAngle { axis, degrees: (1.0 - s) * from + s * to };
        return (shift, turn.quaternion());
    }
    let (q0, q1) = (before.rotate.quaternion(), after.rotate.quaternion());
    let q1 = if q0.dot(q1) < 0.0 { -q1 } else { q1 };
    // Normalised linear interpolation: no transcendental function, and exact at both ends.
    let q = DQuat::from_vec4((1.0 - s) * glam::DVec4::from(q0) + s * glam::DVec4::from(q1));
    (shift, q.normalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    fn turned(path: &[(f64, [f64; 3], f64)]) -> Path {
        let key = |&(time, axis, degrees): &(f64, [f64; 3], f64)| Keyframe {
            time,
            rotate: AxisAngle { axis, degrees },
            ..Keyframe::default()
        };
        Path::Keyframes { keys: path.iter().map(key).collect(), pivot: [0.0; 3] }
    }

    #[test]
    fn keyframes_around_one_axis_make_all_their_turns() {
        let z = [0.0, 0.0, 1.0];
        for (end_axis, end) in [(z, 720.0), ([0.0, 0.0, -2.0], -720.0)] {
            let path =
                turned(&[(0.0, [1.0, 0.0, 0.0], 0.0), (1.0, z, 180.0), (4.0, end_axis, end)]);
            assert_eq!(path.fault(), None);
            for (time, expected) in [
                (0.5, DVec3::Y),
                (1.0, -DVec3::X),
                (1.5, -DVec3::Y),
                (2.0, DVec3::X),
                (3.0, -DVec3::X),
            ] {
                let found = path.at(time).apply(DVec3::X);
                assert!(found.distance(expected) < 1e-12, "{found} at {time} s");
            }
        }
    }

    #[test]
    fn turns_around_different_axes_take_the_shortest_arc_or_are_refused() {
        let (x, y) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
        let path = turned(&[(0.0, x, 90.0), (1.0, y, 90.0)]);
        assert_eq!(path.fault(), None);
        let middle = path.at(0.5).apply(dvec3(1.0, 1.0, 0.0));
        assert!((middle.length() - 2.0_f64.sqrt()).abs() < 1e-12, "{middle}");
        let path = turned(&[(0.0, x, 90.0), (1.0, y, 270.0)]);
        assert!(path.fault().unwrap().contains("different axes"));
    }

    #[test]
    fn faults_have_the_key_and_the_value() {
        let steady = |axis: [f64; 3], degrees_per_second: f64| Path::Steady {
            velocity: [0.0; 3],
            axis,
            degrees_per_second,
            pivot: [0.0; 3],
            from: 0.0,
            until: None,
        };
        assert_eq!(steady([0.0; 3], 0.0).fault(), None, "it does not turn");
        assert_eq!(
            steady([0.0, -0.0, 0.0], 10.0).fault().unwrap(),
            "`path.steady.axis` is [0, 0, 0], which is no direction"
        );
        let z = [0.0, 0.0, 1.0];
        assert_eq!(
            turned(&[(0.0, z, 0.0), (1.0, [0.0; 3], 90.0)]).fault().unwrap(),
            "`path.keyframes.keys.1.rotate.axis` is [0, 0, 0], which is no direction"
        );
        assert_eq!(
            turned(&[(0.5, z, 0.0), (0.25, z, 90.0)]).fault().unwrap(),
            "keyframe 1 is at 0.25 s, but has to be after keyframe 0 at 0.5 s"
        );
        let fault = steady(z, f64::NAN).fault().unwrap();
        assert_eq!(fault, "`path.steady.degrees_per_second` is NaN, but has to be finite");
    }
}
