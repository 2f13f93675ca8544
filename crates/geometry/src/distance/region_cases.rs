//! The free weights of each region.
//!
//! ```text
//! point–triangle    w = p − x₀,  e₁ = x₀ − x₁,  e₂ = x₀ − x₂      weights  1, u₁+u₂−1, −u₁, −u₂
//! segment–segment   w = a₀ − b₀, e₁ = a₁ − a₀,  e₂ = b₀ − b₁      weights  1−u₁, u₁, u₂−1, −u₂
//! ```
//!
//! On an edge one of the weights stays, at a corner none does.

use glam::DVec3;

use super::SquaredDistance;
use super::projection::Projection;
use crate::closest::{PointSegmentRegion, PointTriangleRegion, SegmentSegmentRegion};

/// The squared distance of a point and a triangle, `points = [p, x₀, x₁, x₂]`, in one region.
///
/// The region is held fixed: on `Face` this is the distance to the plane, on `Edge(i)` to the line
/// through the edge, on `Vertex(i)` to the corner, wherever the nearest point then lies. Take it
/// from [`closest`](crate::closest) to have the distance to the triangle itself. A face without
/// area counts as the line through its longer edge at `x₀`, an edge without length as its first
/// corner.
#[must_use]
#[inline]
pub fn point_triangle(points: [DVec3; 4], region: PointTriangleRegion) -> SquaredDistance {
    let [p, x0, x1, x2] = points;
    match region {
        PointTriangleRegion::Face => {
            let fit = Projection::onto_plane(p - x0, x0 - x1, x0 - x2);
            let [u1, u2] = fit.u;
            SquaredDistance {
                weights: [1.0, u1 + u2 - 1.0, -u1, -u2],
                separation: fit.separation,
                responses: [
                    fit.tangents,
                    fit.response(u1 + u2 - 1.0, [fit.first, fit.mixed + fit.second]),
                    fit.response(-u1, [-fit.first, -fit.mixed]),
                    fit.response(-u2, [DVec3::ZERO, -fit.second]),
                ],
            }
        }
        PointTriangleRegion::Edge(i) => {
            let [x, y] = match i % 3 {
                0 => [x0, x1],
                1 => [x1, x2],
                _ => [x2, x0],
            };
            let fit = Projection::onto_line(p - x, x - y);
            let [p, x, y] = point_and_line(&fit, [1.0, -1.0]);
            let corners = match i % 3 {
                0 => [x, y, Share::NONE],
                1 => [Share::NONE, x, y],
                _ => [y, Share::NONE, x],
            };
            shared(fit.separation, [p, corners[0], corners[1], corners[2]])
        }
        PointTriangleRegion::Vertex(i) => between_points(p - [x0, x1, x2][i % 3], [0, 1 + i % 3]),
    }
}

/// The squared distance of two segments, `points = [a₀, a₁, b₀, b₁]`, in one region.
///
/// The region is held fixed: with both nearest points in the interior this is the distance of two
/// lines, with one at an end that of a point and a line, with two at ends that of two points,
/// wherever the nearest points then lie. Take it from [`closest`](crate::closest) to have the
/// distance of the segments themselves. Parallel lines have the distance of the longer one and the
/// first end of the other; a segment without length counts as its first end.
#[must_use]
#[inline]
pub fn segment_segment(points: [DVec3; 4], region: SegmentSegmentRegion) -> SquaredDistance {
    use PointSegmentRegion::{Interior, Start};
    let [a0, a1, b0, b1] = points;
    match (region.a, region.b) {
        (Interior, Interior) => {
            let fit = Projection::onto_plane(a0 - b0, a1 - a0, b0 - b1);
            let [u1, u2] = fit.u;
            SquaredDistance {
                weights: [1.0 - u1, u1, u2 - 1.0, -u2],
                separation: fit.separation,
                responses: [
                    fit.response(1.0 - u1, [-fit.first, -fit.mixed]),
                    fit.response(u1, [fit.first, fit.mixed]),
                    fit.response(u2 - 1.0, [DVec3::ZERO, fit.second]),
                    fit.response(-u2, [DVec3::ZERO, -fit.second]),
                ],
            }
        }
        (a, Interior) => {
            let fit = Projection::onto_line(points[end(a)] - b0, b0 - b1);
            let [p, x, y] = point_and_line(&fit, [1.0, -1.0]);
            let ends = if a == Start { [p, Share::NONE] } else { [Share::NONE, p] };
            shared(fit.separation, [ends[0], ends[1], x, y])
        }
        (Interior, b) => {
            let fit = Projection::onto_line(a0 - points[2 + end(b)], a1 - a0);
            let [p, x, y] = point_and_line(&fit, [-1.0, 1.0]);
            let ends = if b == Start { [p, Share::NONE] } else { [Share::NONE, p] };
            shared(fit.separation, [x, y, ends[0], ends[1]])
        }
        (a, b) => {
            let (i, j) = (end(a), 2 + end(b));
            between_points(points[i] - points[j], [i, j])
        }
    }
}

/// The end that a region other than the interior names.
fn end(region: PointSegmentRegion) -> usize {
    usize::from(region == PointSegmentRegion::End)
}

/// Term of one point in the distance to a line: its weight and its response along the line.
#[derive(Clone, Copy)]
struct Share {
    weight: f64,
    response: DVec3,
}

impl Share {
    /// The term of a point that does not take part.
    const NONE: Self = Self { weight: 0.0, response: DVec3::ZERO };
}

/// The terms of a point and of the two points of a line.
///
/// `signs` are those of the point and of the line: 1 for what lies on the first feature, −1 for the
/// second.
#[inline]
fn point_and_line(fit: &Projection, [of_point, of_line]: [f64; 2]) -> [Share; 3] {
    let share =
        |weight: f64, shift: DVec3| Share { weight, response: weight * fit.tangents[0] + shift };
    let [u, _] = fit.u;
    let shift = of_line * fit.first;
    [share(of_point, DVec3::ZERO), share(of_line * (1.0 - u), -shift), share(of_line * u, shift)]
}

/// One free weight: there is no response along a second tangent.
#[inline]
fn shared(separation: DVec3, shares: [Share; 4]) -> SquaredDistance {
    SquaredDistance {
        weights: shares.map(|share| share.weight),
        separation,
        responses: shares.map(|share| [share.response, DVec3::ZERO]),
    }
}

/// Two points at the given places among the four; no weight is free.
#[inline]
fn between_points(separation: DVec3, [first, second]: [usize; 2]) -> SquaredDistance {
    let mut weights = [0.0; 4];
    weights[first] = 1.0;
    weights[second] = -1.0;
    SquaredDistance { weights, separation, responses: [[DVec3::ZERO; 2]; 4] }
}
