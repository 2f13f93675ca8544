//! The half-space below a plane.
//!
//! ```text
//! φ(x) = n · (x − p),    ∇φ = n
//! ```

use glam::{DMat3, DVec3};

use super::polar::polar;
use super::{Sample, ShapeError};

/// The half-space on the side away from `normal`, bounded by a plane through `point`.
///
/// φ is smooth everywhere, so there is nothing to choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    point: DVec3,
    normal: DVec3,
}

impl Plane {
    /// The half-space below the plane through `point` (m) with the outward `normal`, of any length.
    ///
    /// # Errors
    /// If a coordinate is not finite or the normal is zero.
    pub fn new(point: DVec3, normal: DVec3) -> Result<Self, ShapeError> {
        let point = ShapeError::check_point("the plane's point", point)?;
        let finite = ShapeError::check_point("the plane's normal", normal)?;
        let direction = polar(finite).ok_or(ShapeError::Normal { value: normal })?.direction;
        Ok(Self { point, normal: direction })
    }

    /// A point on the plane (m).
    #[must_use]
    pub const fn point(&self) -> DVec3 {
        self.point
    }

    /// Unit normal, pointing out of the solid.
    #[must_use]
    pub const fn normal(&self) -> DVec3 {
        self.normal
    }

    /// Signed distance of `x` (m).
    #[must_use]
    #[inline]
    pub fn distance(&self, x: DVec3) -> f64 {
        self.normal.dot(x - self.point)
    }

    /// Signed distance and gradient at `x`.
    #[must_use]
    #[inline]
    pub fn sample(&self, x: DVec3) -> Sample {
        Sample { distance: self.distance(x), gradient: self.normal }
    }

    /// `∇²φ` (1/m): 0.
    #[must_use]
    #[inline]
    pub const fn hessian(&self, _: DVec3) -> DMat3 {
        DMat3::ZERO
    }
}
