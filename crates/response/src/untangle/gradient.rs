//! Intersection contour minimisation: the gradient of a contour's length with respect to the
//! relative displacement of its surfaces [Volino 2006].
//!
//! An edge with unit direction `E` pierces a face with unit normal `N` in `p`. If the edge is moved
//! by `δ` and the face by `−δ`, the point moves by
//!
//! ```text
//! dp = δ − 2 (N · δ) / (E · N) E            in the face's plane again, on the edge's line
//! ```
//!
//! The contour is a polygon of such points. With `Rᵢ` the unit directions from `p` to its one or
//! two neighbours on the contour, its length changes by `−Σᵢ Rᵢ · dp` at each point, so
//!
//! ```text
//! −dL = G · δ      G = Σᵢ (Rᵢ − 2 (E · Rᵢ) / (E · N) N)
//! ```
//!
//! A point whose edge is on the second strand has the opposite sign. Summed over a contour,
//! `g = Σ₁ G − Σ₂ G` is the direction in which the first surface has to move, and the second
//! against it, for the contour to shrink fastest. `G` alone vanishes on an interior edge between
//! coplanar faces: then only the ends of a contour contribute, and the shared direction moves the
//! rest.
//!
//! `E · N → 0` is bounded: an edge almost in the face's plane does not determine a direction.

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

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use rayon::iter::IntoParallelIterator;
    use ripstop_geometry::crossing::contours;
    use ripstop_geometry::{Crossing, EdgeId, FaceId};
    use ripstop_narrow::intersection::crossings;

    /// Two uneven sheets of `n × n` vertices; the second is upright, and rotated and translated
    /// such that the contour goes from its boundary to that of the first.
    fn sheets(n: u32) -> (CollisionMesh, Vec<DVec3>) {
        let positions: Vec<DVec3> = (0..2 * n * n)
            .map(|k| {
                let [i, j] = [k / n % n, k % n].map(|i| f64::from(i) / f64::from(n - 1));
                let uneven = 0.05 * f64::from(k * 7919 % 31) / 31.0;
                if k < n * n {
                    dvec3(i, j, uneven)
                } else {
                    dvec3(0.4137 + 0.3 * i, i + 0.31, j - 0.47 + uneven)
                }
            })
            .collect();
        let faces: Vec<[u32; 3]> = (0..2 * n * n)
            .filter(|k| k % n != n - 1 && k / n % n != n - 1)
            .flat_map(|a| [[a, a + 1, a + n], [a + 1, a + n + 1, a + n]])
            .collect();
        (CollisionMesh::new(&positions, &faces).unwrap(), positions)
    }

    fn found(mesh: &CollisionMesh, positions: &[DVec3]) -> Vec<Crossing> {
        let (edges, faces) = (mesh.edges().len() as u32, mesh.faces().len() as u32);
        let pairs: Vec<(EdgeId, FaceId)> =
            (0..edges).flat_map(|e| (0..faces).map(move |f| (EdgeId(e), FaceId(f)))).collect();
        crossings(mesh, positions, pairs.into_par_iter()).unwrap()
    }

    fn curve(mesh: &CollisionMesh, positions: &[DVec3]) -> (Vec<Crossing>, Curve) {
        let found = found(mesh, positions);
        let all = contours(mesh, &found).contours;
        assert_eq!(all.len(), 1);
        let curve = Curve::new(&all[0], &found, mesh, positions);
        (found, curve)
    }

    #[test]
    fn the_shared_gradient_is_the_derivative_of_the_length() {
        let n = 6;
        let (mesh, positions) = sheets(n);
        let (before, here) = curve(&mesh, &positions);
        let boundary_ends = here.ends.map(|ends| {
            ends.iter()
                .filter(|end| matches!(end, ripstop_geometry::crossing::ContourEnd::Boundary(_)))
                .count()
        });
        assert_eq!(boundary_ends, Some(2));
        let g = shared_gradient(&here, &mesh, &positions);
        let first_is_upright = here.vertex(Strand::First, &mesh).0 >= n * n;
        for direction in [DVec3::X, DVec3::Y, DVec3::Z] {
            let step = 1e-6;
            let length = |amount: f64| {
                let moved: Vec<DVec3> = (0..)
                    .zip(&positions)
                    .map(|(k, x)| {
                        let is_first = (k >= n * n) == first_is_upright;
                        if is_first { *x + amount * direction } else { *x - amount * direction }
                    })
                    .collect();
                let (after, curve) = curve(&mesh, &moved);
                assert_eq!(before.len(), after.len());
                curve.length
            };
            let slope = (length(step) - length(-step)) / (2.0 * step);
            assert!((slope + g.dot(direction)).abs() < 1e-6, "{slope} {}", g.dot(direction));
        }
        assert!(g.length() > 0.5, "{g}");
    }

    /// On a flat interior edge `G` vanishes up to its part along the normal, which is bounded for
    /// edges in the plane of a face.
    #[test]
    fn flat_and_grazing_edges_are_bounded() {
        let (mesh, positions) = sheets(6);
        let (_, here) = curve(&mesh, &positions);
        for g in point_gradients(&here, &mesh, &positions) {
            assert!(g.is_finite() && g.length() <= 2.0 + 4.0 / LEAST_SINE);
        }
    }
}
