//! Pose and scale of a cloth or an obstacle at the start.

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use super::numbers::{no_direction, not_finite, not_positive};

/// Scale, then rotation, then translation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Transform {
    /// Translation (m).
    pub translate: [f64; 3],
    /// Axis and angle: a direction and degrees around it.
    pub rotate: AxisAngle,
    /// Factor.
    pub scale: f64,
}

/// A rotation around an axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct AxisAngle {
    /// Direction of the axis, of any length but 0.
    pub axis: [f64; 3],
    /// Angle (degrees).
    pub degrees: f64,
}

impl Default for AxisAngle {
    fn default() -> Self {
        Self { axis: [0.0, 0.0, 1.0], degrees: 0.0 }
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self { translate: [0.0; 3], rotate: AxisAngle::default(), scale: 1.0 }
    }
}

impl AxisAngle {
    /// As a unit quaternion; the identity if the axis has no direction.
    #[must_use]
    pub fn quaternion(self) -> DQuat {
        let Some(axis) = DVec3::from(self.axis).try_normalize() else { return DQuat::IDENTITY };
        let half = 0.5 * self.degrees.to_radians();
        let (sin, cos) = (libm::sin(half), libm::cos(half));
        DQuat::from_xyzw(sin * axis.x, sin * axis.y, sin * axis.z, cos)
    }
}

impl AxisAngle {
    /// First number that is out of range, in words; `name` is the key of the rotation.
    pub(super) fn fault(self, name: &str) -> Option<String> {
        let (axis, degrees) = (format!("{name}.axis"), format!("{name}.degrees"));
        not_finite(&axis, &self.axis)
            .or_else(|| no_direction(&axis, self.axis))
            .or_else(|| not_finite(&degrees, &[self.degrees]))
    }
}

impl Transform {
    /// Maps a point `p` into the world.
    #[must_use]
    pub fn apply(&self, p: DVec3) -> DVec3 {
        self.rotate.quaternion() * (self.scale * p) + DVec3::from(self.translate)
    }

    /// First number that is out of range, in words.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        not_finite("transform.translate", &self.translate)
            .or_else(|| self.rotate.fault("transform.rotate"))
            .or_else(|| not_positive("transform.scale", &[self.scale]))
    }
}
