//! Pairs that are close, or will be in a moment.
//!
//! Whether a pair is worth a look is decided by differences alone: along each axis, from the positions now to
//! those in a moment. What moves along with the other feature does not matter, however fast both are.

use glam::DVec3;
use ripstop_geometry::closest::{point_triangle, segment_segment};
use ripstop_geometry::{Candidate, MovingPoint, separation};
use ripstop_narrow::{Proximity, Sides, edge_edge_proximity, vertex_face_proximity};

/// Squared distance of the two features of a pair (m²).
pub(crate) fn distance_squared(candidate: Candidate, [p, q, r, s]: [DVec3; 4]) -> f64 {
    match candidate {
        Candidate::VertexFace { .. } => point_triangle(p, [q, r, s]).distance_squared,
        Candidate::EdgeEdge { .. } => segment_segment([p, q], [r, s]).distance_squared,
    }
}

/// Four points of a pair at the times of [`Instants`](ripstop_response::Instants).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    pub(crate) start: [DVec3; 4],
    pub(crate) before: [DVec3; 4],
    pub(crate) now: [DVec3; 4],
    pub(crate) soon: [DVec3; 4],
}

/// The proximity of a pair that is closer than `reach` (m) now or in a moment.
///
/// Its side is that of the start if the pair was near then: the start is free of crossings. If it was not, where
/// it was says little (a vertex that slides over a ball was behind the plane of the face that it comes to), and
/// the side of a moment ago counts.
pub(crate) fn proximity(
    candidate: Candidate,
    moments: &Moments,
    sides: Sides,
    reach: f64,
) -> Option<Proximity> {
    let Moments { start, before, now, soon } = *moments;
    if apart_along_an_axis(candidate, now, soon, reach) {
        return None;
    }
    let was_near = distance_squared(candidate, start) <= 4.0 * reach * reach;
    let reference = if was_near { start } else { before };
    let [p, q, r, s] = std::array::from_fn(|i| MovingPoint { start: reference[i], end: now[i] });
    let found = match candidate {
        Candidate::VertexFace { .. } => vertex_face_proximity(p, [q, r, s], f64::INFINITY, sides),
        Candidate::EdgeEdge { .. } if nearly_parallel(now) => None,
        Candidate::EdgeEdge { .. } => edge_edge_proximity([p, q], [r, s], f64::INFINITY),
    }?;
    let later = separation(found.weights, soon).dot(found.normal);
    (found.distance.min(later) <= reach).then_some(found)
}

/// Whether two edges enclose less than 6°. Such edges pass each other only together with a vertex that passes
/// a face, and the direction between them says nothing about sides.
fn nearly_parallel([p, q, r, s]: [DVec3; 4]) -> bool {
    const SIN_SQUARED: f64 = 0.01;
    let (a, b) = (q - p, s - r);
    a.cross(b).length_squared() <= SIN_SQUARED * (a.length_squared() * b.length_squared())
}

/// Whether a pair can be closer than `reach` (m) somewhere on the straight way from `start` to `end`.
///
/// Points of the two features come closer by no more than their vertices move against each other:
///
/// ```text
/// d(t) ≥ d(0) − max |Δᵢ − Δⱼ|,    i of the first feature, j of the second
/// ```
pub(crate) fn may_come_near(
    candidate: Candidate,
    start: [DVec3; 4],
    end: [DVec3; 4],
    reach: f64,
) -> bool {
    if apart_along_an_axis(candidate, start, end, reach) {
        return false;
    }
    let [a, b, c, d]: [DVec3; 4] = std::array::from_fn(|i| end[i] - start[i]);
    let against = |x: DVec3, y: DVec3| (x - y).length_squared();
    let most_squared = match candidate {
        Candidate::VertexFace { .. } => against(a, b).max(against(a, c)).max(against(a, d)),
        Candidate::EdgeEdge { .. } => {
            against(a, c).max(against(a, d)).max(against(b, c)).max(against(b, d))
        }
    };
    let bound = reach + most_squared.sqrt();
    distance_squared(candidate, start) <= bound * bound
}

/// Whether the two features are more than `reach` apart along one axis at both moments, on the same side.
#[inline]
pub(crate) fn apart_along_an_axis(
    candidate: Candidate,
    first: [DVec3; 4],
    second: [DVec3; 4],
    reach: f64,
) -> bool {
    let [low, high] = match candidate {
        Candidate::VertexFace { .. } => {
            let spread = |[p, q, r, s]: [DVec3; 4]| [p - q.max(r).max(s), p - q.min(r).min(s)];
            hull(spread(first), spread(second))
        }
        Candidate::EdgeEdge { .. } => {
            let spread = |[p, q, r, s]: [DVec3; 4]| [p.min(q) - r.max(s), p.max(q) - r.min(s)];
            hull(spread(first), spread(second))
        }
    };
    (low.cmpgt(DVec3::splat(reach)) | high.cmplt(DVec3::splat(-reach))).any()
}

#[inline]
fn hull([low, high]: [DVec3; 2], [other_low, other_high]: [DVec3; 2]) -> [DVec3; 2] {
    [low.min(other_low), high.max(other_high)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ripstop_geometry::{EdgeId, FaceId, VertexId};

    const VERTEX_FACE: Candidate = Candidate::VertexFace { vertex: VertexId(0), face: FaceId(0) };
    const EDGE_EDGE: Candidate = Candidate::EdgeEdge { a: EdgeId(0), b: EdgeId(1) };

    #[test]
    fn what_moves_along_is_apart_however_fast() {
        let pair = [DVec3::splat(0.5), DVec3::ZERO, DVec3::X, DVec3::Y];
        let moved = pair.map(|x| x - 7.0 * DVec3::Z);
        assert!(apart_along_an_axis(VERTEX_FACE, pair, moved, 0.4));
        assert!(!apart_along_an_axis(VERTEX_FACE, pair, moved, 0.6));
        let mut passing = pair;
        passing[0].z = -0.5;
        assert!(!apart_along_an_axis(VERTEX_FACE, pair, passing, 0.1));
        let edges = [DVec3::ZERO, DVec3::X, DVec3::Z, DVec3::Z + DVec3::Y];
        assert!(apart_along_an_axis(EDGE_EDGE, edges, edges, 0.9));
        assert!(!apart_along_an_axis(EDGE_EDGE, edges, edges, 1.0));
    }
}
