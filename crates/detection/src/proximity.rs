//! Proximities: pairs that are close, or will be soon.

use glam::DVec3;
use ripstop_geometry::{MovingPoint, PairKind, separation};
use ripstop_narrow::{
    Proximity, Sides, edge_edge_proximity, vertex_face_proximity, vertex_face_ray_cast,
};

/// Four points of a pair at the times of [`Instants`](ripstop_response::Instants); most pairs need
/// only one.
pub(crate) struct PairInstants<S, B, L> {
    pub(crate) start: S,
    pub(crate) before: B,
    pub(crate) now: [DVec3; 4],
    pub(crate) soon: L,
}

/// Proximity of a pair that is closer than `reach` (m) now or soon.
///
/// A pair that is farther apart now than its points have moved against each other since the start,
/// which is free of crossings, cannot have passed: its direction is that of the closest points. The
/// others need a side.
#[inline]
pub(crate) fn proximity(
    kind: PairKind,
    instants: &PairInstants<
        impl Fn() -> [DVec3; 4],
        impl Fn() -> [DVec3; 4],
        impl Fn() -> [DVec3; 4],
    >,
    sides: Sides,
    reach: f64,
) -> Option<Proximity> {
    let now = instants.now;
    let weights = match kind {
        PairKind::VertexFace => kind.closest_weights(now),
        PairKind::EdgeEdge => interior_weights(now)?,
    };
    let between = separation(weights, now);
    let start = (instants.start)();
    let moved_squared = relative_motion_squared(kind, start, now);
    let found = if between.length_squared() > moved_squared {
        let distance = between.length();
        Proximity { weights, normal: between / distance, distance }
    } else {
        let was_near = kind.distance_squared(start) <= 4.0 * reach * reach;
        sided_proximity(kind, if was_near { start } else { (instants.before)() }, now, sides)?
    };
    let later = || separation(found.weights, (instants.soon)()).dot(found.normal);
    (found.distance <= reach || later() <= reach).then_some(found)
}

/// Signed weights of the closest points of two edges, if these lie inside both and the edges are
/// not nearly parallel.
///
/// With `u`, `v` along the edges and `w` from the start of the second to that of the first, the
/// closest points of the lines are at `s` and `t`:
///
/// ```text
/// D = u² v² − (u·v)²      s D = (u·v)(v·w) − v² (u·w)      t D = u² (v·w) − (u·v)(u·w)
/// ```
///
/// Edges whose closest points are ends are left to vertex–face pairs. Edges that enclose less than
/// 6° pass each other only together with a vertex that passes a face, and the direction between
/// them says nothing about sides.
#[inline]
fn interior_weights([p, q, r, s]: [DVec3; 4]) -> Option<[f64; 4]> {
    const SIN_SQUARED: f64 = 0.01;
    let (u, v, w) = (q - p, s - r, p - r);
    let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
    let (uw, vw) = (u.dot(w), v.dot(w));
    let determinant = uu * vv - uv * uv;
    let (along_a, along_b) = (uv * vw - vv * uw, uu * vw - uv * uw);
    let inside = |x: f64| x > 0.0 && x < determinant;
    if determinant <= SIN_SQUARED * uu * vv || !inside(along_a) || !inside(along_b) {
        return None;
    }
    let (a, b) = (along_a / determinant, along_b / determinant);
    Some([1.0 - a, a, b - 1.0, -b])
}

/// Proximity on the side of the start if the pair was near then. If it was not, the start says
/// little (a vertex that slides over a ball was behind the plane of the face that it comes to), and
/// the side just before counts.
fn sided_proximity(
    kind: PairKind,
    reference: [DVec3; 4],
    now: [DVec3; 4],
    sides: Sides,
) -> Option<Proximity> {
    let [p, q, r, s] = std::array::from_fn(|i| MovingPoint { start: reference[i], end: now[i] });
    match kind {
        PairKind::VertexFace => ray_proximity(p, [q, r, s], sides)
            .or_else(|| vertex_face_proximity(p, [q, r, s], f64::INFINITY, sides)),
        PairKind::EdgeEdge => edge_edge_proximity([p, q], [r, s], f64::INFINITY),
    }
}

/// Proximity of a vertex that has passed through a face: it belongs to the point where it went
/// through, not to the one that is closest by now, which for a fast vertex is anywhere.
fn ray_proximity(vertex: MovingPoint, face: [MovingPoint; 3], sides: Sides) -> Option<Proximity> {
    let hit = vertex_face_ray_cast(vertex, face)?;
    let [a, b, c] = face.map(|corner| corner.end);
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let from_front = hit.normal.dot(normal) >= 0.0;
    let can_be_touched = match sides {
        Sides::Both => true,
        Sides::Outer => from_front,
        Sides::Inner => !from_front,
    };
    if normal == DVec3::ZERO || !can_be_touched {
        return None;
    }
    let normal = if from_front { normal } else { -normal };
    let [u, v, w] = hit.weights;
    let weights = [1.0, -u, -v, -w];
    let distance = separation(weights, [vertex.end, a, b, c]).dot(normal);
    (distance < 0.0).then_some(Proximity { weights, normal, distance })
}

/// Largest displacement of a vertex of the first primitive relative to one of the second, squared
/// (m²).
#[inline]
fn relative_motion_squared(kind: PairKind, start: [DVec3; 4], end: [DVec3; 4]) -> f64 {
    let [a, b, c, d]: [DVec3; 4] = std::array::from_fn(|i| end[i] - start[i]);
    let against = |x: DVec3, y: DVec3| (x - y).length_squared();
    match kind {
        PairKind::VertexFace => against(a, b).max(against(a, c)).max(against(a, d)),
        PairKind::EdgeEdge => {
            against(a, c).max(against(a, d)).max(against(b, c)).max(against(b, d))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fast_vertex_belongs_to_where_it_went_through() {
        let face = [DVec3::ZERO, DVec3::X, DVec3::Y].map(MovingPoint::at_rest);
        let through =
            MovingPoint { start: DVec3::new(0.2, 0.2, 0.1), end: DVec3::new(0.2, 0.9, -0.6) };
        let found = ray_proximity(through, face, Sides::Both).unwrap();
        let expected = [1.0, -0.5, -0.2, -0.3];
        let error = found.weights.iter().zip(expected).map(|(a, b)| (a - b).abs());
        assert!(error.fold(0.0, f64::max) < 1e-15, "{found:?}");
        assert_eq!((found.normal, found.distance), (DVec3::Z, -0.6));
        let back = MovingPoint { start: through.end, end: through.start };
        assert_eq!(ray_proximity(back, face, Sides::Both).unwrap().normal, -DVec3::Z);
        assert_eq!(ray_proximity(back, face, Sides::Outer), None);
        assert_eq!(ray_proximity(back, face, Sides::Inner).unwrap().normal, -DVec3::Z);
        assert_eq!(ray_proximity(through, face, Sides::Inner), None);
        let short = MovingPoint { end: DVec3::new(0.2, 0.2, 0.01), ..through };
        assert_eq!(ray_proximity(short, face, Sides::Both), None);
    }

    /// Against the closest points of segments, on the directions and offsets of a small lattice.
    #[test]
    fn crossing_edges_have_the_weights_of_their_closest_points() {
        let value = |i: usize, k: usize| ((i * (2 * k + 3) + 7 * k) % 11) as f64 / 11.0 - 0.45;
        let point = |i: usize, k: usize| {
            DVec3::new(value(i, k), value(i / 11 + k, k + 4), 0.3 * value(i / 121, k + 8))
        };
        let mut crossing = 0;
        for i in 0..20_000 {
            let [p, q, r, s]: [DVec3; 4] = std::array::from_fn(|k| point(i * 7 + k * k, k));
            let Some(weights) = interior_weights([p, q, r, s]) else { continue };
            crossing += 1;
            let closest = PairKind::EdgeEdge.closest_weights([p, q, r, s]);
            let error = weights.iter().zip(closest).map(|(x, y)| (x - y).abs());
            assert!(error.fold(0.0, f64::max) < 1e-12, "{i}");
        }
        assert!(crossing > 500, "{crossing}");
    }
}
