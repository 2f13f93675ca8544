//! Two closed segments, in the plane and in space.
//!
//! In the plane, let `s(p)` be the side of the line of `a` on which `p` lies, and `r(p)` that of
//! `b`:
//!
//! ```text
//! s(b₀) = s(b₁) ≠ 0   or   r(a₀) = r(a₁) ≠ 0       disjoint
//! s(b₀) = s(b₁) = r(a₀) = r(a₁) = 0                on one line: intervals in the order of the line
//! otherwise                                         one common point
//! ```
//!
//! The third row needs both pairs: the lines cross, the common point lies between `b₀` and `b₁`
//! because `s` changes sign or vanishes there, and likewise between `a₀` and `a₁`; it is an end
//! point exactly if the sign of that end is zero. The test `s(b₀) s(b₁) < 0` alone, which is often
//! printed, misses all touching and collinear cases. In space, four points that are not coplanar
//! have disjoint segments; else their plane is projected.

use std::cmp::Ordering;

use glam::{DVec2, DVec3};

use super::lines::{OnSegment, compare_along};
use super::{orient2d, orient3d, projection_axis};
use crate::exact::Sign;

/// The intersection of two closed segments `a` and `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SegmentSegment {
    /// Nothing.
    Disjoint,
    /// One point inside both; they are not parallel.
    Crossing,
    /// One point that is an end of at least one of them, at an angle, or with a segment without
    /// length.
    Touching {
        /// The part of `a` on which the point lies.
        a: OnSegment,
        /// The part of `b` on which the point lies.
        b: OnSegment,
    },
    /// One point, an end of both; they lie on one line, on different sides of the point.
    Abutting {
        /// The end of `a`.
        a: OnSegment,
        /// The end of `b`.
        b: OnSegment,
    },
    /// A segment with a positive length, on their common line.
    Overlapping {
        /// The end points of the common segment; of two equal ones, that of `a` is named.
        ends: [SegmentEnd; 2],
    },
    /// Everything: they have the same two end points, in either order, and a positive length.
    Identical,
}

/// An end point of one of two segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SegmentEnd {
    /// The first end point of `a`.
    A0,
    /// The second end point of `a`.
    A1,
    /// The first end point of `b`.
    B0,
    /// The second end point of `b`.
    B1,
}

impl SegmentSegment {
    /// True if the closed segments share a point.
    #[must_use]
    #[inline]
    pub fn intersects(self) -> bool {
        self != Self::Disjoint
    }
}

/// Intersects two closed segments in the plane.
#[must_use]
pub fn segment_segment_2d(a: [DVec2; 2], b: [DVec2; 2]) -> SegmentSegment {
    let sides_of_b = b.map(|p| orient2d(a[0], a[1], p));
    if same_side(sides_of_b) {
        return SegmentSegment::Disjoint;
    }
    let sides_of_a = a.map(|p| orient2d(b[0], b[1], p));
    if same_side(sides_of_a) {
        return SegmentSegment::Disjoint;
    }
    if sides_of_a == [Sign::Zero; 2] && sides_of_b == [Sign::Zero; 2] {
        return on_one_line(a.map(|p| p.extend(0.0)), b.map(|p| p.extend(0.0)));
    }
    match (where_zero(sides_of_a), where_zero(sides_of_b)) {
        (OnSegment::Interior, OnSegment::Interior) => SegmentSegment::Crossing,
        (a, b) => SegmentSegment::Touching { a, b },
    }
}

/// Intersects two closed segments in space.
#[must_use]
pub fn segment_segment(a: [DVec3; 2], b: [DVec3; 2]) -> SegmentSegment {
    if !orient3d(a[0], a[1], b[0], b[1]).is_zero() {
        return SegmentSegment::Disjoint;
    }
    // Three triples find the common plane even if one of the segments is a point.
    let triples = [[a[0], a[1], b[0]], [a[0], a[1], b[1]], [b[0], b[1], a[0]]];
    match triples.into_iter().find_map(projection_axis) {
        Some(axis) => segment_segment_2d(a.map(|p| axis.project(p)), b.map(|p| axis.project(p))),
        None => on_one_line(a, b),
    }
}

/// True if both ends lie strictly on one side.
#[inline]
fn same_side(sides: [Sign; 2]) -> bool {
    sides[0] == sides[1] && !sides[0].is_zero()
}

/// The part of a segment on which the sign of a linear function changes, given its signs at the
/// ends.
#[inline]
fn where_zero(signs: [Sign; 2]) -> OnSegment {
    match signs {
        [Sign::Zero, _] => OnSegment::Start,
        [_, Sign::Zero] => OnSegment::End,
        _ => OnSegment::Interior,
    }
}

/// Two segments on one line, or two points.
fn on_one_line(a: [DVec3; 2], b: [DVec3; 2]) -> SegmentSegment {
    let in_order = |ends: [(DVec3, SegmentEnd); 2]| {
        let [first, second] = ends;
        if compare_along(first.0, second.0).is_le() { ends } else { [second, first] }
    };
    let [a_low, a_high] = in_order([(a[0], SegmentEnd::A0), (a[1], SegmentEnd::A1)]);
    let [b_low, b_high] = in_order([(b[0], SegmentEnd::B0), (b[1], SegmentEnd::B1)]);
    if (a_low.0, a_high.0) == (b_low.0, b_high.0) && a[0] != a[1] {
        return SegmentSegment::Identical;
    }
    let low = if compare_along(a_low.0, b_low.0).is_ge() { a_low } else { b_low };
    let high = if compare_along(a_high.0, b_high.0).is_le() { a_high } else { b_high };
    match compare_along(low.0, high.0) {
        Ordering::Greater => SegmentSegment::Disjoint,
        Ordering::Less => SegmentSegment::Overlapping { ends: [low.1, high.1] },
        Ordering::Equal => {
            let [on_a, on_b] = [a, b].map(|ends| match low.0 {
                p if p == ends[0] => OnSegment::Start,
                p if p == ends[1] => OnSegment::End,
                _ => OnSegment::Interior,
            });
            if a[0] == a[1] || b[0] == b[1] {
                SegmentSegment::Touching { a: on_a, b: on_b }
            } else {
                SegmentSegment::Abutting { a: on_a, b: on_b }
            }
        }
    }
}
