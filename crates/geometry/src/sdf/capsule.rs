//! The capsule: all points within a radius of a segment.
//!
//! ```text
//! s(x) = clamp(u · (x − a), 0, ℓ),    v = x − (a + s u),    φ(x) = |v| − r,    ∇φ = v / |v|
//! ```
//!
//! `u` is the unit direction of the axis and `ℓ` its length, both computed once; so a query divides
//! only to normalise. The point `a + ℓ u` differs from the given `b` by rounding.

use glam::{DMat3, DVec3};

use super::polar::{length, polar};
use super::round::{round, square};
use super::{Sample, ShapeError};

/// All points within `radius` of a segment.
///
/// On the axis the gradient is a fixed unit vector perpendicular to it; if both ends coincide the
/// capsule is a ball, and the gradient at its centre is `+y` as for [`Sphere`](super::Sphere).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    start: DVec3,
    direction: DVec3,
    length: f64,
    radius: f64,
}

impl Capsule {
    /// The capsule around the segment from `start` to `end` (m) with `radius` (m). The ends may
    /// coincide.
    ///
    /// # Errors
    /// If an end is not finite or the radius is not positive.
    pub fn new(start: DVec3, end: DVec3, radius: f64) -> Result<Self, ShapeError> {
        let start = ShapeError::check_point("the capsule's start", start)?;
        let end = ShapeError::check_point("the capsule's end", end)?;
        let radius = ShapeError::check_length("the capsule's radius", radius)?;
        let (length, direction) =
            polar(end - start).map_or((0.0, DVec3::ZERO), |axis| (axis.length, axis.direction));
        Ok(Self { start, direction, length, radius })
    }

    /// First end of the axis (m).
    #[must_use]
    pub const fn start(&self) -> DVec3 {
        self.start
    }

    /// Second end of the axis (m), up to rounding as given.
    #[must_use]
    pub fn end(&self) -> DVec3 {
        self.start + self.length * self.direction
    }

    /// Radius (m).
    #[must_use]
    pub const fn radius(&self) -> f64 {
        self.radius
    }

    /// Signed distance of `x` (m).
    #[must_use]
    #[inline]
    pub fn distance(&self, x: DVec3) -> f64 {
        length(self.offset_from_axis(x)) - self.radius
    }

    /// Signed distance and gradient at `x`.
    #[must_use]
    #[inline]
    pub fn sample(&self, x: DVec3) -> Sample {
        match polar(self.offset_from_axis(x)) {
            Some(v) => Sample { distance: v.length - self.radius, gradient: v.direction },
            None => Sample { distance: -self.radius, gradient: self.gradient_on_axis() },
        }
    }

    /// `∇²φ` (1/m): that of a line beside the axis, that of a point beyond its ends; 0 on the axis.
    #[must_use]
    pub fn hessian(&self, x: DVec3) -> DMat3 {
        let along = (x - self.start).dot(self.direction);
        let beside = along > 0.0 && along < self.length;
        let slides = if beside { square(self.direction) } else { DMat3::ZERO };
        round(self.offset_from_axis(x), DMat3::IDENTITY - slides)
    }

    /// From the nearest point of the axis to `x`.
    #[inline]
    fn offset_from_axis(&self, x: DVec3) -> DVec3 {
        let offset = x - self.start;
        // Not `clamp`: `max` and `min` drop a NaN and compile to two instructions.
        let s = offset.dot(self.direction).max(0.0).min(self.length);
        offset - s * self.direction
    }

    #[cold]
    fn gradient_on_axis(&self) -> DVec3 {
        if self.length == 0.0 { DVec3::Y } else { self.direction.any_orthonormal_vector() }
    }
}
