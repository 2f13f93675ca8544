//! How the length of a contour changes when its two surfaces are moved apart [Volino 2006].
//!
//! An edge with unit direction `E` pierces a face with unit normal `N` in `p`. If the edge is moved by `δ` and the face by `−δ`, the point goes to
//!
//! ```text
//! dp = δ − 2 (N · δ) / (E · N) E            in the face's plane again, on the edge's line
//! ```
//!
//! The contour is a polygon of such points. With `Rᵢ` the unit directions from `p` to its one or two neighbours on the contour, its length changes by
//! `−Σᵢ Rᵢ · dp` at each point, so
//!
//! ```text
//! −dL = G · δ      G = Σᵢ (Rᵢ − 2 (E · Rᵢ) / (E · N) N)
//! ```
//!
//! A point whose edge is on the second strand moves the other way. Summed over a contour, `g = Σ₁ G − Σ₂ G` is the direction in which the first
//! surface has to move, and the second against it, for the contour to shrink fastest. `G` alone vanishes on an interior edge between coplanar faces: then
//! only the ends of a contour feel anything, and a shared direction is what moves the rest.
//!
//! `E · N → 0` is bounded: an edge almost in the face's plane says nothing about direction.

use glam::DVec3;
use ripstop_geometry::CollisionMesh;
use ripstop_geometry::crossing::Strand;

use super::curve::Curve;

/// Least sine of the angle between an edge and a face that is divided by.
const LEAST_SINE: f64 = 0.1;

/// `G` of every point of a curve.
pub(crate) fn point_gradients(
    curve: &Curve,
    mesh: &CollisionMesh,
    positions: &[DVec3],
) -> Vec<DVec3> {
    let count = curve.points.len();
    let towards = |k: usize, other: usize| {
        (curve.points[other].position - curve.points[k].position).normalize_or_zero()
    };
    (0..count)
        .map(|k| {
            let crossing = curve.points[k].crossing;
            let [p, q] = mesh.edge(crossing.edge).map(|vertex| positions[vertex.index()]);
            let [a, b, c] = mesh.face(crossing.face).map(|vertex| positions[vertex.index()]);
            let e = (q - p).normalize_or_zero();
            let n = (b - a).cross(c - a).normalize_or_zero();
            let sine = e.dot(n);
            let bounded = if sine < 0.0 { sine.min(-LEAST_SINE) } else { sine.max(LEAST_SINE) };
            let mut neighbours = Vec::with_capacity(2);
            if k > 0 || curve.is_closed() {
                neighbours.push((k + count - 1) % count);
            }
            if k + 1 < count || curve.is_closed() {
                neighbours.push((k + 1) % count);
            }
            let r: DVec3 = neighbours.into_iter().map(|other| towards(k, other)).sum();
            r - 2.0 * e.dot(r) / bounded * n
        })
        .collect()
}

/// `g` of a whole curve: the first strand's surface moves along it, the second's against it.
pub(crate) fn shared_gradient(curve: &Curve, mesh: &CollisionMesh, positions: &[DVec3]) -> DVec3 {
    let gradients = point_gradients(curve, mesh, positions);
    let signed = curve.points.iter().zip(gradients).map(|(point, g)| match point.edge_strand {
        Strand::First => g,
        Strand::Second => -g,
    });
    signed.sum()
}
