//! Wind of a scene, the same at all times or by keyframes.
//!
//! ```toml
//! wind = [3.0, 0.0, 0.0]
//! wind = { keys = [{ time = 0.0, velocity = [0, 0, 0] }, { time = 1.5, velocity = [6, 0, 0] }] }
//! ```

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Velocity of the air over time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum WindPath {
    /// One velocity (m/s).
    Steady([f64; 3]),
    /// Velocities at given times.
    Keyframes(WindKeys),
}

/// Velocities at given times, linear in between; the first holds before, the last after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct WindKeys {
    /// In order of time.
    pub keys: Vec<WindKey>,
}

/// A velocity of the air at a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WindKey {
    /// Time (s).
    pub time: f64,
    /// Velocity (m/s).
    pub velocity: [f64; 3],
}

impl From<[f64; 3]> for WindPath {
    fn from(velocity: [f64; 3]) -> Self {
        Self::Steady(velocity)
    }
}

impl WindPath {
    /// Wind by keyframes.
    #[must_use]
    pub const fn keyframes(keys: Vec<WindKey>) -> Self {
        Self::Keyframes(WindKeys { keys })
    }

    /// Velocity (m/s) at a time (s).
    #[must_use]
    pub fn at(&self, time: f64) -> [f64; 3] {
        let keys = match self {
            Self::Steady(velocity) => return *velocity,
            Self::Keyframes(WindKeys { keys }) => keys,
        };
        let next = keys.partition_point(|key| key.time <= time);
        match (next.checked_sub(1).map(|before| keys[before]), keys.get(next)) {
            (Some(before), Some(after)) => {
                let s = (time - before.time) / (after.time - before.time);
                let [from, to] = [before, *after].map(|key| DVec3::from(key.velocity));
                ((1.0 - s) * from + s * to).to_array()
            }
            (Some(last), None) => last.velocity,
            (None, first) => first.map_or([0.0; 3], |key| key.velocity),
        }
    }

    /// First number that is out of range: its name, its value, its range.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let infinite = |name: &'static str, numbers: &[f64]| {
            let value = numbers.iter().find(|value| !value.is_finite());
            value.map(|value| (name, *value, "finite"))
        };
        let keys = match self {
            Self::Steady(velocity) => return infinite("wind", velocity),
            Self::Keyframes(WindKeys { keys }) => keys,
        };
        if keys.is_empty() {
            return Some(("the number of wind.keys", 0.0, "at least 1"));
        }
        let fault = keys.iter().find_map(|key| {
            let time = infinite("wind.keys time", &[key.time]);
            time.or_else(|| infinite("wind.keys velocity", &key.velocity))
        });
        fault.or_else(|| {
            let pair = keys.windows(2).find(|pair| pair[0].time >= pair[1].time)?;
            Some(("wind.keys time", pair[1].time, "after that of the key before"))
        })
    }
}

#[test]
fn gusts_rise_and_fall() {
    let key = |time: f64, x: f64| WindKey { time, velocity: [x, 0.0, -x] };
    let wind = WindPath::keyframes(vec![key(1.0, 2.0), key(2.0, 6.0), key(4.0, 0.0)]);
    assert_eq!(wind.fault(), None);
    for (time, x) in [(0.0, 2.0), (1.0, 2.0), (1.5, 4.0), (2.0, 6.0), (3.0, 3.0), (9.0, 0.0)] {
        assert_eq!(wind.at(time), [x, 0.0, -x], "{time}");
    }
    let turned = WindPath::keyframes(vec![key(1.0, 2.0), key(1.0, 6.0)]);
    assert_eq!(turned.fault().unwrap().2, "after that of the key before");
    assert!(WindPath::keyframes(Vec::new()).fault().is_some());
    assert!(WindPath::from([0.0, f64::NAN, 0.0]).fault().is_some());
}
