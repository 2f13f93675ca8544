//! Intersection test of two closed triangles.
//!
//! The corners of each lie on sides of the other's plane. If all three lie strictly on one side,
//! the triangles are disjoint. Otherwise, if neither sees the other all at zero, both planes are
//! planes, and both triangles meet their common line `L` in an interval. As in [Guigue 2003], the
//! corners are turned so that `p` is alone on the positive side of the other plane, `q` and `r` not
//! above it:
//!
//! ```text
//!      p₁              h(p) ≥ 0 ≥ h(q), h(r)      h(p) > h(q), h(r)
//!     ╱  ╲
//!  ──X────X────── L    X(p q) = the point of L on p q
//!   ╱      ╲
//!  q₁──────r₁
//! ```
//!
//! Take coordinates along `L` (direction `d`), along a direction `u₁` in the first plane and `u₂`
//! in the second, both pointing to where the `p`'s are: `p₁ = (λ, α, 0)`, `q₁ = (μ, β, 0)`,
//! `p₂ = (λ′, 0, α′)`, `q₂ = (μ′, 0, β′)`. Then
//!
//! ```text
//! X(p₁q₁) = (λβ − μα) / (β − α)
//! det(q₁ − p₁, p₂ − p₁, q₂ − p₁) = (β − α) (β′ − α′) (X(p₁q₁) − X(p₂q₂))
//! ```
//!
//! and both factors are negative: the order of two such points on `L` is one orientation of four
//! corners, also where an `α` or a `β` is zero. Let `d` make `(d, u₁, u₂)` right-handed. That `p₂`
//! lies on the positive side of the first triangle makes that one counter-clockwise in `(d, u₁)`,
//! so `X(p₁q₁) ≤ X(p₁r₁)`; that `p₁` lies on the positive side of the second makes that one
//! clockwise in `(d, u₂)`, so `X(p₂r₂) ≤ X(p₂q₂)`. The intervals meet if
//!
//! ```text
//! X(p₁q₁) ≤ X(p₂q₂)    orient3d(p₁, q₁, p₂, q₂) ≤ 0
//! X(p₂r₂) ≤ X(p₁r₁)    orient3d(p₁, r₁, p₂, r₂) ≥ 0
//! ```
//!
//! In a common plane, two closed triangles with areas are disjoint exactly if the line of some edge
//! separates them strictly. A triangle without area is a segment.

use glam::DVec3;

use super::triangle_view::{CollapsedTriangle, TriangleView};
use super::{orient3d, projection_axis, segment_segment, segment_triangle};
use crate::exact::Sign;

/// True if two closed triangles share a point.
#[must_use]
pub fn triangles_intersect(first: [DVec3; 3], second: [DVec3; 3]) -> bool {
    let [a, b, c] = second;
    let first_heights = first.map(|p| orient3d(a, b, c, p));
    if all_on_one_side(first_heights) {
        return false;
    }
    let [a, b, c] = first;
    let second_heights = second.map(|p| orient3d(a, b, c, p));
    if all_on_one_side(second_heights) {
        return false;
    }
    if first_heights == [Sign::Zero; 3] || second_heights == [Sign::Zero; 3] {
        return coplanar_or_collapsed(first, second);
    }

    let (apex, first_side) = lone_corner(first_heights);
    let [p1, mut q1, mut r1] = turned(first, apex);
    let (apex, second_side) = lone_corner(second_heights);
    let [p2, mut q2, mut r2] = turned(second, apex);
    // Turning a triangle over swaps the sides of its plane, on which the other's lone corner lies.
    if first_side == Sign::Negative {
        (q2, r2) = (r2, q2);
    }
    if second_side == Sign::Negative {
        (q1, r1) = (r1, q1);
    }
    orient3d(p1, q1, p2, q2) != Sign::Positive && orient3d(p1, r1, p2, r2) != Sign::Negative
}

#[inline]
fn all_on_one_side(signs: [Sign; 3]) -> bool {
    !signs[0].is_zero() && signs[0] == signs[1] && signs[1] == signs[2]
}

/// The corner that is alone on its side, and which side that is.
///
/// A lone zero counts as on the side opposite to the other two. The signs must not be all equal.
#[inline]
fn lone_corner(signs: [Sign; 3]) -> (usize, Sign) {
    let count = |side: Sign| signs.iter().filter(|&&s| s == side).count();
    let first_of = |side: Sign| signs.iter().position(|&s| s == side).unwrap_or(0);
    if count(Sign::Positive) == 1 {
        (first_of(Sign::Positive), Sign::Positive)
    } else if count(Sign::Negative) == 1 {
        (first_of(Sign::Negative), Sign::Negative)
    } else if count(Sign::Positive) == 0 {
        (first_of(Sign::Zero), Sign::Positive)
    } else {
        (first_of(Sign::Zero), Sign::Negative)
    }
}

/// The corners in the same cycle, from `apex` on.
#[inline]
fn turned(triangle: [DVec3; 3], apex: usize) -> [DVec3; 3] {
    [triangle[apex], triangle[(apex + 1) % 3], triangle[(apex + 2) % 3]]
}

#[cold]
fn coplanar_or_collapsed(first: [DVec3; 3], second: [DVec3; 3]) -> bool {
    let collapses = [first, second].map(|triangle| projection_axis(triangle).is_none());
    match collapses {
        [true, true] => {
            let [a, b] = [first, second].map(|triangle| CollapsedTriangle::of(triangle).segment);
            segment_segment(a, b).intersects()
        }
        [true, false] => {
            segment_triangle(CollapsedTriangle::of(first).segment, second).intersects()
        }
        [false, true] => {
            segment_triangle(CollapsedTriangle::of(second).segment, first).intersects()
        }
        [false, false] => !separated(first, second) && !separated(second, first),
    }
}

/// True if an edge of the first triangle separates it strictly from the second, in their common
/// plane.
fn separated(first: [DVec3; 3], second: [DVec3; 3]) -> bool {
    let Some(view) = TriangleView::of(first) else { return false };
    let inner = view.orientation();
    let outside = second.map(|p| view.sides(view.axis.project(p)).map(|side| side == -inner));
    (0..3).any(|edge| outside.iter().all(|sides| sides[edge]))
}
