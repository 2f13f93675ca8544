//! Segments against clipping over the rationals.

use glam::{DVec2, DVec3};
use ripstop_geometry::predicates::{
    OnSegment, SegmentEnd, SegmentSegment, point_on_segment, point_on_segment_2d, segment_segment,
    segment_segment_2d,
};

use crate::adversarial::{Random, points};
use crate::rational::{Body, Rational, cross, exact, is_null, on_segment, subtract};

const CASES: usize = 20_000;

fn expected(points: [DVec3; 4]) -> SegmentSegment {
    let [p0, p1, q0, q1] = exact(points);
    let clips =
        (Body::segment(&q0, &q1).clip([&p0, &p1]), Body::segment(&p0, &p1).clip([&q0, &q1]));
    let (Some([s0, s1]), Some([t0, t1])) = clips else {
        return SegmentSegment::Disjoint;
    };
    let is_point = p0 == p1 || q0 == q1;
    let (u, v) = (subtract(&p1, &p0), subtract(&q1, &q0));
    if s0 == s1 || t0 == t1 || is_point {
        let parallel = is_null(&cross(&u, &v));
        let (a, b) = (on_segment(&s0), on_segment(&t0));
        return match (a, b) {
            (OnSegment::Interior, OnSegment::Interior) => SegmentSegment::Crossing,
            _ if parallel && !is_point => SegmentSegment::Abutting { a, b },
            _ => SegmentSegment::Touching { a, b },
        };
    }
    let [a0, a1, b0, b1] = [&s0, &s1, &t0, &t1].map(on_segment);
    if [a0, a1, b0, b1] == [OnSegment::Start, OnSegment::End, OnSegment::Start, OnSegment::End] {
        return SegmentSegment::Identical;
    }
    // The common part runs along `a` from `s0` to `s1`; `b` may run in the other direction.
    let same_way = u.iter().zip(&v).any(|(x, y)| x * y > Rational::ZERO);
    let b_ends =
        if same_way { [SegmentEnd::B0, SegmentEnd::B1] } else { [SegmentEnd::B1, SegmentEnd::B0] };
    let mut ends = [
        if a0 == OnSegment::Start { SegmentEnd::A0 } else { b_ends[0] },
        if a1 == OnSegment::End { SegmentEnd::A1 } else { b_ends[1] },
    ];
    if p0 > p1 {
        ends.reverse();
    }
    SegmentSegment::Overlapping { ends }
}

#[test]
fn segments_in_the_plane() {
    let mut random = Random(3);
    let mut seen = Seen::default();
    for case in 0..CASES {
        let p = points::<4>(&mut random).map(DVec3::truncate);
        let [a, b] = [[p[0], p[1]], [p[2], p[3]]];
        let answer = segment_segment_2d(a, b);
        assert_eq!(answer, expected(p.map(|p: DVec2| p.extend(0.0))), "case {case}: {p:?}");
        seen.count(answer);
    }
    seen.check(CASES / 200);
}

#[test]
fn segments_in_space() {
    let mut random = Random(4);
    let mut seen = Seen::default();
    for case in 0..CASES {
        let p = points(&mut random);
        let answer = segment_segment([p[0], p[1]], [p[2], p[3]]);
        assert_eq!(answer, expected(p), "case {case}: {p:?}");
        seen.count(answer);
    }
    seen.check(CASES / 500);
}

#[test]
fn points_on_segments() {
    let mut random = Random(5);
    let mut counts = [0; 4];
    for case in 0..CASES {
        let [a, b, p] = points(&mut random);
        let [start, end, point] = exact([a, b, p]);
        let expected = Body::segment(&start, &end).contains(&point).then(|| match p {
            p if p == a => OnSegment::Start,
            p if p == b => OnSegment::End,
            _ => OnSegment::Interior,
        });
        assert_eq!(point_on_segment(p, [a, b]), expected, "case {case}: {a}, {b}, {p}");
        counts[expected.map_or(3, |place| place as usize)] += 1;
        let flat = [a, b, p].map(|p| p.with_z(0.0));
        assert_eq!(
            point_on_segment_2d(p.truncate(), [a.truncate(), b.truncate()]),
            point_on_segment(flat[2], [flat[0], flat[1]])
        );
    }
    assert!(counts.iter().all(|&n| n > CASES / 200), "rare cases: {counts:?}");
}

/// Count of each kind of result: an untried case proves nothing.
#[derive(Debug, Default)]
struct Seen([usize; 6]);

impl Seen {
    fn count(&mut self, answer: SegmentSegment) {
        let kind = match answer {
            SegmentSegment::Disjoint => 0,
            SegmentSegment::Crossing => 1,
            SegmentSegment::Touching { .. } => 2,
            SegmentSegment::Abutting { .. } => 3,
            SegmentSegment::Overlapping { .. } => 4,
            SegmentSegment::Identical => 5,
        };
        self.0[kind] += 1;
    }

    fn check(&self, least: usize) {
        assert!(self.0.iter().all(|&n| n >= least), "rare cases: {self:?}");
    }
}
