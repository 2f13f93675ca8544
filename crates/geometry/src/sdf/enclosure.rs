//! A closed mesh, asked for its winding number at single points.

use glam::DVec3;

use super::SamplingError;
use super::closed_mesh::closed_corners;
use super::winding::winding_number;
use crate::Aabb;

/// A mesh that encloses a volume.
#[derive(Clone, Debug)]
pub struct Enclosure {
    corners: Vec<[DVec3; 3]>,
    hull: Aabb,
}

impl Enclosure {
    /// Takes a mesh if it is closed: every edge has as many faces on one side as on the other.
    ///
    /// # Errors
    /// If it has a hole or faces turned against their neighbours, names a vertex that does not
    /// exist, or has a coordinate that is not finite or too large.
    pub fn new(positions: &[DVec3], faces: &[[u32; 3]]) -> Result<Self, SamplingError> {
        let corners = closed_corners(positions, faces)?;
        let hull = Aabb::of_points(corners.as_flattened());
        Ok(Self { corners, hull })
    }

    /// Exact winding number around a point: 0 outside, 1 inside, −1 inside if the faces are turned
    /// inwards, more where parts overlap. On the surface, where there is none, it is that of one of
    /// the sides.
    ///
    /// Cost: a comparison for every face, and a plane orientation for those above or below.
    #[must_use]
    pub fn winding_number(&self, point: DVec3) -> i32 {
        if !self.hull.contains(&Aabb::of_point(point)) {
            return 0;
        }
        winding_number(self.corners.iter().copied(), point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tessellate;

    #[test]
    fn a_ball_winds_once_around_what_it_holds() {
        let ball = tessellate::sphere(1.0, 16);
        let enclosure = Enclosure::new(&ball.positions, &ball.faces).unwrap();
        // Points on the axis, above vertices and edges of the tessellation.
        for (point, expected) in [
            (DVec3::ZERO, 1),
            (0.97 * DVec3::Z, 1),
            (-0.97 * DVec3::Z, 1),
            (DVec3::new(0.5, 0.0, 0.5), 1),
            (DVec3::new(0.9, 0.9, 0.0), 0),
            (1.01 * DVec3::Z, 0),
            (DVec3::splat(3.0), 0),
        ] {
            assert_eq!(enclosure.winding_number(point), expected, "{point}");
        }
        let turned: Vec<[u32; 3]> = ball.faces.iter().map(|&[a, b, c]| [a, c, b]).collect();
        let turned = Enclosure::new(&ball.positions, &turned).unwrap();
        assert_eq!(turned.winding_number(DVec3::ZERO), -1);
        assert!(Enclosure::new(&ball.positions, &ball.faces[1..]).is_err(), "a hole");
    }
}
