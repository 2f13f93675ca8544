//! Vertex–face detection by casting the vertex's path at the face.
//!
//! The path of the vertex relative to the face is a segment from `o` along `d`. With the face at
//! its start,
//!
//! ```text
//! o + t d = a + α e₁ + β e₂          [−d  e₁  e₂] (t, α, β)ᵀ = o − a
//! ```
//!
//! is solved by determinants. Exact up to rounding for faces that *translate*: for others the mean
//! displacement of the corners is taken off, and what the face does besides is ignored. So this is
//! no [`crate::Ccd`]: it may miss contacts and invent them, and it has no edge–edge. It is cheap,
//! and it is what a vertex against a moving obstacle often needs.
//!
//! A path in the plane of the face, a path of no length, a face without area and numbers that
//! overflow have no such solution: they are decided by the certified [`Cubic`], on the motion as it
//! is given.

use glam::DVec3;
use ripstop_geometry::MovingPoint;
use ripstop_geometry::closest::point_triangle;

use crate::ccd::Ccd;
use crate::cubic::Cubic;

/// The point at which a vertex's path meets a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Time of the meeting, in `[0, 1]`.
    pub time: f64,
    /// Barycentric weights of the point that is met.
    pub weights: [f64; 3],
    /// Unit normal of the face, on the side from which the vertex comes; the normal's own side for
    /// a path in the plane.
    pub normal: DVec3,
}

/// The first meeting of a vertex's path, relative to the face, with the face.
///
/// All coordinates must be finite. If one is not, the result is a hit at 0.
#[must_use]
pub fn vertex_face_ray_cast(vertex: MovingPoint, face: [MovingPoint; 3]) -> Option<RayHit> {
    let corners = face.map(|corner| corner.start);
    let drift = face.iter().map(|corner| corner.displacement()).sum::<DVec3>() / 3.0;
    let d = vertex.displacement() - drift;
    let [a, b, c] = corners;
    let (e1, e2, from_a) = (b - a, c - a, vertex.start - a);
    let n = e1.cross(e2);
    let determinant = -d.dot(n);
    if determinant == 0.0 || !determinant.is_normal() {
        return in_plane(vertex, face);
    }
    let time = from_a.dot(n) / determinant;
    let second = -d.dot(from_a.cross(e2)) / determinant;
    let third = -d.dot(e1.cross(from_a)) / determinant;
    let weights = [1.0 - second - third, second, third];
    let inside = weights.iter().all(|weight| *weight >= 0.0);
    // The vertex comes from the side against which it moves.
    let normal = determinant.signum() * n.normalize_or_zero();
    ((0.0..=1.0).contains(&time) && inside).then_some(RayHit { time, weights, normal })
}

/// A path that no single point of the plane decides.
fn in_plane(vertex: MovingPoint, face: [MovingPoint; 3]) -> Option<RayHit> {
    let time = Cubic::exact().vertex_face(vertex, face, 1.0).time?;
    let corners = face.map(|corner| corner.at(time));
    let weights = point_triangle(vertex.at(time), corners).weights;
    let [a, b, c] = corners;
    Some(RayHit { time, weights, normal: (b - a).cross(c - a).normalize_or(DVec3::Z) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    const FACE: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Y];

    fn cast(start: DVec3, end: DVec3, drift: DVec3) -> Option<RayHit> {
        let face = FACE.map(|corner| MovingPoint { start: corner, end: corner + drift });
        vertex_face_ray_cast(MovingPoint { start, end: end + drift }, face)
    }

    #[test]
    fn the_normal_is_on_the_side_of_the_vertex() {
        let (above, below) = (dvec3(0.25, 0.5, 1.0), dvec3(0.25, 0.5, -3.0));
        for drift in [DVec3::ZERO, dvec3(3.0, -2.0, 8.0)] {
            let down = cast(above, below, drift).unwrap();
            assert_eq!((down.time, down.weights, down.normal), (0.25, [0.25, 0.25, 0.5], DVec3::Z));
            let up = cast(below, above, drift).unwrap();
            assert_eq!((up.time, up.normal), (0.75, -DVec3::Z));
        }
        assert_eq!(cast(above, dvec3(0.25, 0.5, 0.5), DVec3::ZERO), None);
        assert_eq!(cast(dvec3(0.8, 0.8, 1.0), dvec3(0.8, 0.8, -1.0), DVec3::ZERO), None);
    }

    #[test]
    fn paths_in_the_plane_and_resting_vertices_are_answered() {
        let slide = cast(dvec3(-1.0, 0.5, 0.0), dvec3(1.0, 0.5, 0.0), DVec3::ZERO).unwrap();
        assert!((slide.time - 0.5).abs() < 1e-10);
        let rest = dvec3(0.25, 0.25, 0.0);
        assert_eq!(cast(rest, rest, DVec3::ZERO).unwrap().time, 0.0);
        assert_eq!(cast(rest + DVec3::Z, rest + DVec3::Z, DVec3::ZERO), None);
    }

    /// Finite coordinates whose differences are not: the exact tier decides, with numbers in range.
    #[test]
    fn differences_that_overflow_are_answered() {
        let vertex =
            MovingPoint { start: dvec3(0.25, 0.25, 1e308), end: dvec3(0.25, 0.25, -1e308) };
        let hit = vertex_face_ray_cast(vertex, FACE.map(MovingPoint::at_rest)).unwrap();
        assert_eq!((hit.time, hit.normal), (0.5, DVec3::Z));
        assert!(hit.weights.iter().all(|weight| (0.0..=1.0).contains(weight)), "{hit:?}");
        let aside = dvec3(2.0, 2.0, 0.0);
        let vertex = MovingPoint { start: vertex.start + aside, end: vertex.end + aside };
        assert_eq!(vertex_face_ray_cast(vertex, FACE.map(MovingPoint::at_rest)), None);
    }
}
