//! Certified lower bounds on the distance of two moving primitives.
//!
//! For any direction `n ≠ 0`, the distance of two convex sets is at least the gap between their
//! projections onto `n`:
//!
//! ```text
//! dist(A, B) ≥ minᵢⱼ n · (bⱼ − aᵢ) / |n|
//! ```
//!
//! with equality if `n` points between closest points. The bound holds for *every* `n`, so the
//! direction may come from rounded arithmetic; only the dot products have to be bounded. And for a
//! fixed `n` each dot product is linear in time: a gap at both ends of a window is a gap
//! throughout.
//!
//! **Rounding.** All lengths are scaled by one power of two so that the largest component `M` of a
//! difference is in `[½, 1)`. A difference at a time `t` is off by at most `4.1u` (`docs/ccd.md`),
//! a dot product by `|n|₁ (4.1u + 3u)`, hence the bound by less than `13u` from these, `4u` from
//! the norm and `2u` from the division, times `|d|/M ≤ √3`. [`MARGIN`]` = 64u` is subtracted.

use std::marker::PhantomData;

use glam::DVec3;
use ripstop_geometry::MovingPoint;
use ripstop_geometry::closest::{point_triangle, segment_segment};

use crate::cubic::primitives::{Differences, EdgeEdge, Primitives, VertexFace};

/// Rounding error of a bound on the distance, for lengths scaled to 1.
pub(crate) const MARGIN: f64 = 64.0 * 0.5 * f64::EPSILON;

/// Primitives whose closest points can be asked for.
pub(crate) trait Closest: Primitives {
    /// The vector between closest points, in the direction of the separations, up to rounding;
    /// perhaps zero.
    fn between(differences: &Differences) -> DVec3;
}

impl Closest for VertexFace {
    fn between(d: &Differences) -> DVec3 {
        let corners = [-d[2], -d[4], -d[5]];
        -point_triangle(DVec3::ZERO, corners).point(corners)
    }
}

impl Closest for EdgeEdge {
    fn between(d: &Differences) -> DVec3 {
        let (a, b) = ([DVec3::ZERO, d[0]], [d[2], d[4]]);
        let [on_a, on_b] = segment_segment(a, b).points(a, b);
        on_b - on_a
    }
}

/// The differences of a query over the step, scaled.
pub(crate) struct ScaledStep<P> {
    start: Differences,
    end: Differences,
    /// The minimum separation, in scaled lengths.
    pub(crate) separation: f64,
    primitives: PhantomData<P>,
}

impl<P: Closest> ScaledStep<P> {
    /// Scales a query; `None` if the four points coincide at all times, or a difference overflows.
    pub(crate) fn new(points: &[MovingPoint; 4], separation: f64) -> Option<Self> {
        let start = P::differences(points.map(|p| p.start));
        let end = P::differences(points.map(|p| p.end));
        let magnitude = start.iter().chain(&end).fold(DVec3::ZERO, |m, d| m.max(d.abs()));
        let largest = magnitude.max_element();
        if !(largest > 0.0 && largest < f64::INFINITY) {
            return None;
        }
        let scale = Scale::to_one(largest);
        Some(Self {
            start: start.map(|d| scale.apply(d)),
            end: end.map(|d| scale.apply(d)),
            separation: scale.apply(DVec3::splat(separation)).x,
            primitives: PhantomData,
        })
    }

    /// The differences at a time.
    #[inline]
    pub(crate) fn at(&self, t: f64) -> Differences {
        let s = 1.0 - t;
        std::array::from_fn(|i| s * self.start[i] + t * self.end[i])
    }

    /// No two points of the primitives approach faster than this (scaled lengths per step), rounded
    /// up.
    ///
    /// The relative velocity of any two points is a weighted mean of those between corners.
    pub(crate) fn speed(&self) -> f64 {
        let speeds = P::SEPARATIONS.iter().map(|&i| (self.end[i] - self.start[i]).length());
        speeds.fold(0.0_f64, f64::max) + MARGIN
    }

    /// A certified lower bound on the distance, from the direction between closest points and from
    /// the normal; negative if nothing is certain.
    pub(crate) fn widest_gap(differences: &Differences) -> Gap {
        let along = |n: DVec3| Gap { width: gap::<P>(&[differences], n), direction: n };
        let (between, normal) =
            (along(P::between(differences)), along(differences[0].cross(differences[1])));
        if normal.width > between.width { normal } else { between }
    }

    /// A time until which the projections onto a direction stay further apart than the separation,
    /// from a time at which they are; infinite if that is to the end of the step.
    ///
    /// The time aimed at is that of a gap of `goal`; what is certain is only what the gaps at both
    /// ends of the window say.
    pub(crate) fn apart_until(&self, time: f64, direction: DVec3, goal: f64) -> f64 {
        let now = self.at(time);
        let projected = |d: &Differences, i: usize| direction.dot(d[i]);
        let goal = goal * direction.length() * projected(&now, P::SEPARATIONS[0]).signum();
        let meeting = |&i: &usize| {
            let (start, end) = (projected(&now, i) - goal, projected(&self.end, i) - goal);
            if start * end < 0.0 { time + (1.0 - time) * (start / (start - end)) } else { 1.0 }
        };
        let aim = P::SEPARATIONS.iter().map(meeting).fold(1.0, f64::min);
        let apart = gap::<P>(&[&now, &self.at(aim)], direction) > self.separation;
        match apart {
            true if aim == 1.0 => f64::INFINITY,
            true => aim,
            false => time,
        }
    }
}

/// Distance between the projections of two primitives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    /// At least this far (scaled lengths).
    pub(crate) width: f64,
    /// Along this direction, of any length.
    pub(crate) direction: DVec3,
}

/// The gap between the projections onto a direction (scaled lengths), at all given moments;
/// negative if there is none.
#[inline]
pub(crate) fn gap<P: Primitives>(moments: &[&Differences], n: DVec3) -> f64 {
    let length = n.length();
    // A short direction would lose digits to underflow.
    if length < 1e-100 {
        return -1.0;
    }
    let dots = moments.iter().flat_map(|d| P::SEPARATIONS.iter().map(|&i| n.dot(d[i])));
    let (low, high) =
        dots.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    low.max(-high) / length - MARGIN
}

/// Multiplication by a power of two, which may need two steps.
#[derive(Clone, Copy)]
struct Scale([f64; 2]);

impl Scale {
    /// The power of two that takes a positive number to `[½, 1)`.
    fn to_one(x: f64) -> Self {
        let exponent = -binary_exponent(x);
        let half = exponent / 2;
        Self([half, exponent - half].map(power_of_two))
    }

    fn apply(self, x: DVec3) -> DVec3 {
        self.0[0] * x * self.0[1]
    }
}

/// The `e` with `x ∈ [2ᵉ⁻¹, 2ᵉ)`, for a positive finite `x`.
fn binary_exponent(x: f64) -> i32 {
    let field = |x: f64| ((x.to_bits() >> 52) & 0x7ff) as i32 - 1022;
    // A subnormal number is made normal first.
    if x < f64::MIN_POSITIVE { field(x * power_of_two(64)) - 64 } else { field(x) }
}

/// `2ᵉ` for a normal result.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(u64::from((1023 + exponent).unsigned_abs()) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_takes_every_size_to_one() {
        for x in [f64::from_bits(1), 1e-310, f64::MIN_POSITIVE, 0.3, 0.5, 1.0, 7.0, 1e200, f64::MAX]
        {
            let scaled = Scale::to_one(x).apply(DVec3::splat(x)).y;
            assert!((0.5..1.0).contains(&scaled), "{x} {scaled}");
        }
    }

    #[test]
    fn a_gap_is_never_wider_than_the_distance() {
        // A vertex one above the middle of an edge: the best direction sees all of it, others less.
        let d =
            VertexFace::differences([DVec3::new(0.5, 0.0, 0.5), DVec3::ZERO, DVec3::X, DVec3::Y]);
        let best = gap::<VertexFace>(&[&d], DVec3::Z);
        assert!(best <= 0.5 && best > 0.5 - 2.0 * MARGIN);
        assert!(gap::<VertexFace>(&[&d], DVec3::new(0.1, -0.2, 1.0)) < best);
        assert!(gap::<VertexFace>(&[&d], DVec3::X) < 0.0);
        assert!(ScaledStep::<VertexFace>::widest_gap(&d).width > 0.5 - 4.0 * MARGIN);
    }
}
