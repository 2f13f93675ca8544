//! Triangles against clipping over the rationals.

use ripstop_geometry::predicates::{
    OnSegment, OnTriangle, SegmentTriangle, point_on_triangle, segment_triangle,
    triangles_intersect,
};

use crate::adversarial::{Random, points};
use crate::rational::{self, Body, exact};

const CASES: usize = 20_000;

#[test]
fn points_on_triangles() {
    let mut random = Random(6);
    let mut counts = [0; 4];
    for case in 0..CASES {
        let [a, b, c, p] = points(&mut random);
        let [corner_0, corner_1, corner_2, point] = exact([a, b, c, p]);
        let body = Body::triangle(&[corner_0, corner_1, corner_2]);
        let expected = body.contains(&point).then(|| body.place(&point));
        assert_eq!(point_on_triangle(p, [a, b, c]), expected, "case {case}: {:?}", [a, b, c, p]);
        counts[expected.map_or(3, kind)] += 1;
    }
    assert!(counts.iter().all(|&n| n > CASES / 200), "rare cases: {counts:?}");
}

#[test]
fn segments_and_triangles() {
    let mut random = Random(7);
    let mut counts = [0; 8];
    for case in 0..CASES {
        let [a, b, c, p, q] = points(&mut random);
        let answer = segment_triangle([p, q], [a, b, c]);
        let [x, y, z, s, e] = exact([a, b, c, p, q]);
        let expected = rational::segment_triangle([&s, &e], &[x, y, z]);
        assert_eq!(answer, expected, "case {case}: {:?}", [a, b, c, p, q]);
        counts[match answer {
            SegmentTriangle::Disjoint => 0,
            SegmentTriangle::Overlap => 1,
            SegmentTriangle::Point { segment: OnSegment::Interior, triangle } => 2 + kind(triangle),
            SegmentTriangle::Point { triangle, .. } => 5 + kind(triangle),
        }] += 1;
    }
    assert!(counts.iter().all(|&n| n > CASES / 500), "rare cases: {counts:?}");
}

#[test]
fn triangles_and_triangles() {
    let mut random = Random(8);
    let mut meeting = 0;
    for case in 0..CASES {
        let [a, b, c, d, e, f] = points(&mut random);
        let answer = triangles_intersect([a, b, c], [d, e, f]);
        let [p, q, r, s, t, u] = exact([a, b, c, d, e, f]);
        let expected = Body::triangle(&[p, q, r]).meets(&[s, t, u]);
        assert_eq!(answer, expected, "case {case}: {:?}", [a, b, c, d, e, f]);
        meeting += usize::from(answer);
    }
    assert!((CASES / 4..CASES * 3 / 4).contains(&meeting), "{meeting} of {CASES} meet");
}

/// Two triangles meet exactly if an edge of one meets the other.
#[test]
fn triangles_meet_where_an_edge_meets_a_face() {
    let mut random = Random(9);
    for case in 0..CASES {
        let [a, b, c, d, e, f] = points(&mut random);
        let [first, second] = [[a, b, c], [d, e, f]];
        let pierces = |edges: [_; 3], face| {
            (0..3).any(|i| segment_triangle([edges[i], edges[(i + 1) % 3]], face).intersects())
        };
        let by_edges = pierces(first, second) || pierces(second, first);
        assert_eq!(
            triangles_intersect(first, second),
            by_edges,
            "case {case}: {first:?} {second:?}"
        );
    }
}

fn kind(place: OnTriangle) -> usize {
    match place {
        OnTriangle::Interior => 0,
        OnTriangle::Edge(_) => 1,
        OnTriangle::Corner(_) => 2,
    }
}
