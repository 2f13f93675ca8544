//! Adversarial input: what rounding, slivers, parallels and coincidences can do.

use glam::DVec3;
use proptest::prelude::*;

/// Anywhere in a cube.
pub(crate) fn point() -> impl Strategy<Value = DVec3> + Clone {
    prop::array::uniform3(-1.0..1.0).prop_map(DVec3::from_array)
}

/// On a small grid, where degenerate cases are exact and common.
fn grid_point() -> impl Strategy<Value = DVec3> + Clone {
    prop::array::uniform3(-2..=2_i32).prop_map(|x| DVec3::from_array(x.map(f64::from)))
}

/// Zero, or a power of two down to below the rounding error of 1.
fn magnitude() -> impl Strategy<Value = f64> + Clone {
    prop_oneof![1 => Just(0.0), 9 => (0..60).prop_map(|k| (-f64::from(k)).exp2())]
}

/// A small disturbance of any order of magnitude.
fn nudge() -> impl Strategy<Value = DVec3> + Clone {
    (magnitude(), point()).prop_map(|(size, x)| size * x)
}

/// A shift that makes coordinates round, or none.
fn shift() -> impl Strategy<Value = DVec3> + Clone {
    prop_oneof![2 => Just(DVec3::ZERO), 1 => point().prop_map(|x| 1000.0 * x)]
}

fn shifted<const N: usize>(points: [DVec3; N], shift: DVec3) -> [DVec3; N] {
    points.map(|x| x + shift)
}

/// Two segments: anywhere, on a grid, nearly parallel, nearly touching, both.
pub(crate) fn segments() -> impl Strategy<Value = [DVec3; 4]> {
    let anywhere = prop::array::uniform4(point());
    let grid = prop::array::uniform4(grid_point());
    let parallel = (
        (point(), point(), -2.0..2.0, -2.0..2.0),
        (magnitude(), magnitude(), nudge(), nudge(), nudge()),
    )
        .prop_map(|((a, d, start, length), (long, short, away, tilt, end))| {
            let b = a + start * d + away;
            [a, a + long * d + end, b, b + short * length * d + tilt]
        });
    let touching = (point(), point(), point(), (-0.2..1.2, -0.2..1.2), nudge()).prop_map(
        |(a, u, v, (s, t), away)| {
            let b = a + s * u - t * v + away;
            [a, a + u, b, b + v]
        },
    );
    // Nearly parallel segments that cross: here a wrong parameter costs most.
    let crossing = (point(), point(), nudge(), -2.0..2.0, ((-0.2..1.2, -0.2..1.2), nudge()))
        .prop_map(|(a, u, tilt, length, ((s, t), away))| {
            let v = length * u + tilt;
            let b = a + s * u - t * v + away;
            [a, a + u, b, b + v]
        });
    (prop_oneof![1 => anywhere, 1 => grid, 2 => parallel, 1 => touching, 2 => crossing], shift())
        .prop_map(|(points, shift)| shifted(points, shift))
}

/// A triangle: anywhere, on a grid, a needle, a cap, and their exact limits.
pub(crate) fn triangle() -> impl Strategy<Value = [DVec3; 3]> {
    let anywhere = prop::array::uniform3(point());
    let grid = prop::array::uniform3(grid_point());
    let needle = (point(), point(), nudge()).prop_map(|(a, b, d)| [a, a + d, b]);
    let cap =
        (point(), point(), -0.5..1.5, nudge()).prop_map(|(a, b, s, d)| [a, b, a + s * (b - a) + d]);
    (prop_oneof![anywhere, grid, needle, cap], 0..3_usize).prop_map(|(mut points, turn)| {
        points.rotate_left(turn);
        points
    })
}

/// A triangle away from slivers.
pub(crate) fn well_shaped() -> impl Strategy<Value = [DVec3; 3]> {
    prop::array::uniform3(point())
        .prop_filter("sliver", |[a, b, c]| (*b - *a).cross(*c - *a).length() > 0.05)
}

/// A point and a triangle: the point anywhere, on a grid, or near the plane.
pub(crate) fn point_and_triangle() -> impl Strategy<Value = (DVec3, [DVec3; 3])> {
    let near = (triangle(), -0.5..1.5, -0.5..1.5, nudge())
        .prop_map(|([a, b, c], s, t, d)| (a + s * (b - a) + t * (c - a) + d, [a, b, c]));
    let anywhere = (prop_oneof![point(), grid_point()], triangle());
    (prop_oneof![near, anywhere], shift())
        .prop_map(|((p, triangle), shift)| (p + shift, shifted(triangle, shift)))
}

/// Two triangles: independent, or brought together at a point with a disturbance.
pub(crate) fn triangles() -> impl Strategy<Value = [[DVec3; 3]; 2]> {
    let together = (triangle(), triangle(), prop::array::uniform4(0.0..1.0), nudge()).prop_map(
        |([a, b, c], other, [s, t, u, v], d)| {
            let x = a + s * (b - a) + t * (1.0 - s) * (c - a);
            let [e, f, g] = other;
            let y = e + u * (f - e) + v * (1.0 - u) * (g - e);
            [[a, b, c], shifted(other, x - y + d)]
        },
    );
    // In one plane: the second is spanned by the sides of the first.
    let coplanar = (triangle(), prop::array::uniform6(-1.0..2.0), nudge()).prop_map(
        |([a, b, c], [s, t, u, v, w, x], d)| {
            let on = |s: f64, t: f64| a + s * (b - a) + t * (c - a);
            [[a, b, c], [on(s, t) + d, on(u, v), on(w, x)]]
        },
    );
    let apart = (triangle(), triangle()).prop_map(|(a, b)| [a, b]);
    (prop_oneof![together, coplanar, apart], shift())
        .prop_map(|(pair, shift)| pair.map(|triangle| shifted(triangle, shift)))
}
