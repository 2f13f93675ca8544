//! The solid box with axis-parallel sides.
//!
//! With `q = |x − c| − e` component by component, `e` the half edges:
//!
//! ```text
//! outside (some qᵢ > 0):   φ = |max(q, 0)|,    ∇φ = sign(x − c) max(q, 0) / φ
//! inside  (all  qᵢ ≤ 0):   φ = max qᵢ,         ∇φ = sign(xₖ − cₖ) eₖ,  k the axis of the maximum
//! ```
//!
//! Outside this is the distance to a convex set, which is differentiable. Inside, the nearest side
//! wins; on the medial planes, where two sides are equally near, the choice below.

use glam::{DMat3, DVec3};

use super::polar::{length, polar};
use super::round::round;
use super::{Sample, ShapeError};

/// A solid box with axis-parallel sides; a [`Pose`](super::Pose) turns it.
///
/// If two sides are equally near, on the medial planes inside and on the edges of the surface,
/// the gradient is the normal of the first of them in the order `x`, `y`, `z`, positive before
/// negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    center: DVec3,
    half_extents: DVec3,
}

impl Cuboid {
    /// The box around `center` (m) with the given half edge lengths (m).
    ///
    /// # Errors
    /// If the centre is not finite or a half edge is not positive.
    pub fn new(center: DVec3, half_extents: DVec3) -> Result<Self, ShapeError> {
        let center = ShapeError::check_point("the cuboid's centre", center)?;
        for (what, value) in [
            "the cuboid's half x extent",
            "the cuboid's half y extent",
            "the cuboid's half z extent",
        ]
        .into_iter()
        .zip(half_extents.to_array())
        {
            ShapeError::check_length(what, value)?;
        }
        Ok(Self { center, half_extents })
    }

    /// Centre (m).
    #[must_use]
    pub const fn center(&self) -> DVec3 {
        self.center
    }

    /// Half of each edge (m).
    #[must_use]
    pub const fn half_extents(&self) -> DVec3 {
        self.half_extents
    }

    /// Signed distance of `x` (m).
    #[must_use]
    #[inline]
    pub fn distance(&self, x: DVec3) -> f64 {
        let q = (x - self.center).abs() - self.half_extents;
        let deepest = q.x.max(q.y).max(q.z);
        if deepest > 0.0 { length(q.max(DVec3::ZERO)) } else { deepest }
    }

    /// Signed distance and gradient at `x`.
    #[must_use]
    #[inline]
    pub fn sample(&self, x: DVec3) -> Sample {
        let offset = x - self.center;
        let q = offset.abs() - self.half_extents;
        if q.x.max(q.y).max(q.z) > 0.0
            && let Some(outside) = polar(q.max(DVec3::ZERO))
        {
            let gradient = outside.direction.copysign(offset);
            return Sample { distance: outside.length, gradient };
        }
        let (axis, depth) = if q.x >= q.y && q.x >= q.z {
            (DVec3::X, q.x)
        } else if q.y >= q.z {
            (DVec3::Y, q.y)
        } else {
            (DVec3::Z, q.z)
        };
        // Adding zero turns −0 into +0, so that the middle belongs to the positive side.
        Sample { distance: depth, gradient: axis * (offset + DVec3::ZERO).signum() }
    }

    /// `∇²φ` (1/m): 0 inside and over a side, that of a line beside an edge, that of a point beside
    /// a corner.
    #[must_use]
    pub fn hessian(&self, x: DVec3) -> DMat3 {
        let offset = x - self.center;
        let q = offset.abs() - self.half_extents;
        let beyond = DVec3::select(q.cmpgt(DVec3::ZERO), DVec3::ONE, DVec3::ZERO);
        round(q.max(DVec3::ZERO).copysign(offset), DMat3::from_diagonal(beyond))
    }
}
