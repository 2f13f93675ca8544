//! Points on a closed triangle.
//!
//! In its plane, a point lies in a triangle exactly if it is on no two different sides of the three
//! edges taken in a cycle. A zero says on which edge it lies, two zeros at which corner. All three
//! cannot be on the outer side: the three areas add up to that of the triangle.

use glam::{DVec2, DVec3};

use super::lines::{compare_along, point_on_segment};
use super::{Axis, orient2d, orient3d, projection_axis};
use crate::exact::Sign;

/// The part of a closed triangle on which a point lies.
///
/// Edge `i` runs from corner `i` to corner `i + 1`, in a cycle. A triangle without area has no
/// interior: a point of it is at the first corner that equals it, or else on the longest edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnTriangle {
    /// Inside, on no edge.
    Interior,
    /// On an edge, at no corner.
    Edge(usize),
    /// At a corner.
    Corner(usize),
}

impl OnTriangle {
    /// From the sides of the three edges on which a point of the plane lies; `None` outside.
    #[inline]
    pub(super) fn from_sides(sides: [Sign; 3]) -> Option<Self> {
        if sides.contains(&Sign::Positive) && sides.contains(&Sign::Negative) {
            return None;
        }
        Some(match sides.map(Sign::is_zero) {
            [false, false, false] => Self::Interior,
            [true, false, false] => Self::Edge(0),
            [false, true, false] => Self::Edge(1),
            [false, false, true] => Self::Edge(2),
            [true, _, true] => Self::Corner(0),
            [true, true, _] => Self::Corner(1),
            [_, true, true] => Self::Corner(2),
        })
    }
}

/// Locates a point on a closed triangle; `None` if it is not on it.
#[must_use]
pub fn point_on_triangle(point: DVec3, triangle: [DVec3; 3]) -> Option<OnTriangle> {
    let [a, b, c] = triangle;
    if !orient3d(a, b, c, point).is_zero() {
        return None;
    }
    match TriangleView::of(triangle) {
        Some(view) => view.locate(view.axis.project(point)),
        None => CollapsedTriangle::of(triangle).locate(point),
    }
}

/// A triangle with an area, seen along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriangleView {
    pub(super) axis: Axis,
    pub(super) corners: [DVec2; 3],
}

impl TriangleView {
    /// `None` if the triangle has no area.
    pub(super) fn of(triangle: [DVec3; 3]) -> Option<Self> {
        let axis = projection_axis(triangle)?;
        Some(Self { axis, corners: triangle.map(|corner| axis.project(corner)) })
    }

    /// Positive if the corners turn counter-clockwise in this view; never zero.
    pub(super) fn orientation(&self) -> Sign {
        let [a, b, c] = self.corners;
        orient2d(a, b, c)
    }

    /// The sides of the three edges on which a point of the triangle's plane lies.
    #[inline]
    pub(super) fn sides(&self, point: DVec2) -> [Sign; 3] {
        let [a, b, c] = self.corners;
        [orient2d(a, b, point), orient2d(b, c, point), orient2d(c, a, point)]
    }

    /// Locates a point of the plane on the triangle.
    pub(super) fn locate(&self, point: DVec2) -> Option<OnTriangle> {
        OnTriangle::from_sides(self.sides(point))
    }
}

/// A triangle without area: the segment or point that it covers.
#[derive(Clone, Copy, Debug)]
pub(super) struct CollapsedTriangle {
    corners: [DVec3; 3],
    /// The segment that it covers; the same point twice if it is one.
    pub(super) segment: [DVec3; 2],
    /// The edge between the ends of `segment`.
    longest_edge: usize,
}

impl CollapsedTriangle {
    /// The triangle's corners must lie on one line.
    pub(super) fn of(corners: [DVec3; 3]) -> Self {
        let span = |edge: usize| {
            let [p, q] = [corners[edge], corners[(edge + 1) % 3]];
            if compare_along(p, q).is_le() { [p, q] } else { [q, p] }
        };
        let covers = |[p, q]: [DVec3; 2]| {
            corners.iter().all(|&c| compare_along(p, c).is_le() && compare_along(c, q).is_le())
        };
        let longest_edge = (0..3).find(|&edge| covers(span(edge))).unwrap_or(0);
        Self { corners, segment: span(longest_edge), longest_edge }
    }

    /// Locates a point on the triangle.
    pub(super) fn locate(&self, point: DVec3) -> Option<OnTriangle> {
        let corner = self.corners.iter().position(|&corner| corner == point);
        corner.map(OnTriangle::Corner).or_else(|| {
            point_on_segment(point, self.segment).map(|_| OnTriangle::Edge(self.longest_edge))
        })
    }

    /// Locates on the triangle its only common point with a segment.
    pub(super) fn locate_common_point(&self, segment: [DVec3; 2]) -> OnTriangle {
        let on_segment = |&corner: &DVec3| point_on_segment(corner, segment).is_some();
        let corner = self.corners.iter().position(on_segment);
        corner.map_or(OnTriangle::Edge(self.longest_edge), OnTriangle::Corner)
    }
}
