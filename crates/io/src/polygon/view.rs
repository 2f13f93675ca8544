//! A polygon in space, seen in a coordinate plane such that it turns counter-clockwise.
//!
//! The axis along which to look and the sense of turning come from the area vector, component by
//! component
//!
//! ```text
//! A = Σ (x y′ − x′ y),    |computed − exact| ≤ (n + 8) 2⁻⁵² Σ (|x y′| + |x′ y|)
//! ```
//!
//! in coordinates relative to the first corner: each term carries at most six roundings (two
//! differences, two scalings, a product, a difference) and `n` from the sum, with room for those of
//! the bound itself. Where the sum does not decide, the lowest corner does: at the
//! lexicographically least point a simple polygon is convex, so it turns there as it turns as a
//! whole, and that sign is exact.

use glam::{DVec2, DVec3, Vec2Swizzles};
use ripstop_geometry::exact::Sign;
use ripstop_geometry::predicates::{Axis, orient2d};

use super::ring::Ring;

/// All corners in the plane in which those of the ring turn counter-clockwise; `None` if no axis
/// shows an area.
pub(super) fn counter_clockwise(ring: &Ring, corners: &[DVec3]) -> Option<Vec<DVec2>> {
    let left: Vec<DVec3> = ring.corners().map(|corner| corners[corner as usize]).collect();
    let relative = relative_corners(&left)?;
    let mut areas = [Axis::X, Axis::Y, Axis::Z].map(|axis| (axis, Area::of(&relative, axis)));
    // A stable sort: of equal areas, the first axis is taken.
    areas.sort_by(|(_, a), (_, b)| b.value.abs().total_cmp(&a.value.abs()));
    areas.into_iter().find_map(|(axis, area)| {
        let at_least = || turn_at_least(&left.iter().map(|&x| axis.project(x)).collect::<Vec<_>>());
        let points = corners.iter().map(|&corner| axis.project(corner));
        match area.sign().unwrap_or_else(at_least) {
            Sign::Positive => Some(points.collect()),
            Sign::Negative => Some(points.map(DVec2::yx).collect()),
            Sign::Zero => None,
        }
    })
}

/// Corners relative to the first, scaled into the cube from −1 to 1; `None` if all are in one
/// place.
fn relative_corners(corners: &[DVec3]) -> Option<Vec<DVec3>> {
    let greatest = |vectors: &[DVec3]| {
        vectors.iter().fold(0.0, |size: f64, vector| size.max(vector.abs().max_element()))
    };
    // A quarter of the largest numbers leaves room for their differences.
    let shrink = if greatest(corners) > 1e300 { 0.25 } else { 1.0 };
    let first = corners[0] * shrink;
    let relative: Vec<DVec3> = corners.iter().map(|&corner| corner * shrink - first).collect();
    let size = greatest(&relative);
    (size > 0.0).then(|| relative.into_iter().map(|corner| corner / size).collect())
}

/// Twice the area seen along an axis, and how far it may be off.
#[derive(Clone, Copy)]
struct Area {
    value: f64,
    error: f64,
}

impl Area {
    fn of(relative: &[DVec3], axis: Axis) -> Self {
        let (mut value, mut magnitude) = (0.0, 0.0);
        for pair in relative.windows(2) {
            let (p, q) = (axis.project(pair[0]), axis.project(pair[1]));
            let (left, right) = (p.x * q.y, p.y * q.x);
            value += left - right;
            magnitude += left.abs() + right.abs();
        }
        let roundings = f64::from(relative.len() as u32) + 8.0;
        Self { value, error: roundings * f64::EPSILON * magnitude + f64::MIN_POSITIVE }
    }

    fn sign(self) -> Option<Sign> {
        (self.value.abs() > self.error).then(|| Sign::of(self.value))
    }
}

/// The turn at the least point: of the corners there, the first that turns at all decides.
fn turn_at_least(points: &[DVec2]) -> Sign {
    let below = |p: &DVec2, q: &DVec2| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y));
    let Some(&least) = points.iter().min_by(|p, q| below(&(**p + 0.0), &(**q + 0.0))) else {
        return Sign::Zero;
    };
    let count = points.len();
    let other = |corner: usize, step: usize| {
        let around = (1..count).map(|i| points[(corner + i * step) % count]);
        around.into_iter().find(|&point| point != least)
    };
    let turn = |corner: usize| {
        let (before, after) = (other(corner, count - 1)?, other(corner, 1)?);
        Some(orient2d(before, least, after)).filter(|sign| !sign.is_zero())
    };
    let there = (0..count).filter(|&corner| points[corner] == least);
    there.into_iter().find_map(turn).unwrap_or(Sign::Zero)
}
