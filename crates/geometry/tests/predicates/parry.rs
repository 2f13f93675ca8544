//! Intersections against parry.
//!
//! In general position parry and the exact result agree on every case. On a small lattice, where
//! every product is exact in floating point too, parry differs in the cases that are told apart
//! here; in each of them the rational oracle sides with us. No distance or tolerance enters.

use glam::DVec3;
use parry3d_f64::math::Pose;
use parry3d_f64::query::{Ray, RayCast, intersection_test};
use parry3d_f64::shape::{Segment, Shape, Triangle};
use ripstop_geometry::exact::Sign;
use ripstop_geometry::predicates::{
    OnSegment, OnTriangle, SegmentTriangle, orient3d, segment_triangle, triangles_intersect,
};

use crate::adversarial::Random;
use crate::rational::{self, Body, exact};

const CASES: usize = 50_000;

fn general<const N: usize>(random: &mut Random) -> [DVec3; N] {
    std::array::from_fn(|_| DVec3::new(random.unit(), random.unit(), random.unit()))
}

fn lattice<const N: usize>(random: &mut Random) -> [DVec3; N] {
    std::array::from_fn(|_| DVec3::from_array([0; 3].map(|_| random.integer(-2, 2))))
}

/// parry's test by GJK.
fn shapes_meet(a: &dyn Shape, b: &dyn Shape) -> bool {
    let answer = intersection_test(&Pose::IDENTITY, a, &Pose::IDENTITY, b);
    answer.expect("parry knows segments and triangles").intersecting
}

/// parry's ray cast, along the segment.
fn ray_hits([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    Triangle::new(a, b, c).cast_local_ray(&Ray::new(p, q - p), 1.0, true).is_some()
}

#[test]
fn in_general_position_parry_agrees() {
    let mut random = Random(20);
    let mut meeting = [0; 2];
    for _ in 0..CASES {
        let [a, b, c, d, e, f] = general(&mut random);
        let triangle = Triangle::new(a, b, c);
        let pierced = segment_triangle([d, e], [a, b, c]).intersects();
        assert_eq!(ray_hits([d, e], [a, b, c]), pierced);
        assert_eq!(shapes_meet(&triangle, &Segment::new(d, e)), pierced);
        let meet = triangles_intersect([a, b, c], [d, e, f]);
        assert_eq!(shapes_meet(&triangle, &Triangle::new(d, e, f)), meet);
        meeting[0] += usize::from(pierced);
        meeting[1] += usize::from(meet);
    }
    assert!(meeting.iter().all(|&n| n > CASES / 20), "{meeting:?}");
}

/// parry's ray cast misses whatever lies in the triangle's plane, and has the barycentric
/// coordinates mirrored for a ray that starts in the plane and leaves it to the positive side.
#[test]
fn a_ray_cast_differs_only_from_within_the_plane() {
    let mut random = Random(21);
    let [mut in_plane, mut leaving] = [0; 2];
    for _ in 0..CASES {
        let [a, b, c, p, q] = lattice(&mut random);
        let (segment, triangle) = ([p, q], [a, b, c]);
        let ours = segment_triangle(segment, triangle);
        let theirs = ray_hits(segment, triangle);
        match segment.map(|end| orient3d(a, b, c, end)) {
            [Sign::Zero, Sign::Zero] => {
                assert!(!theirs);
                in_plane += usize::from(ours.intersects());
            }
            [Sign::Zero, Sign::Positive] if ours.intersects() != theirs => {
                leaving += 1;
                let [x, y, z, start, end] = exact([a, b, c, p, q]);
                assert_eq!(ours, rational::segment_triangle([&start, &end], &[x, y, z]));
            }
            _ => assert_eq!(ours.intersects(), theirs, "{segment:?} {triangle:?}"),
        }
    }
    assert!(in_plane > 100 && leaving > 100, "{in_plane} in the plane, {leaving} leaving it");
}

/// GJK stops at a rounded distance and misses some touches at a corner or an edge, never a
/// piercing, and finds no contact where there is none.
#[test]
fn gjk_differs_only_where_a_segment_ends_on_the_boundary() {
    let mut random = Random(22);
    let mut missed = 0;
    for _ in 0..4 * CASES {
        let [a, b, c, p, q] = lattice(&mut random);
        let ours = segment_triangle([p, q], [a, b, c]);
        let theirs = shapes_meet(&Triangle::new(a, b, c), &Segment::new(p, q));
        if ours.intersects() == theirs {
            continue;
        }
        missed += 1;
        let touches = matches!(
            ours,
            SegmentTriangle::Point {
                segment: OnSegment::Start | OnSegment::End,
                triangle: OnTriangle::Corner(_) | OnTriangle::Edge(_),
            }
        );
        assert!(touches, "{ours:?}: {:?}", [a, b, c, p, q]);
        let [x, y, z, start, end] = exact([a, b, c, p, q]);
        assert_eq!(ours, rational::segment_triangle([&start, &end], &[x, y, z]));
    }
    assert!(missed < CASES / 500, "{missed} touches missed by parry");
}

/// The same for two triangles: where GJK misses, nothing pierces and nothing overlaps.
#[test]
fn gjk_differs_only_where_triangles_touch() {
    let mut random = Random(23);
    let mut missed = 0;
    for _ in 0..4 * CASES {
        let [a, b, c, d, e, f] = lattice(&mut random);
        let [first, second] = [[a, b, c], [d, e, f]];
        let ours = triangles_intersect(first, second);
        let theirs = shapes_meet(&Triangle::new(a, b, c), &Triangle::new(d, e, f));
        if ours == theirs {
            continue;
        }
        missed += 1;
        let piercing = |edges: [DVec3; 3], face: [DVec3; 3]| {
            (0..3).any(|i| match segment_triangle([edges[i], edges[(i + 1) % 3]], face) {
                SegmentTriangle::Disjoint => false,
                SegmentTriangle::Overlap => true,
                SegmentTriangle::Point { segment, triangle } => {
                    segment == OnSegment::Interior && triangle == OnTriangle::Interior
                }
            })
        };
        assert!(
            ours && !piercing(first, second) && !piercing(second, first),
            "{first:?} {second:?}"
        );
        let [p, q, r, s, t, u] = exact([a, b, c, d, e, f]);
        assert!(Body::triangle(&[p, q, r]).meets(&[s, t, u]));
    }
    assert!(missed < CASES / 500, "{missed} touches missed by parry");
}
