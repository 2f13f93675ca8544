//! Transformations that must not change a result, or must change it in a known way.

use glam::DVec3;
use ripstop_geometry::exact::Sign;
use ripstop_geometry::predicates::{
    OnSegment, OnTriangle, SegmentSegment, SegmentTriangle, orient2d, orient3d, segment_segment,
    segment_triangle, triangles_intersect,
};

use crate::adversarial::{Random, points};

const CASES: usize = 5_000;

/// The permutations of three things, the even ones first.
const PERMUTATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

#[test]
fn a_swap_of_two_points_turns_an_orientation() {
    let mut random = Random(10);
    for _ in 0..CASES {
        let [a, b, c, d] = points(&mut random);
        let sign = orient3d(a, b, c, d);
        let swapped = [
            orient3d(b, a, c, d),
            orient3d(c, b, a, d),
            orient3d(d, b, c, a),
            orient3d(a, c, b, d),
            orient3d(a, d, c, b),
            orient3d(a, b, d, c),
            orient3d(-a, -b, -c, -d),
        ];
        assert_eq!(swapped, [-sign; 7], "{a}, {b}, {c}, {d}");
        let [p, q, r] = [a, b, c].map(DVec3::truncate);
        let sign = orient2d(p, q, r);
        assert_eq!([orient2d(q, p, r), orient2d(p, r, q), orient2d(r, q, p)], [-sign; 3]);
        assert_eq!(orient2d(-p, -q, -r), sign);
    }
}

#[test]
fn a_power_of_two_changes_nothing() {
    let mut random = Random(11);
    let mut compared = 0;
    for _ in 0..CASES {
        let p = points::<6>(&mut random);
        // Only where the scaling itself is exact.
        let scale = f64::powi(2.0, if random.below(2) == 0 { 300 } else { -300 });
        let scaled = p.map(|p| p * scale);
        if scaled.map(|p| p / scale) != p {
            continue;
        }
        let answers = |[a, b, c, d, e, f]: [DVec3; 6]| {
            (
                orient3d(a, b, c, d),
                segment_segment([a, b], [c, d]),
                segment_triangle([a, b], [d, e, f]),
                triangles_intersect([a, b, c], [d, e, f]),
            )
        };
        assert_eq!(answers(p), answers(scaled), "{p:?}");
        compared += 1;
    }
    assert!(compared > CASES / 2, "only {compared} cases stay in range");
}

#[test]
fn segments_change_places() {
    let reversed = |place| match place {
        OnSegment::Start => OnSegment::End,
        OnSegment::End => OnSegment::Start,
        OnSegment::Interior => OnSegment::Interior,
    };
    let mut random = Random(12);
    for _ in 0..CASES {
        let [a0, a1, b0, b1] = points(&mut random);
        let answer = segment_segment([a0, a1], [b0, b1]);
        let [swapped, turned] =
            [segment_segment([b0, b1], [a0, a1]), segment_segment([a1, a0], [b0, b1])];
        let turn = |place| if a0 == a1 { place } else { reversed(place) };
        match answer {
            SegmentSegment::Touching { a, b } => {
                assert_eq!(swapped, SegmentSegment::Touching { a: b, b: a });
                assert_eq!(turned, SegmentSegment::Touching { a: turn(a), b });
            }
            SegmentSegment::Abutting { a, b } => {
                assert_eq!(swapped, SegmentSegment::Abutting { a: b, b: a });
                assert_eq!(turned, SegmentSegment::Abutting { a: reversed(a), b });
            }
            SegmentSegment::Overlapping { .. } => {
                assert!(matches!(swapped, SegmentSegment::Overlapping { .. }));
                assert!(matches!(turned, SegmentSegment::Overlapping { .. }));
            }
            same => assert_eq!([swapped, turned], [same; 2]),
        }
    }
}

#[test]
fn corners_change_places() {
    let mut random = Random(13);
    for _ in 0..CASES {
        let [p, q, r, s, t, u] = points(&mut random);
        let [first, second] = [[p, q, r], [s, t, u]];
        let meet = triangles_intersect(first, second);
        let answer = segment_triangle([p, q], second);
        let flat = Sign::Zero == orient3d(p, s, t, u);
        for order in PERMUTATIONS {
            let permuted = order.map(|i| second[i]);
            assert_eq!(triangles_intersect(first, permuted), meet, "{first:?} {second:?}");
            assert_eq!(triangles_intersect(permuted, first), meet, "{first:?} {second:?}");
            assert_eq!(orient3d(p, permuted[0], permuted[1], permuted[2]).is_zero(), flat);
            let moved = segment_triangle([p, q], permuted);
            match (answer, moved) {
                (
                    SegmentTriangle::Point { segment, triangle },
                    SegmentTriangle::Point { segment: moved_segment, triangle: moved_triangle },
                ) => {
                    assert_eq!(segment, moved_segment);
                    assert_eq!(
                        place_ends(triangle, second),
                        place_ends(moved_triangle, permuted),
                        "{first:?} {second:?}"
                    );
                }
                _ => assert_eq!(answer, moved, "{first:?} {second:?}"),
            }
        }
    }
}

/// The corners that span the place, in an order that does not depend on their indices.
fn place_ends(place: OnTriangle, triangle: [DVec3; 3]) -> Vec<[f64; 3]> {
    let corners = match place {
        OnTriangle::Interior => vec![0, 1, 2],
        OnTriangle::Edge(edge) => vec![edge, (edge + 1) % 3],
        OnTriangle::Corner(corner) => vec![corner],
    };
    let mut points: Vec<[f64; 3]> =
        corners.into_iter().map(|corner| (triangle[corner] + DVec3::ZERO).to_array()).collect();
    points.sort_by(|a, b| a.partial_cmp(b).expect("finite points"));
    points
}
