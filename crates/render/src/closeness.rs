//! Closeness of cloth to what it touches, vertex by vertex.
//!
//! A vertex and a face at distance `d`, between surfaces whose thickness is `h`, are
//!
//! ```text
//! c = clamp((2h − d) / h, 0, 1)
//! ```
//!
//! close: 1 in contact, 0 from twice the thickness on. The vertex and, as far as their weights go,
//! the corners of the face get the greatest `c` of their pairs. Edge–edge pairs are left out: where
//! edges touch, a vertex is near. Places of one cloth that are within `2h` of each other in the
//! sheet itself are no contact.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_broad::candidates::{CandidateSearch, MeshBoxes};
use ripstop_broad::{BoxError, BroadPhase, Bvh};
use ripstop_geometry::closest::point_triangle;
use ripstop_geometry::{Candidate, CollisionMesh, FaceId, Filters, Motion, RestPlaces, VertexId};

/// Rules by which contact is measured.
#[derive(Clone, Copy, Debug)]
pub struct ContactRule<'a> {
    /// Pairs of surfaces that can touch.
    pub filters: &'a Filters,
    /// Thickness of each surface (m); that of a pair is the mean of two.
    pub thicknesses: &'a [f64],
    /// Positions in the rest configuration (m).
    pub rest: &'a [DVec3],
    /// All places there, if some vertices have more than one.
    pub places: Option<&'a RestPlaces>,
}

/// The closeness of every vertex.
///
/// # Errors
/// If a position is not finite.
///
/// # Panics
/// If there are fewer positions than vertices, or fewer thicknesses than surfaces.
pub fn vertex_closeness(
    mesh: &CollisionMesh,
    rule: &ContactRule,
    positions: &[DVec3],
) -> Result<Vec<f64>, BoxError> {
    let thickest = rule.thicknesses.iter().copied().fold(0.0, f64::max);
    let search = CandidateSearch::new(mesh, rule.filters);
    let mut boxes = MeshBoxes::default();
    boxes.update(mesh, &Motion { start: positions, end: positions }, thickest);
    let order = search.order(&boxes)?;
    let mut tree = Bvh::default();
    tree.rebuild_in_order(&boxes.faces, &order.faces)?;
    let pairs: Vec<_> = search.vertex_face(&tree, &boxes, &order)?.iter().collect();
    let found: Vec<([usize; 4], [f64; 4])> = pairs
        .into_par_iter()
        .filter_map(|(vertex, face)| pair_closeness(mesh, rule, positions, [vertex.0, face.0]))
        .collect();
    let mut closeness = vec![0.0_f64; mesh.vertex_count()];
    for (vertices, values) in found {
        for (vertex, value) in vertices.into_iter().zip(values) {
            closeness[vertex] = closeness[vertex].max(value);
        }
    }
    Ok(closeness)
}

/// The closeness of a vertex and the corners of a face, unless it is nothing.
fn pair_closeness(
    mesh: &CollisionMesh,
    rule: &ContactRule,
    positions: &[DVec3],
    [vertex, face]: [u32; 2],
) -> Option<([usize; 4], [f64; 4])> {
    let pair = Candidate::VertexFace { vertex: VertexId(vertex), face: FaceId(face) };
    let vertex = vertex as usize;
    let [a, b, c] = mesh.faces()[face as usize].map(VertexId::index);
    let [own, other] = [vertex, a].map(|v| mesh.surfaces()[v]);
    let h = 0.5 * (rule.thicknesses[own.index()] + rule.thicknesses[other.index()]);
    let closest = |x: &[DVec3]| point_triangle(x[vertex], [x[a], x[b], x[c]]);
    let now = closest(positions);
    let reach = 2.0 * h;
    if now.distance_squared >= reach * reach {
        return None;
    }
    if own == other {
        let is_near = match rule.places {
            None => closest(rule.rest).distance_squared < reach * reach,
            Some(places) => places.distance(mesh, pair) < reach,
        };
        if is_near {
            return None;
        }
    }
    let close = ((reach - now.distance()) / h).clamp(0.0, 1.0);
    let [wa, wb, wc] = now.weights.map(|weight| (2.0 * weight).min(1.0) * close);
    Some(([vertex, a, b, c], [close, wa, wb, wc]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use ripstop_geometry::SurfaceId;

    #[test]
    fn closeness_follows_the_distance_and_knows_the_sheet() {
        let large = [dvec3(-1.0, -1.0, 0.0), dvec3(1.0, -1.0, 0.0), dvec3(0.0, 1.0, 0.0)];
        let positions = |gap: f64| -> Vec<DVec3> {
            let small = [dvec3(0.0, 0.0, gap), dvec3(0.1, 0.0, 1.0), dvec3(0.0, 0.1, 1.0)];
            large.into_iter().chain(small).collect()
        };
        let owners = vec![
            SurfaceId(0),
            SurfaceId(0),
            SurfaceId(0),
            SurfaceId(1),
            SurfaceId(1),
            SurfaceId(1),
        ];
        let faces = [[0, 1, 2], [3, 4, 5]];
        let two = CollisionMesh::with_surfaces(&positions(0.5), &faces, owners).unwrap();
        let one = CollisionMesh::new(&positions(0.5), &faces).unwrap();
        let filters = Filters::default();
        let closeness = |mesh: &CollisionMesh, gap: f64, rest_gap: f64| {
            let rest = positions(rest_gap);
            let rule = ContactRule {
                filters: &filters,
                thicknesses: &[0.01, 0.03],
                rest: &rest,
                places: None,
            };
            vertex_closeness(mesh, &rule, &positions(gap)).unwrap()
        };
        // The thickness of the pair is 0.02.
        for (gap, expected) in [(0.01, 1.0), (0.02, 1.0), (0.03, 0.5), (0.04, 0.0), (0.05, 0.0)] {
            let found = closeness(&two, gap, 0.02);
            assert!((found[3] - expected).abs() < 1e-9, "{gap}: {found:?}");
            assert_eq!(found[4..], [0.0; 2]);
            assert_eq!(found[2] > 0.0, expected > 0.0);
        }
        // One sheet of thickness 0.01: what is close at rest is no contact.
        assert!((closeness(&one, 0.015, 0.5)[3] - 0.5).abs() < 1e-9);
        assert_eq!(closeness(&one, 0.015, 0.015), [0.0; 6]);
    }

    #[test]
    fn positions_that_are_not_finite_are_an_error() {
        let positions = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let mesh = CollisionMesh::new(&positions, &[[0, 1, 2]]).unwrap();
        let filters = Filters::default();
        let rule =
            ContactRule { filters: &filters, thicknesses: &[0.01], rest: &positions, places: None };
        let bad = [DVec3::ZERO, DVec3::NAN, DVec3::Y];
        assert!(vertex_closeness(&mesh, &rule, &bad).is_err());
    }
}
