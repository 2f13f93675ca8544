//! Ray forces in a scene.

use serde::{Deserialize, Serialize};

/// Settings of ray forces, `[settings.ray]` in a file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct RaySettings {
    /// Length of a ray: the path of a vertex in so many substeps.
    pub reach: f64,
    /// Force on a vertex right in front of a face, as a part of that which stops it within a
    /// substep. More than 1 throws it back.
    pub strength: f64,
}

impl Default for RaySettings {
    fn default() -> Self {
        Self { reach: 4.0, strength: 1.0 }
    }
}

impl RaySettings {
    /// First setting that is out of range: its name, its value, its range.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let Self { reach, strength } = *self;
        if !(1.0..=1000.0).contains(&reach) {
            return Some(("ray.reach", reach, "from 1 to 1000"));
        }
        let is_sound = strength > 0.0 && strength <= 10.0;
        (!is_sound).then_some(("ray.strength", strength, "positive and at most 10"))
    }
}
