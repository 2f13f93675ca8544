//! Hand-made cases, each with the result that its name gives.

use glam::{DVec2, DVec3, dvec2, dvec3};
use ripstop_geometry::predicates::{
    Axis, OnSegment, OnTriangle, SegmentEnd, SegmentSegment, SegmentTriangle, point_on_segment,
    point_on_segment_2d, point_on_triangle, projection_axis, segment_segment, segment_segment_2d,
    segment_triangle, triangles_intersect,
};
use {OnSegment::*, OnTriangle::Corner, OnTriangle::Edge};

fn plane(x: f64, y: f64) -> DVec3 {
    dvec3(x, y, 0.0)
}

/// The corners (0, 0), (4, 0) and (0, 4).
fn triangle() -> [DVec3; 3] {
    [plane(0.0, 0.0), plane(4.0, 0.0), plane(0.0, 4.0)]
}

#[test]
fn two_segments_in_the_plane() {
    let a = [dvec2(0.0, 0.0), dvec2(4.0, 0.0)];
    let answer = |x0, y0, x1, y1| segment_segment_2d(a, [dvec2(x0, y0), dvec2(x1, y1)]);
    assert_eq!(answer(1.0, -1.0, 1.0, 1.0), SegmentSegment::Crossing);
    assert_eq!(answer(1.0, 1.0, 1.0, 0.5), SegmentSegment::Disjoint);
    assert_eq!(answer(5.0, -1.0, 5.0, 1.0), SegmentSegment::Disjoint);
    assert_eq!(answer(1.0, 0.0, 1.0, 1.0), SegmentSegment::Touching { a: Interior, b: Start });
    assert_eq!(answer(1.0, 1.0, 4.0, 0.0), SegmentSegment::Touching { a: End, b: End });
    assert_eq!(answer(0.0, -1.0, 0.0, 1.0), SegmentSegment::Touching { a: Start, b: Interior });
    assert_eq!(answer(4.0, 0.0, 9.0, 0.0), SegmentSegment::Abutting { a: End, b: Start });
    assert_eq!(answer(-1.0, 0.0, 0.0, 0.0), SegmentSegment::Abutting { a: Start, b: End });
    assert_eq!(answer(5.0, 0.0, 9.0, 0.0), SegmentSegment::Disjoint);
    assert_eq!(answer(1.0, 1.0, 3.0, 1.0), SegmentSegment::Disjoint);
    let overlap = |ends| SegmentSegment::Overlapping { ends };
    assert_eq!(answer(6.0, 0.0, 1.0, 0.0), overlap([SegmentEnd::B1, SegmentEnd::A1]));
    assert_eq!(answer(0.0, 0.0, 1.0, 0.0), overlap([SegmentEnd::A0, SegmentEnd::B1]));
    assert_eq!(answer(1.0, 0.0, 2.0, 0.0), overlap([SegmentEnd::B0, SegmentEnd::B1]));
    assert_eq!(answer(-1.0, 0.0, 5.0, 0.0), overlap([SegmentEnd::A0, SegmentEnd::A1]));
    assert_eq!(answer(0.0, 0.0, 4.0, 0.0), SegmentSegment::Identical);
    assert_eq!(answer(4.0, 0.0, 0.0, -0.0), SegmentSegment::Identical);
    assert_eq!(answer(2.0, 0.0, 2.0, 0.0), SegmentSegment::Touching { a: Interior, b: Start });
    assert_eq!(answer(4.0, 0.0, 4.0, 0.0), SegmentSegment::Touching { a: End, b: Start });
    assert_eq!(answer(2.0, 1e-300, 2.0, 1e-300), SegmentSegment::Disjoint);
    let point = [DVec2::ONE; 2];
    assert_eq!(segment_segment_2d(point, point), SegmentSegment::Touching { a: Start, b: Start });
    assert_eq!(segment_segment_2d(point, [DVec2::ONE * 2.0; 2]), SegmentSegment::Disjoint);
}

#[test]
fn two_segments_in_space() {
    let a = [DVec3::ZERO, dvec3(4.0, 4.0, 4.0)];
    let half = DVec3::splat(2.0);
    assert_eq!(segment_segment(a, [half - DVec3::X, half + DVec3::X]), SegmentSegment::Crossing);
    let lifted = [half - DVec3::X, half + DVec3::X].map(|p| p + dvec3(0.0, 0.0, 1e-9));
    assert_eq!(segment_segment(a, lifted), SegmentSegment::Disjoint);
    assert_eq!(
        segment_segment(a, [half, half]),
        SegmentSegment::Touching { a: Interior, b: Start }
    );
    assert_eq!(
        segment_segment([half, half], a),
        SegmentSegment::Touching { a: Start, b: Interior }
    );
    assert_eq!(
        segment_segment(a, [half, 4.0 * half]),
        SegmentSegment::Overlapping { ends: [SegmentEnd::B0, SegmentEnd::A1] }
    );
    let tiny = dvec3(0.0, 0.0, f64::from_bits(1));
    assert_eq!(segment_segment(a, [tiny, tiny]), SegmentSegment::Disjoint);
}

#[test]
fn a_point_and_a_segment() {
    let segment = [DVec3::ZERO, dvec3(3.0, 6.0, 9.0)];
    assert_eq!(point_on_segment(dvec3(1.0, 2.0, 3.0), segment), Some(Interior));
    assert_eq!(point_on_segment(dvec3(-1.0, -2.0, -3.0), segment), None);
    assert_eq!(point_on_segment(dvec3(1.0, 2.0, 3.0_f64.next_up()), segment), None);
    assert_eq!(point_on_segment(segment[1], segment), Some(End));
    assert_eq!(point_on_segment(DVec3::ONE, [DVec3::ONE; 2]), Some(Start));
    assert_eq!(point_on_segment_2d(DVec2::ONE, [DVec2::ZERO, 3.0 * DVec2::ONE]), Some(Interior));
    assert_eq!(point_on_segment_2d(DVec2::X, [DVec2::ZERO, 3.0 * DVec2::ONE]), None);
}

#[test]
fn a_point_and_a_triangle() {
    let answer = |x, y| point_on_triangle(plane(x, y), triangle());
    assert_eq!(answer(1.0, 1.0), Some(OnTriangle::Interior));
    assert_eq!(answer(1.0, 0.0), Some(Edge(0)));
    assert_eq!(answer(2.0, 2.0), Some(Edge(1)));
    assert_eq!(answer(0.0, 3.0), Some(Edge(2)));
    assert_eq!(
        [answer(0.0, 0.0), answer(4.0, 0.0), answer(0.0, 4.0)],
        [0, 1, 2].map(|i| Some(Corner(i)))
    );
    assert_eq!(answer(2.0, 2.0_f64.next_up()), None);
    assert_eq!(answer(-1.0, 0.0), None);
    assert_eq!(point_on_triangle(dvec3(1.0, 1.0, f64::from_bits(1)), triangle()), None);

    let needle = [plane(1.0, 0.0), plane(0.0, 0.0), plane(4.0, 0.0)];
    assert_eq!(point_on_triangle(plane(3.0, 0.0), needle), Some(Edge(1)));
    assert_eq!(point_on_triangle(plane(1.0, 0.0), needle), Some(Corner(0)));
    assert_eq!(point_on_triangle(plane(5.0, 0.0), needle), None);
    assert_eq!(point_on_triangle(DVec3::ONE, [DVec3::ONE; 3]), Some(Corner(0)));
    assert_eq!(point_on_triangle(DVec3::ZERO, [DVec3::ONE; 3]), None);
}

#[test]
fn a_segment_across_a_triangle() {
    let through = |x, y| segment_triangle([dvec3(x, y, -1.0), dvec3(x, y, 1.0)], triangle());
    let point = |triangle| SegmentTriangle::Point { segment: Interior, triangle };
    assert_eq!(through(1.0, 1.0), point(OnTriangle::Interior));
    assert_eq!(through(2.0, 0.0), point(Edge(0)));
    assert_eq!(through(2.0, 2.0), point(Edge(1)));
    assert_eq!(through(0.0, 4.0), point(Corner(2)));
    assert_eq!(through(3.0, 3.0), SegmentTriangle::Disjoint);
    let down_to = |x, y, z| segment_triangle([dvec3(1.0, 1.0, 5.0), dvec3(x, y, z)], triangle());
    let end = |triangle| SegmentTriangle::Point { segment: End, triangle };
    assert_eq!(down_to(1.0, 2.0, 0.0), end(OnTriangle::Interior));
    assert_eq!(down_to(0.0, 2.0, 0.0), end(Edge(2)));
    assert_eq!(down_to(4.0, 0.0, 0.0), end(Corner(1)));
    assert_eq!(down_to(1.0, 2.0, f64::from_bits(1)), SegmentTriangle::Disjoint);
    assert_eq!(down_to(4.0, 4.0, 0.0), SegmentTriangle::Disjoint);
}

#[test]
fn a_segment_in_the_plane_of_a_triangle() {
    let answer = |x0, y0, x1, y1| segment_triangle([plane(x0, y0), plane(x1, y1)], triangle());
    let point = |segment, triangle| SegmentTriangle::Point { segment, triangle };
    assert_eq!(answer(1.0, 1.0, 1.0, 2.0), SegmentTriangle::Overlap, "inside");
    assert_eq!(answer(1.0, 1.0, 9.0, 9.0), SegmentTriangle::Overlap, "from inside to outside");
    assert_eq!(answer(-1.0, 1.0, 9.0, 1.0), SegmentTriangle::Overlap, "through two edges");
    assert_eq!(answer(-1.0, -1.0, 9.0, 9.0), SegmentTriangle::Overlap, "through corner and edge");
    assert_eq!(answer(0.0, 4.0, 4.0, 0.0), SegmentTriangle::Overlap, "an edge");
    assert_eq!(answer(1.0, 0.0, 9.0, 0.0), SegmentTriangle::Overlap, "along an edge");
    assert_eq!(answer(0.0, 2.0, 2.0, 2.0), SegmentTriangle::Overlap, "from edge to edge");
    assert_eq!(answer(4.0, 0.0, 9.0, 0.0), point(Start, Corner(1)), "in line with an edge");
    assert_eq!(answer(3.0, 3.0, 2.0, 2.0), point(End, Edge(1)), "up to an edge");
    assert_eq!(answer(-1.0, 1.0, 1.0, -1.0), point(Interior, Corner(0)), "past a corner");
    assert_eq!(answer(5.0, 0.0, 9.0, 0.0), SegmentTriangle::Disjoint, "in line, apart");
    assert_eq!(answer(3.0, 3.0, 9.0, 3.0), SegmentTriangle::Disjoint, "apart");
    assert_eq!(answer(1.0, 1.0, 1.0, 1.0), point(Start, OnTriangle::Interior), "no length");
    assert_eq!(answer(9.0, 1.0, 9.0, 1.0), SegmentTriangle::Disjoint, "no length, apart");
}

#[test]
fn a_segment_and_a_triangle_without_area() {
    let needle = [plane(1.0, 0.0), plane(0.0, 0.0), plane(4.0, 0.0)];
    let answer = |x0, y0, x1, y1| segment_triangle([plane(x0, y0), plane(x1, y1)], needle);
    let point = |segment, triangle| SegmentTriangle::Point { segment, triangle };
    assert_eq!(answer(2.0, -1.0, 2.0, 1.0), point(Interior, Edge(1)));
    assert_eq!(answer(1.0, -1.0, 1.0, 1.0), point(Interior, Corner(0)), "its middle corner");
    assert_eq!(answer(4.0, 0.0, 5.0, 0.0), point(Start, Corner(2)));
    assert_eq!(answer(3.0, 0.0, 5.0, 0.0), SegmentTriangle::Overlap);
    assert_eq!(answer(5.0, 0.0, 6.0, 0.0), SegmentTriangle::Disjoint);
    assert_eq!(answer(2.0, 1.0, 2.0, 2.0), SegmentTriangle::Disjoint);
    let grain = [DVec3::ONE; 3];
    let through = [DVec3::ZERO, 2.0 * DVec3::ONE];
    assert_eq!(segment_triangle(through, grain), point(Interior, Corner(0)));
    assert_eq!(segment_triangle([DVec3::ONE; 2], grain), point(Start, Corner(0)));
    assert_eq!(segment_triangle([DVec3::ZERO; 2], grain), SegmentTriangle::Disjoint);
}

#[test]
fn two_triangles() {
    let t = triangle();
    let moved = |x, y, z| t.map(|p| p + dvec3(x, y, z));
    let upright = |z: f64| [dvec3(1.0, 1.0, z), dvec3(2.0, 1.0, z + 3.0), dvec3(1.0, 2.0, z + 3.0)];
    assert!(triangles_intersect(t, t), "the same");
    assert!(triangles_intersect(t, moved(1.0, 1.0, 0.0)), "coplanar, overlapping");
    assert!(triangles_intersect(t, t.map(|p| p * 0.25 + plane(0.5, 0.5))), "coplanar, inside");
    assert!(triangles_intersect(t, moved(4.0, 0.0, 0.0)), "coplanar, at a corner");
    assert!(triangles_intersect(t, t.map(|p| plane(4.0, 4.0) - p)), "coplanar, at an edge");
    assert!(!triangles_intersect(t, moved(2.0, 2.1, 0.0)), "coplanar, apart");
    assert!(!triangles_intersect(t, moved(0.0, 0.0, f64::from_bits(1))), "parallel planes");
    assert!(triangles_intersect(t, upright(-1.0)), "pierced");
    assert!(triangles_intersect(t, upright(0.0)), "touched by a corner");
    assert!(!triangles_intersect(t, upright(f64::from_bits(1))), "not quite touched");
    assert!(triangles_intersect(
        t,
        [plane(2.0, 0.0), dvec3(2.0, -1.0, 1.0), dvec3(2.0, -1.0, -1.0)]
    ));
    assert!(!triangles_intersect(
        t,
        [plane(2.0, -0.1), dvec3(2.0, -1.0, 1.0), dvec3(2.0, -1.0, -1.0)]
    ));
    let pole = [dvec3(1.0, 1.0, -1.0), dvec3(1.0, 1.0, 0.5), dvec3(1.0, 1.0, 3.0)];
    assert!(triangles_intersect(t, pole) && triangles_intersect(pole, t), "pierced by a needle");
    let grain = [plane(2.0, 2.0); 3];
    assert!(triangles_intersect(t, grain) && triangles_intersect(grain, t), "a grain on an edge");
    assert!(triangles_intersect(grain, grain) && !triangles_intersect(grain, pole));
}

#[test]
fn an_axis_to_look_along() {
    assert_eq!(projection_axis(triangle()), Some(Axis::Z));
    assert_eq!(projection_axis(triangle().map(|p| dvec3(0.0, p.x, p.y))), Some(Axis::X));
    assert_eq!(projection_axis(triangle().map(|p| dvec3(p.y, 0.0, p.x))), Some(Axis::Y));
    assert_eq!(projection_axis([DVec3::ZERO, DVec3::ONE, 3.0 * DVec3::ONE]), None);
    assert_eq!(Axis::X.project(dvec3(1.0, 2.0, 3.0)), dvec2(2.0, 3.0));
    assert_eq!(Axis::Y.project(dvec3(1.0, 2.0, 3.0)), dvec2(3.0, 1.0));
}
