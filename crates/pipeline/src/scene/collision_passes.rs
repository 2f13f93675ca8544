//! Interval of detection passes for position-based cloth.
//!
//! ```toml
//! collision_passes = 8                    # substeps from one pass to the next
//! collision_passes = { substeps = 8 }     # the same
//! collision_passes = { iterations = 2 }   # Gauss–Seidel sweeps from one pass to the next
//! ```

use std::fmt;

use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Units in which the interval of detection passes may be given.
const UNITS: [&str; 2] = ["substeps", "iterations"];

/// Interval from one detection pass to the next. In between contacts are reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollisionPasses {
    /// A pass before the first sweep of every so many substeps.
    Substeps(usize),
    /// A pass before every so many Gauss–Seidel sweeps of a step, also within a substep.
    Iterations(usize),
}

impl Default for CollisionPasses {
    fn default() -> Self {
        Self::Substeps(8)
    }
}

impl CollisionPasses {
    /// The number, whatever its unit.
    #[must_use]
    pub const fn interval(self) -> usize {
        match self {
            Self::Substeps(interval) | Self::Iterations(interval) => interval,
        }
    }

    /// Returns the number of substeps up to the next pass, if there is one before a sweep;
    /// `sweep` counts from 0 on in a step, with `iterations` of them in a substep.
    pub(crate) const fn due(self, sweep: usize, iterations: usize) -> Option<usize> {
        let substep = sweep / iterations;
        match self {
            Self::Substeps(k) if sweep.is_multiple_of(iterations) && substep.is_multiple_of(k) => {
                Some(k)
            }
            Self::Iterations(k) if sweep.is_multiple_of(k) => {
                Some(sweep.saturating_add(k) / iterations - substep)
            }
            _ => None,
        }
    }
}

impl Serialize for CollisionPasses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Substeps(interval) => interval.serialize(serializer),
            Self::Iterations(interval) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry(UNITS[1], &interval)?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for CollisionPasses {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberOrUnit)
    }
}

struct NumberOrUnit;

impl<'de> Visitor<'de> for NumberOrUnit {
    type Value = CollisionPasses;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(
            "a whole number of substeps, { substeps = … } or { iterations = … }, at least 1",
        )
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        usize::try_from(value)
            .map(CollisionPasses::Substeps)
            .map_err(|_| E::invalid_value(Unexpected::Signed(value), &self))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        usize::try_from(value)
            .map(CollisionPasses::Substeps)
            .map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &self))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let Some(unit) = map.next_key::<String>()? else {
            return Err(A::Error::invalid_length(0, &self));
        };
        let of_unit: fn(usize) -> CollisionPasses = match unit.as_str() {
            "substeps" => CollisionPasses::Substeps,
            "iterations" => CollisionPasses::Iterations,
            _ => return Err(A::Error::unknown_field(&unit, &UNITS)),
        };
        let value = map.next_value::<i64>()?;
        if map.next_key::<String>()?.is_some() {
            return Err(A::Error::invalid_length(2, &self));
        }
        usize::try_from(value)
            .map(of_unit)
            .map_err(|_| A::Error::invalid_value(Unexpected::Signed(value), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn a_number_and_both_units_are_read_and_written() {
        let passes = |text: &str| {
            let scene = Scene::from_toml(&format!("settings.collision_passes = {text}")).unwrap();
            let again = Scene::from_toml(&scene.to_toml().unwrap()).unwrap();
            assert_eq!(scene, again, "{text}");
            scene.settings.collision_passes
        };
        assert_eq!(passes("4"), CollisionPasses::Substeps(4));
        assert_eq!(passes("{ substeps = 8 }"), CollisionPasses::Substeps(8));
        assert_eq!(passes("{ iterations = 2 }"), CollisionPasses::Iterations(2));
    }

    #[test]
    fn other_things_are_refused_with_what_is_due() {
        let refused = |text: &str| {
            let scene = Scene::from_toml(&format!("settings.collision_passes = {text}"));
            scene.unwrap_err().to_string()
        };
        for text in
            ["-1", "\"often\"", "{}", "{ substeps = -3 }", "{ substeps = 1, iterations = 1 }"]
        {
            assert!(refused(text).contains("{ iterations = … }"), "{}", refused(text));
        }
        assert!(refused("{ sweeps = 2 }").contains("`iterations`"));
    }

    #[test]
    fn passes_are_due_by_substeps_or_by_sweeps() {
        let due = |passes: CollisionPasses, iterations: usize| {
            (0..12).filter(|&sweep| passes.due(sweep, iterations).is_some()).collect::<Vec<_>>()
        };
        assert_eq!(due(CollisionPasses::Substeps(2), 3), [0, 6]);
        assert_eq!(due(CollisionPasses::Iterations(2), 3), [0, 2, 4, 6, 8, 10]);
        assert_eq!(due(CollisionPasses::Iterations(6), 3), [0, 6]);
        assert_eq!(CollisionPasses::Iterations(6).due(6, 3), Some(2));
        assert_eq!(CollisionPasses::Iterations(2).due(4, 3), Some(1));
        assert_eq!(CollisionPasses::Iterations(1).due(4, 3), Some(0));
    }
}
