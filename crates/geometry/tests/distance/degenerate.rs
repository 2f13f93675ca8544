//! Features that are less than they should be: the documented results, and never a NaN.

use glam::{DMat3, DVec3, dvec3};
use ripstop_geometry::closest::PointSegmentRegion::{End, Interior, Start};
use ripstop_geometry::closest::{PointTriangleRegion, SegmentSegmentRegion};
use ripstop_geometry::distance::{
    SquaredDistance, edge_edge_mollifier, point_triangle, segment_segment,
};

use crate::placements::Numbers;

const FACE: PointTriangleRegion = PointTriangleRegion::Face;
const LINES: SegmentSegmentRegion = SegmentSegmentRegion { a: Interior, b: Interior };

fn assert_same(ours: &SquaredDistance, known: &SquaredDistance) {
    assert_eq!(ours.value(), known.value());
    assert_eq!(ours.weights, known.weights);
    assert_eq!(ours.gradient(), known.gradient());
    assert_eq!(ours.hessian(), known.hessian());
}

/// Value and gradient have units and may overflow at the largest scales; nothing else may.
fn assert_finite(distance: &SquaredDistance) {
    let derivatives = distance.derivatives();
    assert!(!derivatives.value.is_nan(), "{distance:?}");
    assert!(distance.separation.is_finite(), "{distance:?}");
    assert!(derivatives.gradient.iter().all(|g| !g.is_nan()), "{distance:?}");
    assert!(derivatives.hessian.iter().flatten().all(DMat3::is_finite), "{distance:?}");
}

#[test]
fn parallel_lines_count_as_the_longer_one_and_the_first_end_of_the_other() {
    let mut numbers = Numbers(31);
    for _ in 0..100 {
        let (a0, b0) = (numbers.vector(), numbers.vector());
        let e = numbers.vector();
        // Powers of two keep the edges parallel to the bit only if the sums round nothing.
        let [a0, b0, e] = [a0, b0, e].map(|x| (x * 256.0).round() / 256.0);
        for (on_a, on_b) in [(1.0, 0.5), (1.0, 1.0), (1.0, -1.0), (2.0, -0.25)] {
            let points = [a0, a0 + on_a * e, b0, b0 + on_b * e];
            let known = segment_segment(points, SegmentSegmentRegion { a: Interior, b: Start });
            assert_same(&segment_segment(points, LINES), &known);
        }
        for (on_a, on_b) in [(0.5, 1.0), (0.25, -2.0)] {
            let points = [a0, a0 + on_a * e, b0, b0 + on_b * e];
            let known = segment_segment(points, SegmentSegmentRegion { a: Start, b: Interior });
            assert_same(&segment_segment(points, LINES), &known);
        }
    }
}

#[test]
fn segments_without_length_count_as_their_first_ends() {
    let [p, q] = [dvec3(1.0, 2.0, 3.0), dvec3(-2.0, 0.5, 1.0)];
    let line = [dvec3(0.0, 1.0, 0.0), dvec3(4.0, 1.5, -1.0)];
    let region = |a, b| SegmentSegmentRegion { a, b };
    let both = [p, p, q, q];
    for a in [Start, Interior] {
        for b in [Start, Interior] {
            assert_same(
                &segment_segment(both, region(a, b)),
                &segment_segment(both, region(Start, Start)),
            );
        }
    }
    let first = [p, p, line[0], line[1]];
    assert_same(&segment_segment(first, LINES), &segment_segment(first, region(Start, Interior)));
    let second = [line[0], line[1], q, q];
    assert_same(&segment_segment(second, LINES), &segment_segment(second, region(Interior, Start)));
    assert_same(
        &segment_segment(second, region(End, Interior)),
        &segment_segment(second, region(End, Start)),
    );
}

#[test]
fn faces_without_area_count_as_the_longer_edge_at_the_first_corner() {
    let p = dvec3(0.3, 2.0, -1.0);
    let x = dvec3(1.0, 1.0, 1.0);
    let e = dvec3(0.5, -0.25, 2.0);
    for (first, second, region) in [
        (1.0, 0.5, PointTriangleRegion::Edge(0)),
        (1.0, -1.0, PointTriangleRegion::Edge(0)),
        (1.0, 1.0, PointTriangleRegion::Edge(0)),
        (1.0, 0.0, PointTriangleRegion::Edge(0)),
    ] {
        let points = [p, x, x + first * e, x + second * e];
        assert_same(&point_triangle(points, FACE), &point_triangle(points, region));
    }
    // Edge(2) runs from the last corner to the first, so it measures its weight from the other end.
    for first in [0.0, 0.5, -0.25] {
        let points = [p, x, x + first * e, x + e];
        let (ours, known) =
            (point_triangle(points, FACE), point_triangle(points, PointTriangleRegion::Edge(2)));
        for i in 0..4 {
            assert!((ours.gradient()[i] - known.gradient()[i]).abs().max_element() < 1e-14);
            for j in 0..4 {
                assert!(ours.hessian()[i][j].abs_diff_eq(known.hessian()[i][j], 1e-14));
            }
        }
    }
    let point = [p, x, x, x];
    for region in [FACE, PointTriangleRegion::Edge(0)] {
        assert_same(
            &point_triangle(point, region),
            &point_triangle(point, PointTriangleRegion::Vertex(0)),
        );
    }
}

#[test]
fn touching_features_have_no_gradient_and_the_hessian_of_the_normal() {
    let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let p = dvec3(0.25, 0.5, 0.0);
    let touching = point_triangle([p, triangle[0], triangle[1], triangle[2]], FACE);
    assert_eq!(touching.value(), 0.0);
    assert_eq!(touching.gradient(), [DVec3::ZERO; 4]);
    let weights = [1.0, -0.25, -0.25, -0.5];
    for (i, row) in touching.hessian().iter().enumerate() {
        for (j, block) in row.iter().enumerate() {
            let known = 2.0 * weights[i] * weights[j] * dvec3(0.0, 0.0, 1.0);
            assert_eq!(*block, DMat3::from_diagonal(known));
        }
    }
}

/// Points on a coarse lattice and copies of one another, at all scales and with last-bit
/// disturbances.
#[test]
fn no_finite_input_makes_a_nan() {
    let mut numbers = Numbers(32);
    let scales =
        [0.0, 5e-324, 1e-310, 1e-200, 1e-100, 1e-16, 1.0, 1e16, 1e100, 1e150, 1e200, 1e300];
    let regions = [Start, End, Interior];
    for round in 0..20_000 {
        let points = [(); 4].map(|()| {
            let lattice = numbers.vector().round();
            let scale = scales[numbers.index(scales.len())];
            let nudge = if round % 3 == 0 { f64::EPSILON * numbers.vector() } else { DVec3::ZERO };
            scale * (lattice + nudge)
        });
        // Without the mix of scales as well, so that parallels and coincidences are common.
        let lattice = [(); 4].map(|()| numbers.vector().round() * scales[round % scales.len()]);
        for points in [points, lattice] {
            for i in 0..3 {
                assert_finite(&point_triangle(points, PointTriangleRegion::Vertex(i)));
                assert_finite(&point_triangle(points, PointTriangleRegion::Edge(i)));
            }
            assert_finite(&point_triangle(points, FACE));
            for a in regions {
                for b in regions {
                    assert_finite(&segment_segment(points, SegmentSegmentRegion { a, b }));
                }
            }
            let rest = [points[0].x.abs(), points[1].y.abs()];
            assert!(edge_edge_mollifier(points, rest).value() >= 0.0);
        }
    }
}

/// Past the threshold of parallels the lines still give a result, and it is that of parallel lines.
#[test]
fn nearly_parallel_lines_are_finite_on_both_sides_of_the_threshold() {
    for power in 1..60 {
        let sine = 0.5_f64.powi(power);
        let points = [DVec3::Z, dvec3(1.0, 0.0, 1.0), DVec3::ZERO, dvec3(1.0, sine, 0.0)];
        let distance = segment_segment(points, LINES);
        assert_finite(&distance);
        assert_eq!(distance.value(), 1.0, "2^-{power}");
    }
}
