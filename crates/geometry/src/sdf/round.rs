//! The second derivative of a distance to a point or to a line.

use glam::{DMat3, DVec3};

use super::polar::polar;

/// `(P − n nᵀ)/ρ` for the vector `v = ρ n` from the nearest point of an axis, `P` the projection to
/// the directions in which that point stays: the second derivative of `|v|`. 0 where it has none,
/// at `v = 0`.
#[inline]
pub(super) fn round(v: DVec3, stays: DMat3) -> DMat3 {
    polar(v).map_or(DMat3::ZERO, |v| (stays - square(v.direction)) * (1.0 / v.length))
}

/// `u uᵀ`.
#[inline]
pub(super) fn square(u: DVec3) -> DMat3 {
    DMat3::from_cols(u * u.x, u * u.y, u * u.z)
}
