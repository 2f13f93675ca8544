//! Every region, at every offset from its boundary, against jets.

use glam::{DVec3, dvec3};
use ripstop_geometry::closest::{PointSegmentRegion, PointTriangleRegion, SegmentSegmentRegion};

use crate::oracle::{Region, errors};
use crate::placements::{Frame, HEIGHTS, Numbers, OFFSETS, THINNEST};

/// The largest distance of two of the points, which scales the error of the separation.
fn extent(points: [DVec3; 4]) -> f64 {
    let pairs = points.iter().flat_map(|p| points.iter().map(move |q| p.distance(*q)));
    pairs.fold(0.0, f64::max)
}

#[test]
fn derivatives_are_exact_to_rounding_at_every_offset_from_every_boundary() {
    let mut numbers = Numbers(1);
    for _ in 0..2 {
        let frame = Frame::new(&mut numbers);
        for offset in OFFSETS {
            for height in HEIGHTS {
                for placement in frame.placements(offset, height) {
                    for region in placement.regions {
                        assert_exact(region, placement.points);
                    }
                }
            }
        }
    }
}

/// Rounding shifts the points by ulps of their extent. The separation moves as much, the weights by
/// that over the thickness of the feature, and value and gradient follow. The Hessian is as good as
/// its largest entry.
fn assert_exact(region: Region, points: [DVec3; 4]) {
    let ours = region.ours(points);
    let errors = errors(&ours.derivatives(), &region.exact(points));
    let shift = 16.0 * f64::EPSILON * extent(points);
    let weight = ours.weights.iter().fold(0.0_f64, |m, a| m.max(a.abs()));
    let distance = ours.separation.length();
    let context = || format!("{region:?} {points:?} {errors:?} {shift}");
    assert!(errors.value <= shift * (distance + shift), "{}", context());
    assert!(errors.gradient <= shift * (weight + distance / THINNEST), "{}", context());
    assert!(errors.hessian <= 16.0 * f64::EPSILON * errors.hessian_size, "{}", context());
}

/// A placement is on the boundary up to rounding: its points are off by ulps of the extent, which
/// tilts the edges by that over the thickness, and the foot then moves by the tilt times the
/// distance.
#[test]
fn gradient_is_continuous_across_every_boundary() {
    let mut numbers = Numbers(2);
    for _ in 0..100 {
        let frame = Frame::new(&mut numbers);
        for height in HEIGHTS {
            for placement in frame.placements(0.0, height) {
                let [one, other] = placement.regions.map(|region| region.ours(placement.points));
                let shift = 4.0 * f64::EPSILON * extent(placement.points);
                let distance = one.separation.length();
                let weight_gap = shift / THINNEST * (1.0 + distance / THINNEST);
                for (a, b) in one.weights.into_iter().zip(other.weights) {
                    assert!((a - b).abs() <= weight_gap, "{placement:?} {a} {b}");
                }
                let gap = 2.0 * (shift + distance * weight_gap);
                for (g, h) in one.gradient().into_iter().zip(other.gradient()) {
                    assert!((g - h).abs().max_element() <= gap, "{placement:?} {g} {h}");
                }
            }
        }
    }
}

#[test]
fn gradient_is_continuous_to_the_bit_where_the_boundary_is_hit_exactly() {
    use PointSegmentRegion::{Interior, Start};
    use PointTriangleRegion::{Edge, Face, Vertex};
    for height in [0.0, 1e-9, 0.1, 1.0, 300.0] {
        // Axis-parallel with powers of two: the nearest point is exactly on the edge, at the
        // corner, …
        let triangle = |p: DVec3| [p, DVec3::ZERO, dvec3(2.0, 0.0, 0.0), dvec3(0.0, 2.0, 0.0)];
        let on = |region, p| Region::PointTriangle(region).ours(triangle(p)).gradient();
        let above_edge = dvec3(1.0, 0.0, height);
        let above_corner = dvec3(0.0, 0.0, height);
        assert_eq!(on(Face, above_edge), on(Edge(0), above_edge));
        assert_eq!(on(Face, above_corner), on(Vertex(0), above_corner));
        assert_eq!(on(Edge(0), above_corner), on(Vertex(0), above_corner));
        assert_eq!(on(Edge(2), above_corner), on(Vertex(0), above_corner));

        // … and two segments cross above an end of the first.
        let [lift, along, across] = [dvec3(0.0, 0.0, height), dvec3(2.0, 0.0, 0.0), DVec3::Y];
        let lines = [lift, lift + along, -across, across];
        let on =
            |a, b| Region::SegmentSegment(SegmentSegmentRegion { a, b }).ours(lines).gradient();
        assert_eq!(on(Interior, Interior), on(Start, Interior));
        let lines = [lift, lift + along, DVec3::ZERO, across];
        let on =
            |a, b| Region::SegmentSegment(SegmentSegmentRegion { a, b }).ours(lines).gradient();
        assert_eq!(on(Interior, Interior), on(Start, Start));
        assert_eq!(on(Interior, Interior), on(Interior, Start));
        assert_eq!(on(Interior, Interior), on(Start, Interior));
    }
}

#[test]
fn error_of_slivers_grows_with_the_inverse_of_the_sine_and_not_with_its_square() {
    let mut numbers = Numbers(3);
    for power in 1..=8 {
        let sine = 0.1_f64.powi(power);
        for _ in 0..10 {
            let rotation = numbers.rotation();
            let e = dvec3(1.0, 0.0, 0.0);
            let f = dvec3(0.9, sine, 0.0);
            let p = dvec3(0.3, 0.3 * sine, 0.01);
            let face = [p, DVec3::ZERO, e, f].map(|x| rotation * x);
            let lines = [0.4 * e + p, 0.4 * e + p + e, DVec3::ZERO, f].map(|x| rotation * x);
            let interior = PointSegmentRegion::Interior;
            let regions = [
                (Region::PointTriangle(PointTriangleRegion::Face), face),
                (Region::SegmentSegment(SegmentSegmentRegion { a: interior, b: interior }), lines),
            ];
            for (region, points) in regions {
                let errors = errors(&region.ours(points).derivatives(), &region.exact(points));
                let ulp = 32.0 * f64::EPSILON / sine;
                assert!(
                    errors.hessian <= ulp * errors.hessian_size,
                    "{sine} {region:?} {errors:?}"
                );
            }
        }
    }
}
