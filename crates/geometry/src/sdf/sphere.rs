//! The ball.
//!
//! ```text
//! φ(x) = |x − c| − r,    ∇φ = (x − c) / |x − c|
//! ```

use glam::{DMat3, DVec3};

use super::polar::{length, polar};
use super::round::round;
use super::{Sample, ShapeError};

/// A solid ball. At its centre, where every direction leads out equally fast, the gradient is `+y`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    center: DVec3,
    radius: f64,
}

impl Sphere {
    /// The ball around `center` (m) with `radius` (m).
    ///
    /// # Errors
    /// If the centre is not finite or the radius is not positive.
    pub fn new(center: DVec3, radius: f64) -> Result<Self, ShapeError> {
        Ok(Self {
            center: ShapeError::check_point("the sphere's centre", center)?,
            radius: ShapeError::check_length("the sphere's radius", radius)?,
        })
    }

    /// Centre (m).
    #[must_use]
    pub const fn center(&self) -> DVec3 {
        self.center
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
        length(x - self.center) - self.radius
    }

    /// Signed distance and gradient at `x`.
    #[must_use]
    #[inline]
    pub fn sample(&self, x: DVec3) -> Sample {
        match polar(x - self.center) {
            Some(v) => Sample { distance: v.length - self.radius, gradient: v.direction },
            None => Sample { distance: -self.radius, gradient: DVec3::Y },
        }
    }

    /// `∇²φ = (1 − n nᵀ)/|x − c|` (1/m); 0 at the centre.
    #[must_use]
    pub fn hessian(&self, x: DVec3) -> DMat3 {
        round(x - self.center, DMat3::IDENTITY)
    }
}
