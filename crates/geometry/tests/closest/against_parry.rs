//! parry3d-f64 as an oracle.
//!
//! On well-shaped input both must agree to rounding. On adversarial input they need not, and the
//! exact minimum arbitrates: ours must keep its bound, and may be farther than parry's by no more
//! than that bound. Where parry is farther by much more, it is parry that is wrong;
//! `parry_is_wrong` keeps one input of each kind, so that the claim stays checked.

use glam::{DVec3, dvec3};
use parry3d_f64::math::Pose;
use parry3d_f64::query::details::closest_points_segment_segment_with_locations_nD;
use parry3d_f64::query::{self, PointQuery, PointQueryWithLocation};
use parry3d_f64::shape::{Segment, Triangle, TrianglePointLocation};
use proptest::prelude::*;
use ripstop_geometry::closest::{
    point_segment, point_triangle, segment_segment, triangle_triangle,
};

use crate::exact::{self, Rational};
use crate::inputs;
use crate::near_minimum::{
    Judged, POINT_SEGMENT, POINT_TRIANGLE, SEGMENT_SEGMENT, TRIANGLE_TRIANGLE, assert_near,
    judge_point_segment, judge_point_triangle, judge_segment_segment, judge_triangle_triangle,
};

/// The error of parry's result in `ε size`, as exact distance of the blends of its weights.
fn parry_error(judged: &Judged, achieved: Rational) -> f64 {
    let reported_squared = judged.reported_squared;
    let Judged { minimum, size, .. } = judged;
    Judged { achieved, reported_squared, minimum: minimum.clone(), size: size.clone() }.errors()[0]
}

fn parry_point_segment(p: DVec3, b: [DVec3; 2]) -> Rational {
    let (_, location) = Segment::new(b[0], b[1]).project_local_point_and_get_location(p, true);
    exact::blends_squared(([p], [1.0]), (b, location.barycentric_coordinates()))
}

/// `None` if parry's weights are not finite.
fn parry_point_triangle(p: DVec3, b: [DVec3; 3]) -> Option<Rational> {
    let (_, location) = Triangle::from(b).project_local_point_and_get_location(p, true);
    let weights = match location {
        // The first edge runs from corner 0 to 1, the second from 1 to 2, the third from 0 to 2.
        TrianglePointLocation::OnEdge(2, [start, end]) => [start, 0.0, end],
        other => other.barycentric_coordinates()?,
    };
    weights.iter().all(|w| w.is_finite()).then(|| exact::blends_squared(([p], [1.0]), (b, weights)))
}

fn parry_segment_segment(a: [DVec3; 2], b: [DVec3; 2]) -> Rational {
    let (on_a, on_b) =
        closest_points_segment_segment_with_locations_nD((&a[0], &a[1]), (&b[0], &b[1]));
    exact::blends_squared((a, on_a.barycentric_coordinates()), (b, on_b.barycentric_coordinates()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn point_segment_agrees(p in inputs::point(), a in inputs::point(), b in inputs::point()) {
        let ours = point_segment(p, [a, b]);
        let parry = Segment::new(a, b).project_local_point(p, true).point;
        prop_assert!(ours.point([a, b]).distance(parry) <= 1e-14);
        prop_assert!((ours.distance() - p.distance(parry)).abs() <= 1e-14);
    }

    #[test]
    fn point_triangle_agrees(p in inputs::point(), triangle in inputs::well_shaped()) {
        let ours = point_triangle(p, triangle);
        let parry = Triangle::from(triangle).project_local_point(p, true).point;
        prop_assert!(ours.point(triangle).distance(parry) <= 1e-12);
        prop_assert!((ours.distance() - p.distance(parry)).abs() <= 1e-14);
    }

    #[test]
    fn segment_segment_agrees([a0, a1, b0, b1] in prop::array::uniform4(inputs::point())) {
        let (u, v) = ((a1 - a0).normalize_or_zero(), (b1 - b0).normalize_or_zero());
        prop_assume!(u.cross(v).length() > 0.1 && a0.distance(a1).min(b0.distance(b1)) > 0.1);
        let ours = segment_segment([a0, a1], [b0, b1]);
        let (on_a, on_b) = closest_points_segment_segment_with_locations_nD((&a0, &a1), (&b0, &b1));
        let (a, b) = (Segment::new(a0, a1).point_at(&on_a), Segment::new(b0, b1).point_at(&on_b));
        let [x, y] = ours.points([a0, a1], [b0, b1]);
        prop_assert!(x.distance(a) <= 1e-12 && y.distance(b) <= 1e-12);
        prop_assert!((ours.distance() - a.distance(b)).abs() <= 1e-13);
    }

    /// parry runs GJK here, which stops at a tolerance of its own; where it differs, the exact
    /// minimum says that it is not ours that is off.
    #[test]
    fn triangle_triangle_agrees(a in inputs::well_shaped(), b in inputs::well_shaped()) {
        let ours = triangle_triangle(a, b);
        let (s, t) = (Triangle::from(a), Triangle::from(b));
        let parry = query::distance(&Pose::IDENTITY, &s, &Pose::IDENTITY, &t).unwrap().distance;
        if (ours.distance() - parry).abs() > 1e-14 {
            assert_near(&judge_triangle_triangle(a, b), TRIANGLE_TRIANGLE);
        }
        let [x, y] = ours.points(a, b);
        prop_assert!((x.distance(y) - ours.distance()).abs() <= 1e-14);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn point_segment_is_as_near([p, _, a, b] in inputs::segments()) {
        let judged = judge_point_segment(p, [a, b]);
        let parry = parry_error(&judged, parry_point_segment(p, [a, b]));
        prop_assert!(judged.errors()[0] <= parry + POINT_SEGMENT);
    }

    #[test]
    fn point_triangle_is_as_near((p, triangle) in inputs::point_and_triangle()) {
        let judged = judge_point_triangle(p, triangle);
        if let Some(parry) = parry_point_triangle(p, triangle) {
            let parry = parry_error(&judged, parry);
            prop_assert!(judged.errors()[0] <= parry + POINT_TRIANGLE);
        }
    }

    #[test]
    fn segment_segment_is_as_near([a0, a1, b0, b1] in inputs::segments()) {
        let judged = judge_segment_segment([a0, a1], [b0, b1]);
        let parry = parry_error(&judged, parry_segment_segment([a0, a1], [b0, b1]));
        prop_assert!(judged.errors()[0] <= parry + SEGMENT_SEGMENT);
    }
}

/// Inputs on which parry's result is far from the exact minimum and ours is not.
mod parry_is_wrong {
    use super::*;

    /// Segments that cross at an angle of about `2⁻²⁹`: `ae − b²` is below parry's tolerance, so
    /// that it takes them for parallel.
    #[test]
    fn crossing_at_a_small_angle() {
        let tilt = (-30.0_f64).exp2();
        let a = [dvec3(-1.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0)];
        let b = [dvec3(-0.5, -tilt, 0.0), dvec3(1.0, 2.0 * tilt, 0.0)];
        check_segments(a, b, 1e6);
    }

    /// Segments of 20 nm: their squared lengths are below parry's absolute `ε`.
    #[test]
    fn short_segments() {
        let h = 1e-8;
        let a = [dvec3(-h, 0.0, 0.0), dvec3(h, 0.0, 0.0)];
        let b = [dvec3(0.0, -h, h), dvec3(0.0, h, h)];
        check_segments(a, b, 1e14);
    }

    /// A sliver in a slanted plane: the rounded cross products put the point on the wrong side of
    /// an edge, or divide by a sum of noise.
    #[test]
    fn slivers() {
        let worst = (0..2000)
            .map(|k| {
                let k = f64::from(k);
                let a = dvec3(0.1 + k * 1e-3, 0.2, 0.3);
                let b = dvec3(0.9, 0.7 - k * 2e-4, 0.4);
                let c = a + 0.6 * (b - a) + 1e-12 * dvec3(0.3, -0.2, 0.9);
                let p = a + 0.4 * (b - a) + dvec3(1e-13, 2e-13, 1e-13);
                let judged = judge_point_triangle(p, [a, b, c]);
                assert!(judged.errors()[0] <= POINT_TRIANGLE);
                parry_point_triangle(p, [a, b, c]).map_or(0.0, |x| parry_error(&judged, x))
            })
            .fold(0.0, f64::max);
        assert!(worst > 100.0, "parry's worst error is only {worst} ε size");
    }

    fn check_segments(a: [DVec3; 2], b: [DVec3; 2], least_parry_error: f64) {
        let judged = judge_segment_segment(a, b);
        assert!(judged.errors()[0] <= SEGMENT_SEGMENT, "{:?}", judged.errors());
        let parry = parry_error(&judged, parry_segment_segment(a, b));
        assert!(parry >= least_parry_error, "parry's error is only {parry} ε size");
    }
}
