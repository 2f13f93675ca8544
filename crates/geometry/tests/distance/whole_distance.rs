//! The distance of the closed features: region from `closest`, value beside parry, slope beside
//! differences.

use std::collections::BTreeSet;

use glam::DVec3;
use parry3d_f64::query::PointQuery;
use parry3d_f64::query::details::closest_points_segment_segment_with_locations_nD as parry_locations;
use parry3d_f64::shape::{Segment, Triangle};
use ripstop_geometry::closest;
use ripstop_geometry::distance::{SquaredDistance, point_triangle, segment_segment};

use crate::placements::Numbers;

fn of_triangle(points: [DVec3; 4]) -> SquaredDistance {
    let [p, a, b, c] = points;
    point_triangle(points, closest::point_triangle(p, [a, b, c]).region)
}

fn of_segments(points: [DVec3; 4]) -> SquaredDistance {
    let [a0, a1, b0, b1] = points;
    segment_segment(points, closest::segment_segment([a0, a1], [b0, b1]).region)
}

/// The gradient by central differences with one Richardson step: `(4 D(h/2) − D(h))/3`, error
/// O(h⁴).
fn differences(points: [DVec3; 4], value: impl Fn([DVec3; 4]) -> f64) -> [DVec3; 4] {
    let central = |i: usize, axis: usize, h: f64| {
        let moved = |by: f64| {
            let mut points = points;
            points[i][axis] += by;
            value(points)
        };
        (moved(h) - moved(-h)) / (2.0 * h)
    };
    std::array::from_fn(|i| {
        DVec3::from_array(std::array::from_fn(|axis| {
            (4.0 * central(i, axis, 5e-5) - central(i, axis, 1e-4)) / 3.0
        }))
    })
}

/// If the differences straddle a boundary, the Hessian jumps and they are only good to O(h).
fn assert_slope(ours: &SquaredDistance, differences: [DVec3; 4]) -> bool {
    let gap = ours
        .gradient()
        .into_iter()
        .zip(differences)
        .map(|(g, d)| (g - d).abs().max_element())
        .fold(0.0, f64::max);
    assert!(gap < 5e-3, "{ours:?} {gap}");
    gap < 1e-7
}

#[test]
fn gradient_is_the_slope_of_the_distance_itself_in_every_region() {
    let mut numbers = Numbers(51);
    let mut regions = BTreeSet::new();
    let mut smooth = 0;
    let count = 2000;
    for _ in 0..count {
        let points = [(); 4].map(|()| numbers.vector());
        let [x0, x1, x2, x3] = points;
        regions.insert(format!("{:?}", closest::point_triangle(x0, [x1, x2, x3]).region));
        regions.insert(format!("{:?}", closest::segment_segment([x0, x1], [x2, x3]).region));
        let by_differences = differences(points, |[p, a, b, c]| {
            closest::point_triangle(p, [a, b, c]).distance_squared
        });
        smooth += usize::from(assert_slope(&of_triangle(points), by_differences));
        let by_differences = differences(points, |[a0, a1, b0, b1]| {
            closest::segment_segment([a0, a1], [b0, b1]).distance_squared
        });
        smooth += usize::from(assert_slope(&of_segments(points), by_differences));
    }
    assert_eq!(regions.len(), 7 + 9, "{regions:?}");
    assert!(smooth > 2 * count * 99 / 100, "{smooth}");
}

#[test]
fn value_and_weights_agree_with_closest_points_and_parry() {
    let mut numbers = Numbers(52);
    for _ in 0..20_000 {
        let points = [(); 4].map(|()| numbers.vector());
        let [x0, x1, x2, x3] = points;

        let found = closest::point_triangle(x0, [x1, x2, x3]);
        let ours = of_triangle(points);
        let parry = Triangle::new(x1, x2, x3).distance_to_local_point(x0, true);
        assert!((ours.value().sqrt() - parry).abs() < 1e-12, "{ours:?} {parry}");
        assert!((ours.value().sqrt() - found.distance()).abs() < 1e-12, "{ours:?} {found:?}");

        let found = closest::segment_segment([x0, x1], [x2, x3]);
        let ours = of_segments(points);
        assert!((ours.value().sqrt() - found.distance()).abs() < 1e-12, "{ours:?} {found:?}");
        let (on_a, on_b) = parry_locations((&x0, &x1), (&x2, &x3));
        let (p, q) = (Segment::new(x0, x1).point_at(&on_a), Segment::new(x2, x3).point_at(&on_b));
        assert!((ours.value().sqrt() - p.distance(q)).abs() < 1e-12, "{ours:?} {p} {q}");
    }
}
