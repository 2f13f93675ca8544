//! Projection of planes in space onto coordinate planes.
//!
//! Along a coordinate axis that is not parallel to it, a plane maps one to one onto a coordinate
//! plane, and straight lines to straight lines. What lies where within a plane is therefore decided
//! in 2D, on coordinates that are given and not computed.

use glam::{DVec2, DVec3};

use super::orient2d;

/// A coordinate axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Axis {
    /// The point seen along the axis; right-handed, so that a turn about the positive axis stays
    /// counter-clockwise.
    #[must_use]
    #[inline]
    pub fn project(self, point: DVec3) -> DVec2 {
        match self {
            Self::X => DVec2::new(point.y, point.z),
            Self::Y => DVec2::new(point.z, point.x),
            Self::Z => DVec2::new(point.x, point.y),
        }
    }
}

/// An axis along which the triangle does not collapse into a line; `None` if it is a line in space.
///
/// The decision is exact. Among the axes that qualify, the one nearest to the normal is tried
/// first.
#[must_use]
pub fn projection_axis(triangle: [DVec3; 3]) -> Option<Axis> {
    let [a, b, c] = triangle;
    let normal = (b - a).cross(c - a).abs();
    let mut axes = [(normal.x, Axis::X), (normal.y, Axis::Y), (normal.z, Axis::Z)];
    // Only a preference: where the normal overflows or underflows, any order is right.
    axes.sort_by(|(n, _), (m, _)| m.total_cmp(n));
    let mut axes = axes.into_iter().map(|(_, axis)| axis);
    axes.find(|axis| !orient2d(axis.project(a), axis.project(b), axis.project(c)).is_zero())
}
