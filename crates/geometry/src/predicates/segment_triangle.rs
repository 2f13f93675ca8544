//! A closed segment and a closed triangle in space.
//!
//! Let `h(p)` be the side of the triangle's plane on which `p` lies. For a triangle with an area
//! and a segment `p q`:
//!
//! ```text
//! h(p) = h(q) ≠ 0             disjoint
//! h(p) = −h(q) ≠ 0            the line pierces the plane once, inside the segment; where, say
//!                             the sides orient3d(p, q, cᵢ, cᵢ₊₁) of the three edges
//! one of them 0               that end point, located in the plane
//! both 0                      coplanar: a problem in 2D
//! ```
//!
//! In the coplanar case the common part is a segment, perhaps a single point. Each of its ends is
//! an end of `p q`, or a point inside `p q` on the boundary: inside an edge that `p q` crosses, or
//! at a corner. So it has a positive length if `p` or `q` lies strictly inside, or an edge is
//! crossed, or at least two of `p`, `q` and the corners inside `p q` are boundary points of the
//! common part; it is a point if there is one of them, and empty if there is none.

use glam::{DVec2, DVec3};

use super::lines::{OnSegment, point_on_segment_2d};
use super::triangle_view::{CollapsedTriangle, OnTriangle, TriangleView};
use super::{SegmentSegment, orient2d, orient3d, segment_segment};
use crate::exact::Sign;

/// The intersection of a closed segment and a closed triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SegmentTriangle {
    /// Nothing.
    Disjoint,
    /// One point. It is a proper piercing if it is interior to both.
    Point {
        /// The part of the segment on which the point lies.
        segment: OnSegment,
        /// The part of the triangle on which the point lies.
        triangle: OnTriangle,
    },
    /// A segment with a positive length: they are coplanar, or the triangle has no area.
    Overlap,
}

impl SegmentTriangle {
    /// True if they share a point.
    #[must_use]
    #[inline]
    pub fn intersects(self) -> bool {
        self != Self::Disjoint
    }
}

/// Intersects a closed segment and a closed triangle.
#[must_use]
pub fn segment_triangle(segment: [DVec3; 2], triangle: [DVec3; 3]) -> SegmentTriangle {
    let [a, b, c] = triangle;
    let heights = segment.map(|p| orient3d(a, b, c, p));
    if heights[0] == heights[1] && !heights[0].is_zero() {
        return SegmentTriangle::Disjoint;
    }
    if !heights.contains(&Sign::Zero) {
        let [p, q] = segment;
        let sides = [orient3d(p, q, a, b), orient3d(p, q, b, c), orient3d(p, q, c, a)];
        return common_point(OnSegment::Interior, OnTriangle::from_sides(sides));
    }
    let Some(view) = TriangleView::of(triangle) else {
        return with_collapsed(segment, &CollapsedTriangle::of(triangle));
    };
    let [p, q] = segment.map(|p| view.axis.project(p));
    match heights {
        [Sign::Zero, Sign::Zero] => coplanar([p, q], &view),
        [Sign::Zero, _] => common_point(OnSegment::Start, view.locate(p)),
        _ => common_point(OnSegment::End, view.locate(q)),
    }
}

fn common_point(segment: OnSegment, triangle: Option<OnTriangle>) -> SegmentTriangle {
    triangle
        .map_or(SegmentTriangle::Disjoint, |triangle| SegmentTriangle::Point { segment, triangle })
}

/// A segment in the plane of a triangle.
fn coplanar(segment: [DVec2; 2], view: &TriangleView) -> SegmentTriangle {
    let [p, q] = segment;
    let sides = segment.map(|end| view.sides(end));
    let places = sides.map(OnTriangle::from_sides);
    if p == q {
        return common_point(OnSegment::Start, places[0]);
    }
    if places.contains(&Some(OnTriangle::Interior)) {
        return SegmentTriangle::Overlap;
    }
    let corner_sides = view.corners.map(|corner| orient2d(p, q, corner));
    let opposite = |s: Sign, t: Sign| s * t == Sign::Negative;
    let crosses = |edge: usize| {
        opposite(sides[0][edge], sides[1][edge])
            && opposite(corner_sides[edge], corner_sides[(edge + 1) % 3])
    };
    if (0..3).any(crosses) {
        return SegmentTriangle::Overlap;
    }

    let ends = [OnSegment::Start, OnSegment::End].into_iter().zip(places);
    let ends = ends.filter_map(|(end, place)| place.map(|place| (end, place)));
    let corners = (0..3).filter(|&corner| {
        corner_sides[corner].is_zero()
            && point_on_segment_2d(view.corners[corner], segment) == Some(OnSegment::Interior)
    });
    let corners = corners.map(|corner| (OnSegment::Interior, OnTriangle::Corner(corner)));
    let mut touched = ends.chain(corners);
    match (touched.next(), touched.next()) {
        (Some(_), Some(_)) => SegmentTriangle::Overlap,
        (Some((segment, triangle)), None) => SegmentTriangle::Point { segment, triangle },
        _ => SegmentTriangle::Disjoint,
    }
}

/// A segment and a triangle without area.
fn with_collapsed(segment: [DVec3; 2], triangle: &CollapsedTriangle) -> SegmentTriangle {
    let on_segment = match segment_segment(segment, triangle.segment) {
        SegmentSegment::Disjoint => return SegmentTriangle::Disjoint,
        SegmentSegment::Overlapping { .. } | SegmentSegment::Identical => {
            return SegmentTriangle::Overlap;
        }
        SegmentSegment::Crossing => OnSegment::Interior,
        SegmentSegment::Touching { a, .. } | SegmentSegment::Abutting { a, .. } => a,
    };
    SegmentTriangle::Point { segment: on_segment, triangle: triangle.locate_common_point(segment) }
}
