//! Rigid placement: a rotation, then a translation.
//!
//! ```text
//! x = R X + p,    X = Rᵀ (x − p)
//! ```
//!
//! `X` is a point of the body, `x` the same point in the world. Distances do not change, so the
//! field of a placed solid is `φ(X(x))` with gradient `R ∇φ`.

use glam::{DQuat, DVec3};

use super::ShapeError;

/// A rotation about the body's origin followed by a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    rotation: DQuat,
    translation: DVec3,
}

impl Pose {
    /// The pose in which body and world coincide.
    pub const IDENTITY: Self = Self { rotation: DQuat::IDENTITY, translation: DVec3::ZERO };

    /// The pose with a rotation, given by a quaternion of any length but zero, and a translation
    /// (m).
    ///
    /// # Errors
    /// If the quaternion is zero or not finite, or the translation is not finite.
    pub fn new(rotation: DQuat, translation: DVec3) -> Result<Self, ShapeError> {
        let translation = ShapeError::check_point("the pose's translation", translation)?;
        let largest = rotation.to_array().into_iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        // Dividing by the largest part first keeps the squares in range.
        let unit = (rotation / largest).normalize();
        if unit.is_finite() {
            Ok(Self { rotation: unit, translation })
        } else {
            Err(ShapeError::Rotation { value: rotation.to_array() })
        }
    }

    /// A translation (m) without rotation.
    ///
    /// # Errors
    /// If the translation is not finite.
    pub fn from_translation(translation: DVec3) -> Result<Self, ShapeError> {
        Self::new(DQuat::IDENTITY, translation)
    }

    pub(super) const fn of_unit(rotation: DQuat, translation: DVec3) -> Self {
        Self { rotation, translation }
    }

    /// The rotation, as a unit quaternion.
    #[must_use]
    pub const fn rotation(&self) -> DQuat {
        self.rotation
    }

    /// World position of the body's origin (m).
    #[must_use]
    pub const fn translation(&self) -> DVec3 {
        self.translation
    }

    /// The world position of a point of the body.
    #[must_use]
    #[inline]
    pub fn to_world(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.translation
    }

    /// The point of the body that is at a world position.
    #[must_use]
    #[inline]
    pub fn to_body(&self, point: DVec3) -> DVec3 {
        self.rotation.conjugate() * (point - self.translation)
    }

    /// A direction of the body as seen from the world.
    #[must_use]
    #[inline]
    pub fn direction_to_world(&self, direction: DVec3) -> DVec3 {
        self.rotation * direction
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}
