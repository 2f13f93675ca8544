//! A vertex within a thickness of a face.
//!
//! ```text
//! n    unit normal of the face now
//! s    side on which the vertex started: sign of (q₀ − a₀) · n₀
//! x    closest point of the face
//! d = s (q − x) · n      normal s n
//! ```
//!
//! One rule for cloth on cloth and for cloth on an obstacle: a face with an outer side only has
//! `s = +1`, and for what is inside of a solid `s = −1`. It is the rule `sign(n · s n₀)` for faces
//! that turn by less than 90° in the step, and keeps the *material* side beyond.
//!
//! If the closest point is on an edge or at a corner, the vertex has not passed through this face:
//! the normal is the direction from the closest point, with its clamped weights. Behind a one-sided
//! face there is no such contact; the faces around that edge have it.
//!
//! A vertex that starts exactly in the plane belongs to the side on which it ends, and to the side
//! of the normal if it stays in the plane.

use glam::DVec3;
use ripstop_geometry::MovingPoint;
use ripstop_geometry::closest::{PointTriangleRegion, point_triangle};
use ripstop_geometry::exact::Sign;
use ripstop_geometry::predicates::orient3d;

use super::{Proximity, first_direction};

/// From which sides a face can be touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// From both: cloth.
    Both,
    /// From the side of its normal only: the surface of a solid.
    Outer,
    /// From the other side only: the surface of a solid for what is inside of it.
    Inner,
}

/// A vertex at most `thickness` (m) from a face at the end of the step.
#[must_use]
pub fn vertex_face_proximity(
    vertex: MovingPoint,
    face: [MovingPoint; 3],
    thickness: f64,
    sides: Sides,
) -> Option<Proximity> {
    let (q, corners) = (vertex.end, face.map(|corner| corner.end));
    let closest = point_triangle(q, corners);
    let distance = closest.distance();
    if distance > thickness || !distance.is_finite() {
        return None;
    }
    let [a, b, c] = corners;
    let now = orient3d(a, b, c, q);
    let side = match sides {
        Sides::Outer => 1.0,
        Sides::Inner => -1.0,
        Sides::Both => starting_side(vertex, face, now),
    };
    let normal = (b - a).cross(c - a);
    let [x, y, z] = closest.weights;
    let weights = [1.0, -x, -y, -z];
    let behind = now == Sign::of(-side);
    if closest.region == PointTriangleRegion::Face {
        let distance = if behind { -distance } else { distance };
        return Some(Proximity { weights, normal: first_direction([side * normal]), distance });
    }
    if behind && sides != Sides::Both {
        return None;
    }
    let away = q - closest.point(corners);
    let away = if distance > 0.0 { away } else { DVec3::ZERO };
    Some(Proximity { weights, normal: first_direction([away, side * normal]), distance })
}

/// `+1` on the side of the normal, `−1` on the other.
fn starting_side(vertex: MovingPoint, face: [MovingPoint; 3], now: Sign) -> f64 {
    let [a, b, c] = face.map(|corner| corner.start);
    match (orient3d(a, b, c, vertex.start), now) {
        (Sign::Negative, _) | (Sign::Zero, Sign::Negative) => -1.0,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    const FACE: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Y];

    fn moved(start: DVec3, end: DVec3, sides: Sides) -> Option<Proximity> {
        vertex_face_proximity(
            MovingPoint { start, end },
            FACE.map(MovingPoint::at_rest),
            0.1,
            sides,
        )
    }

    #[test]
    fn the_normal_points_to_the_side_of_entry() {
        let (above, below) = (dvec3(0.25, 0.25, 0.05), dvec3(0.25, 0.25, -0.05));
        let entered = moved(above, below, Sides::Both).unwrap();
        assert_eq!((entered.normal, entered.distance), (DVec3::Z, -0.05));
        let stayed = moved(below, below, Sides::Both).unwrap();
        assert_eq!((stayed.normal, stayed.distance), (-DVec3::Z, 0.05));
        let solid = moved(below, below, Sides::Outer).unwrap();
        assert_eq!((solid.normal, solid.distance), (DVec3::Z, -0.05));
        assert_eq!(entered.weights.iter().sum::<f64>(), 0.0);
    }

    #[test]
    fn a_start_in_the_plane_takes_the_side_of_the_end() {
        let flat = dvec3(0.25, 0.25, 0.0);
        assert_eq!(moved(flat, dvec3(0.25, 0.25, -0.05), Sides::Both).unwrap().normal, -DVec3::Z);
        let resting = moved(flat, flat, Sides::Both).unwrap();
        assert_eq!((resting.normal, resting.distance), (DVec3::Z, 0.0));
    }

    #[test]
    fn a_face_that_turns_over_keeps_its_material_side() {
        // The face turns by 180° about the x axis and carries the vertex above it along.
        let face = [
            MovingPoint::at_rest(DVec3::ZERO),
            MovingPoint::at_rest(DVec3::X),
            MovingPoint { start: DVec3::Y, end: -DVec3::Y },
        ];
        let vertex = MovingPoint { start: dvec3(0.2, 0.2, 0.05), end: dvec3(0.2, -0.2, -0.05) };
        let found = vertex_face_proximity(vertex, face, 0.1, Sides::Both).unwrap();
        assert_eq!((found.normal, found.distance), (-DVec3::Z, 0.05));
    }

    #[test]
    fn beside_the_face_the_direction_is_that_of_the_closest_point() {
        let beside = dvec3(0.5, -0.03, -0.04);
        let found = moved(beside, beside, Sides::Both).unwrap();
        assert!((found.normal - dvec3(0.0, -0.6, -0.8)).length() < 1e-12);
        assert!((found.distance - 0.05).abs() < 1e-15);
        assert_eq!(moved(beside, beside, Sides::Outer), None);
        let from_within = moved(beside, beside, Sides::Inner).unwrap();
        assert_eq!((from_within.normal, from_within.distance), (found.normal, found.distance));
        assert_eq!(moved(beside, dvec3(0.5, -0.2, 0.0), Sides::Both), None);
    }

    #[test]
    fn faces_without_area_have_a_direction_too() {
        let point = MovingPoint::at_rest(DVec3::ONE);
        let found = vertex_face_proximity(point, [point; 3], 0.1, Sides::Both).unwrap();
        assert_eq!((found.normal.length(), found.distance), (1.0, 0.0));
    }
}
