//! Against parry: a vertex that moves past a still face is a ray.

use glam::DVec3;
use parry3d_f64::query::{Ray, RayCast};
use parry3d_f64::shape::Triangle;
use proptest::prelude::*;
use ripstop_geometry::MovingPoint;
use ripstop_narrow::{Ccd, Cubic, Inclusion, vertex_face_ray_cast};

fn point() -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-1.0..1.0).prop_map(DVec3::from_array)
}

/// Faces well away from slivers; degenerate faces have tests of their own.
fn face() -> impl Strategy<Value = [DVec3; 3]> {
    [point(), point(), point()]
        .prop_filter("sliver", |[a, b, c]| (*b - *a).cross(*c - *a).length() > 1e-2)
}

proptest! {
    #[test]
    fn still_faces_are_met_when_parry_says(start in point(), end in point(), corners in face(), drift in point()) {
        let ray = Ray::new(start, end - start);
        let expected = Triangle::from(corners).cast_local_ray(&ray, 1.0, true);
        let vertex = MovingPoint { start, end: end + drift };
        let moving = corners.map(|x| MovingPoint { start: x, end: x + drift });
        let certified = Cubic::exact().vertex_face(vertex, moving, 1.0).time;
        let inclusion = Inclusion::contact().vertex_face(vertex, moving, 1.0).time;
        let cast = vertex_face_ray_cast(vertex, moving);
        if let Some(t) = expected {
            // A hit within rounding of an edge or an end of the path may go either way.
            for found in [certified, cast.map(|hit| hit.time)].into_iter().flatten() {
                prop_assert!((found - t).abs() < 1e-9, "{found} {t}");
            }
            prop_assert!(inclusion.is_none_or(|found| found <= t + 1e-9));
            let inside = cast.is_some_and(|hit| hit.weights.iter().all(|w| *w > 1e-9) && t > 1e-9 && t < 1.0 - 1e-9);
            prop_assert!(!inside || certified.is_some());
        }
        if let Some(hit) = cast {
            let sure = hit.weights.iter().all(|w| *w > 1e-9) && hit.time > 1e-9 && hit.time < 1.0 - 1e-9;
            prop_assert!(!sure || expected.is_some());
            prop_assert!(hit.normal.dot(end - start) <= 1e-12, "the normal looks back");
        }
    }

    /// No oracle needed: the hit is built in, on a face that deforms.
    #[test]
    fn finds_a_planted_impact(
        start in point(), corners in face(), moved in face(), weights in prop::array::uniform3(0.05..1.0), time in 0.05..0.95,
    ) {
        let sum: f64 = weights.iter().sum();
        let face: [MovingPoint; 3] = std::array::from_fn(|i| MovingPoint { start: corners[i], end: moved[i] });
        let at = face.map(|corner| corner.at(time));
        let target = (weights[0] * at[0] + weights[1] * at[1] + weights[2] * at[2]) / sum;
        let vertex = MovingPoint { start, end: start + (target - start) / time };
        let found = Cubic::exact().vertex_face(vertex, face, 1.0).time;
        prop_assert!(found.is_some_and(|t| t <= time + 1e-6), "{found:?} {time}");
    }
}
