//! Points on a line: their order, and which of them a segment holds.
//!
//! Along a line the coordinates are monotone, so the lexicographic order of `(x, y, z)` is the
//! order on the line, in one of its two directions. Comparisons of given coordinates are exact.

use std::cmp::Ordering;

use glam::{DVec2, DVec3};

use super::projection_axis;

/// The part of a closed segment on which a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnSegment {
    /// At its first end point, or on a segment without length.
    Start,
    /// At its second end point.
    End,
    /// Between the end points.
    Interior,
}

/// Locates a point on a closed segment; `None` if it is not on it.
#[must_use]
pub fn point_on_segment(point: DVec3, segment: [DVec3; 2]) -> Option<OnSegment> {
    let [a, b] = segment;
    if point == a {
        return Some(OnSegment::Start);
    }
    if point == b {
        return Some(OnSegment::End);
    }
    let in_box = a.min(b).cmple(point).all() && point.cmple(a.max(b)).all();
    (in_box && projection_axis([a, b, point]).is_none()).then_some(OnSegment::Interior)
}

/// The same in the plane.
#[must_use]
pub fn point_on_segment_2d(point: DVec2, segment: [DVec2; 2]) -> Option<OnSegment> {
    point_on_segment(point.extend(0.0), segment.map(|p| p.extend(0.0)))
}

/// The order of two points of one line; equal only for equal points.
#[inline]
pub(super) fn compare_along(a: DVec3, b: DVec3) -> Ordering {
    let axis = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    axis(a.x, b.x).then_with(|| axis(a.y, b.y)).then_with(|| axis(a.z, b.z))
}
