//! Contours as curves in space.

use glam::DVec3;

use super::{Contour, Crossing};
use crate::CollisionMesh;

/// The points of a contour in their order (m), rounded.
///
/// # Panics
/// If the contour is not one of these crossings, or they are not of this mesh.
#[must_use]
pub fn contour_points(
    contour: &Contour,
    crossings: &[Crossing],
    mesh: &CollisionMesh,
    positions: &[DVec3],
) -> Vec<DVec3> {
    contour.crossings.iter().map(|&index| crossings[index].point(mesh, positions)).collect()
}

impl Contour {
    /// Length of the polygon through the points of this contour (m).
    #[must_use]
    pub fn length(&self, points: &[DVec3]) -> f64 {
        let open: f64 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        match (self.is_closed(), points) {
            (true, [first, .., last]) => open + last.distance(*first),
            _ => open,
        }
    }
}
