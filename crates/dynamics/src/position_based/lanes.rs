//! Points with their inverse masses, and four of them side by side.

#![expect(clippy::inline_always, reason = "the innermost part of every sweep")]

use glam::DVec3;
use wide::f64x4;

/// A vector in lanes: each coordinate of four.
pub(super) type Vectors = [f64x4; 3];

/// Coordinates (m) and inverse mass (1/kg) of a vertex.
pub(super) fn point(x: DVec3, inverse_mass: f64) -> f64x4 {
    f64x4::new([x.x, x.y, x.z, inverse_mass])
}

/// The vector of a point.
pub(super) fn vector(point: f64x4) -> DVec3 {
    let [x, y, z, _] = point.to_array();
    DVec3::new(x, y, z)
}

/// Coordinates of four points, and their last components.
#[inline(always)]
pub(super) fn gather(points: &[f64x4], places: [u32; 4]) -> (Vectors, f64x4) {
    let rows = places.map(|place| points[place as usize].to_array());
    let column = |k: usize| f64x4::new([rows[0][k], rows[1][k], rows[2][k], rows[3][k]]);
    ([column(0), column(1), column(2)], column(3))
}

/// Writes the first `count` of four points.
#[inline(always)]
pub(super) fn scatter(
    points: &mut [f64x4],
    places: [u32; 4],
    count: usize,
    (vectors, last): (Vectors, f64x4),
) {
    let [x, y, z] = vectors.map(f64x4::to_array);
    let w = last.to_array();
    for lane in 0..count {
        points[places[lane] as usize] = f64x4::new([x[lane], y[lane], z[lane], w[lane]]);
    }
}

#[inline(always)]
pub(super) fn sub(a: Vectors, b: Vectors) -> Vectors {
    std::array::from_fn(|k| a[k] - b[k])
}

#[inline(always)]
pub(super) fn scaled(a: Vectors, by: f64x4) -> Vectors {
    a.map(|a| a * by)
}

/// `a + by · b`.
#[inline(always)]
pub(super) fn plus(a: Vectors, by: f64x4, b: Vectors) -> Vectors {
    std::array::from_fn(|k| a[k] + by * b[k])
}

#[inline(always)]
pub(super) fn dot(a: Vectors, b: Vectors) -> f64x4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(super) fn cross(a: Vectors, b: Vectors) -> Vectors {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
