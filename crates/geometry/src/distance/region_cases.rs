//! Which weights are free in which region.
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
/// The region is held fixed: on `Face` this is the distance to the plane, on `Edge(i)` to the line through
/// the edge, on `Vertex(i)` to the corner, wherever the nearest point then lies. Take it from
/// [`closest`](crate::closest) to have the distance to the triangle itself. A face without area counts as
/// the line through its longer edge at `x₀`, an edge without length as its first corner.
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
            let (i, j) = (i % 3, (i + 1) % 3);
            let corners = [x0, x1, x2];
            let fit = Projection::onto_line(p - corners[i], corners[i] - corners[j]);
            on_line(&fit, [1.0, -1.0], [0, 1 + i, 1 + j])
        }
        PointTriangleRegion::Vertex(i) => between_points(p - [x0, x1, x2][i % 3], [0, 1 + i % 3]),
    }
}

/// The squared distance of two segments, `points = [a₀, a₁, b₀, b₁]`, in one region.
///
/// The region is held fixed: with both nearest points in the interior this is the distance of two lines,
/// with one at an end that of a point and a line, with two at ends that of two points, wherever the nearest
/// points then lie. Take it from [`closest`](crate::closest) to have the distance of the segments
/// themselves. Parallel lines have the distance of the longer one and the first end of the other; a segment
/// without length counts as its first end.
#[must_use]
#[inline]
pub fn segment_segment(points: [DVec3; 4], region: SegmentSegmentRegion) -> SquaredDistance {
    use PointSegmentRegion::Interior;
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
            let i = end(a);
            let fit = Projection::onto_line(points[i] - b0, b0 - b1);
            on_line(&fit, [1.0, -1.0], [i, 2, 3])
        }
        (Interior, b) => {
            let j = 2 + end(b);
            let fit = Projection::onto_line(a0 - points[j], a1 - a0);
            on_line(&fit, [-1.0, 1.0], [j, 0, 1])
        }
        (a, b) => {
            let (i, j) = (end(a), 2 + end(b));
            between_points(points[i] - points[j], [i, j])
        }
    }
}

/// Which end a region other than the interior names.
fn end(region: PointSegmentRegion) -> usize {
    usize::from(region == PointSegmentRegion::End)
}

/// Point `p` against the line from `x` to `y`, which have the given places among the four points.
///
/// `signs` are those of the point and of the line: 1 for what lies on the first feature.
#[inline]
fn on_line(fit: &Projection, signs: [f64; 2], [p, x, y]: [usize; 3]) -> SquaredDistance {
    let [u, _] = fit.u;
    let mut weights = [0.0; 4];
    let mut responses = [[DVec3::ZERO; 2]; 4];
    let mut place = |slot: usize, weight: f64, shift: DVec3| {
        weights[slot] = weight;
        responses[slot][0] = weight * fit.tangents[0] + shift;
    };
    place(p, signs[0], DVec3::ZERO);
    place(x, signs[1] * (1.0 - u), -signs[1] * fit.first);
    place(y, signs[1] * u, signs[1] * fit.first);
    SquaredDistance { weights, separation: fit.separation, responses }
}

/// Two points at the given places among the four; no weight is free.
#[inline]
fn between_points(separation: DVec3, [first, second]: [usize; 2]) -> SquaredDistance {
    let mut weights = [0.0; 4];
    weights[first] = 1.0;
    weights[second] = -1.0;
    SquaredDistance { weights, separation, responses: [[DVec3::ZERO; 2]; 4] }
}
