//! Degenerate input, case by case: each has one documented result.

use glam::{DVec3, dvec3};
use ripstop_geometry::closest::{
    PointSegmentRegion, PointTriangleRegion, point_segment, point_triangle, segment_segment,
    triangle_triangle,
};

const O: DVec3 = DVec3::ZERO;
const X: DVec3 = DVec3::X;
const Y: DVec3 = DVec3::Y;
const Z: DVec3 = DVec3::Z;

#[test]
fn segment_of_no_length_is_its_start() {
    let found = point_segment(Y, [X, X]);
    assert_eq!(found.weights, [1.0, 0.0]);
    assert_eq!(found.region, PointSegmentRegion::Start);
    assert_eq!(found.distance_squared, 2.0);
    assert_eq!(point_segment(X, [X, X]).distance_squared, 0.0);
}

/// Name, first segment, second segment, weights on the first, weights on the second, squared
/// distance.
type SegmentCase = (&'static str, [DVec3; 2], [DVec3; 2], [f64; 2], [f64; 2], f64);

#[test]
fn segments() {
    use PointSegmentRegion as Region;
    let half = [0.5, 0.5];
    let table: [SegmentCase; 14] = [
        ("both of no length", [O, O], [Y, Y], [1.0, 0.0], [1.0, 0.0], 1.0),
        ("all points one", [X, X], [X, X], [1.0, 0.0], [1.0, 0.0], 0.0),
        ("first of no length", [Y, Y], [-X, X], [1.0, 0.0], half, 1.0),
        ("second of no length", [-X, X], [Y, Y], half, [1.0, 0.0], 1.0),
        ("equal", [O, X], [O, X], half, half, 0.0),
        ("equal, turned", [O, X], [X, O], half, half, 0.0),
        ("parallel, beside", [O, X], [Y, X + Y], half, half, 1.0),
        ("parallel, opposed", [O, X], [X + Y, Y], half, half, 1.0),
        (
            "parallel, half overlap",
            [O, 2.0 * X],
            [X + Z, 3.0 * X + Z],
            [0.25, 0.75],
            [0.75, 0.25],
            1.0,
        ),
        ("parallel, one inside", [O, 4.0 * X], [X + Y, 2.0 * X + Y], [0.625, 0.375], half, 1.0),
        ("parallel, ends level", [O, X], [X + Y, 2.0 * X + Y], [0.0, 1.0], [1.0, 0.0], 1.0),
        ("parallel, apart", [O, X], [2.0 * X + Y, 3.0 * X + Y], [0.0, 1.0], [1.0, 0.0], 2.0),
        ("collinear, overlap", [O, 2.0 * X], [X, 3.0 * X], [0.25, 0.75], [0.75, 0.25], 0.0),
        ("collinear, apart", [O, X], [3.0 * X, 2.0 * X], [0.0, 1.0], [0.0, 1.0], 1.0),
    ];
    for (name, a, b, weights_a, weights_b, distance_squared) in table {
        let found = segment_segment(a, b);
        assert_eq!(found.weights_a, weights_a, "{name}");
        assert_eq!(found.weights_b, weights_b, "{name}");
        assert_eq!(found.distance_squared, distance_squared, "{name}");
        assert_eq!(found.region.a, Region::of_weights(weights_a), "{name}");
        assert_eq!(found.region.b, Region::of_weights(weights_b), "{name}");

        let exchanged = segment_segment(b, a);
        assert_eq!(exchanged.weights_a, weights_b, "{name}, exchanged");
        assert_eq!(exchanged.weights_b, weights_a, "{name}, exchanged");
    }
}

/// Sliding along a parallel segment moves the result by as much, not by jumps.
#[test]
fn the_middle_of_the_overlap_is_stable() {
    let a = [O, X];
    let at = |shift: f64| segment_segment(a, [shift * X + Y, (1.0 + shift) * X + Y]).weights_a[1];
    for k in -40..40 {
        let shift = f64::from(k) / 32.0;
        assert!((at(shift + 1e-9) - at(shift)).abs() <= 1e-9, "{shift}");
    }
}

/// A last-bit tilt is not an angle: the result stays in the middle.
#[test]
fn parallel_up_to_rounding_is_parallel() {
    let b = [Y, dvec3(1.0, 1.0 + f64::EPSILON, 0.0)];
    let found = segment_segment([O, X], b);
    assert!((found.weights_a[0] - 0.5).abs() <= 1e-15);
    assert!((found.weights_b[0] - 0.5).abs() <= 1e-15);
}

/// Twice the angle that counts as parallel is an angle: the result goes to the end where they meet.
#[test]
fn the_smallest_angle_counts() {
    use PointSegmentRegion::{Interior, Start};
    let b = |angle: f64| [O, dvec3(1.0, angle, 0.0)];
    let region = |exponent: f64| segment_segment([O, X], b(exponent.exp2())).region;
    assert_eq!((region(-48.0).a, region(-48.0).b), (Start, Start));
    assert_eq!((region(-49.0).a, region(-49.0).b), (Interior, Interior));
}

#[test]
fn triangles_without_area() {
    use PointTriangleRegion::{Edge, Vertex};
    let p = dvec3(0.25, 1.0, 0.0);
    let table = [
        ("one point", [X, X, X], Vertex(0), [1.0, 0.0, 0.0]),
        ("first two equal", [O, O, X], Edge(1), [0.0, 0.75, 0.25]),
        ("last two equal", [O, X, X], Edge(0), [0.75, 0.25, 0.0]),
        ("first and last equal", [O, X, O], Edge(0), [0.75, 0.25, 0.0]),
        ("third between", [O, X, 0.5 * X], Edge(0), [0.75, 0.25, 0.0]),
        ("second between", [O, 0.5 * X, X], Edge(0), [0.5, 0.5, 0.0]),
        ("first between", [0.5 * X, X, O], Edge(1), [0.0, 0.25, 0.75]),
    ];
    for (name, corners, region, weights) in table {
        let found = point_triangle(p, corners);
        assert_eq!(found.region, region, "{name}");
        assert_eq!(found.weights, weights, "{name}");
    }
}

/// A height below the rounding error of the sides has no direction, and so no face.
#[test]
fn a_triangle_flat_up_to_rounding_has_no_face() {
    let (a, b) = (dvec3(0.1, 0.2, 0.3), dvec3(1.1, 0.9, 0.7));
    for k in 0..100 {
        let s = f64::from(k) / 99.0;
        let c = a + s * (b - a);
        let p = a + 0.4 * (b - a) + dvec3(0.1, 0.2, -0.3);
        for corners in [[a, b, c], [c, a, b], [b, c, a]] {
            assert_ne!(point_triangle(p, corners).region, PointTriangleRegion::Face, "{s}");
        }
    }
}

#[test]
fn every_region_of_a_triangle() {
    use PointTriangleRegion::{Edge, Face, Vertex};
    let corners = [O, 4.0 * X, 4.0 * Y];
    let table = [
        (dvec3(-1.0, -2.0, 1.0), Vertex(0)),
        (dvec3(6.0, -1.0, 1.0), Vertex(1)),
        (dvec3(-1.0, 6.0, 1.0), Vertex(2)),
        (dvec3(1.0, -1.0, 1.0), Edge(0)),
        (dvec3(3.0, 4.0, 1.0), Edge(1)),
        (dvec3(-1.0, 1.0, 1.0), Edge(2)),
        (dvec3(1.0, 1.0, 1.0), Face),
        (O, Vertex(0)),
        (X, Edge(0)),
        (Y, Edge(2)),
    ];
    for (p, region) in table {
        assert_eq!(point_triangle(p, corners).region, region, "{p}");
    }
}

#[test]
fn every_pair_of_regions_of_two_segments() {
    use PointSegmentRegion::{End, Interior, Start};
    let a = [-X, X];
    let table = [
        ([-Y, Y], Interior, Interior),
        ([Y, 2.0 * Y], Interior, Start),
        ([2.0 * Y, Y], Interior, End),
        ([dvec3(-2.0, -1.0, 0.0), dvec3(-2.0, 1.0, 0.0)], Start, Interior),
        ([dvec3(2.0, -1.0, 0.0), dvec3(2.0, 1.0, 0.0)], End, Interior),
        ([dvec3(-2.0, 1.0, 0.0), dvec3(-2.0, 2.0, 0.0)], Start, Start),
        ([dvec3(-2.0, 2.0, 0.0), dvec3(-2.0, 1.0, 0.0)], Start, End),
        ([dvec3(2.0, 1.0, 0.0), dvec3(2.0, 2.0, 0.0)], End, Start),
        ([dvec3(2.0, 2.0, 0.0), dvec3(2.0, 1.0, 0.0)], End, End),
    ];
    for (b, on_a, on_b) in table {
        let b = b.map(|x| x + Z);
        let region = segment_segment(a, b).region;
        assert_eq!((region.a, region.b), (on_a, on_b), "{b:?}");
    }
}

/// Name, triangles, squared distance.
type TriangleCase = (&'static str, [DVec3; 3], [DVec3; 3], f64);

#[test]
fn triangles() {
    let floor = [dvec3(-1.0, -1.0, 0.0), dvec3(3.0, -1.0, 0.0), dvec3(-1.0, 3.0, 0.0)];
    let table: [TriangleCase; 10] = [
        ("side through face", floor, [Z, -Z, dvec3(0.0, 5.0, 5.0)], 0.0),
        ("corner on face", floor, [O, X + Z, Y + Z], 0.0),
        ("corner on corner", floor, [floor[1], floor[1] + X, floor[1] + Z], 0.0),
        ("the same", floor, floor, 0.0),
        ("coplanar, inside", floor, [O, 0.5 * X, 0.5 * Y], 0.0),
        (
            "coplanar, apart",
            floor,
            [dvec3(-3.0, 0.0, 0.0), dvec3(-4.0, 1.0, 0.0), dvec3(-4.0, -1.0, 0.0)],
            4.0,
        ),
        ("parallel, above", floor, floor.map(|x| x + 2.0 * Z), 4.0),
        ("flat, through face", floor, [Z, -Z, -Z], 0.0),
        ("flat, above", floor, [Z, Z + 0.5 * X, Z + 0.25 * X], 1.0),
        ("a point, above", floor, [3.0 * Z, 3.0 * Z, 3.0 * Z], 9.0),
    ];
    for (name, a, b, distance_squared) in table {
        for (first, second) in [(a, b), (b, a)] {
            let found = triangle_triangle(first, second);
            let [p, q] = found.points(first, second);
            assert!(
                (found.distance_squared - distance_squared).abs() <= 1e-30,
                "{name}: {found:?}"
            );
            assert!((p.distance_squared(q) - distance_squared).abs() <= 1e-30, "{name}: {found:?}");
        }
    }
}

/// Nothing panics on what is not finite, and the regions stay regions.
#[test]
fn not_finite() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let b = DVec3::splat(bad);
        let _ = point_segment(b, [O, X]);
        let _ = point_segment(O, [b, X]);
        let _ = point_triangle(O, [b, X, Y]);
        let _ = segment_segment([O, b], [X, Y]);
        let _ = triangle_triangle([O, b, X], [Z, X, b]);
    }
}
