//! Smooths creases that are so sharp that neighbouring faces cross.
//!
//! A short contour that ends in a common vertex of its faces is no penetration of one surface by
//! another: faces around that vertex have been folded over each other. There every vertex moves
//! halfway to the mean of its neighbours, those on a boundary to that of their neighbours on it:
//!
//! ```text
//! x ← (x + mean of neighbours) / 2
//! ```
//!
//! No edge becomes shorter than a part of its rest length by that: what cannot be smoothed, as
//! where three layers are sewn to one line, would otherwise be drawn together to a point.

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, VertexId};

/// Number of smoothing passes.
const PASSES: usize = 2;

/// The part of its rest length below which no edge is shortened.
const SHORTEST: f64 = 0.3;

/// Smooths around some vertices.
pub(crate) fn smooth(
    mesh: &CollisionMesh,
    (rest_lengths, inverse_masses): (&[f64], &[f64]),
    around: &[VertexId],
    positions: &mut [DVec3],
) {
    let mut patch: Vec<VertexId> = around.to_vec();
    patch.extend(around.iter().flat_map(|&vertex| mesh.neighbours(vertex)));
    patch.sort_unstable();
    patch.dedup();
    patch.retain(|vertex| inverse_masses[vertex.index()] > 0.0);
    for _ in 0..PASSES {
        let before: Vec<DVec3> = patch.iter().map(|vertex| positions[vertex.index()]).collect();
        let moved: Vec<DVec3> =
            patch.iter().map(|&vertex| towards_neighbours(mesh, vertex, positions)).collect();
        for (vertex, x) in patch.iter().zip(moved) {
            positions[vertex.index()] = x;
        }
        while take_back(mesh, rest_lengths, (&patch, &before), positions) {}
    }
}

/// Puts the vertices of a patch back at which an edge has become too short. True if there were any.
fn take_back(
    mesh: &CollisionMesh,
    rest_lengths: &[f64],
    (patch, before): (&[VertexId], &[DVec3]),
    positions: &mut [DVec3],
) -> bool {
    let at_start = |vertex: VertexId, positions: &[DVec3]| {
        patch.binary_search(&vertex).map_or(positions[vertex.index()], |place| before[place])
    };
    let is_too_short = |vertex: VertexId| {
        mesh.vertex_edges().row(vertex.index()).iter().any(|edge| {
            let [a, b] = mesh.edge(*edge);
            let now = positions[a.index()].distance(positions[b.index()]);
            let then = at_start(a, positions).distance(at_start(b, positions));
            now < then && now < SHORTEST * rest_lengths[edge.index()]
        })
    };
    let has_moved = |place: usize| positions[patch[place].index()] != before[place];
    let back: Vec<usize> =
        (0..patch.len()).filter(|&i| has_moved(i) && is_too_short(patch[i])).collect();
    for &place in &back {
        positions[patch[place].index()] = before[place];
    }
    !back.is_empty()
}

pub(crate) fn towards_neighbours(
    mesh: &CollisionMesh,
    vertex: VertexId,
    positions: &[DVec3],
) -> DVec3 {
    let edges = mesh.vertex_edges().row(vertex.index());
    let is_boundary = |edge: usize| mesh.edge_faces().row(edge).len() == 1;
    let on_boundary = edges.iter().any(|edge| is_boundary(edge.index()));
    let (mut sum, mut count) = (DVec3::ZERO, 0.0);
    for edge in edges.iter().filter(|edge| !on_boundary || is_boundary(edge.index())) {
        let [a, b] = mesh.edge(*edge);
        sum += positions[if a == vertex { b } else { a }.index()];
        count += 1.0;
    }
    let x = positions[vertex.index()];
    // The ends of a boundary, corners of a sheet, would only be drawn in.
    if count > 1.0 { 0.5 * (x + sum / count) } else { x }
}

#[test]
fn a_patch_of_its_own_is_not_drawn_together() {
    let start = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::ONE];
    let mesh = CollisionMesh::new(&start, &[[0, 1, 2], [1, 3, 2]]).expect("a sound mesh");
    let length = |[a, b]: [VertexId; 2], x: &[DVec3]| x[a.index()].distance(x[b.index()]);
    let rest: Vec<f64> = mesh.edges().iter().map(|ends| length(*ends, &start)).collect();
    let mut positions = start;
    for _ in 0..100 {
        smooth(&mesh, (&rest, &[1.0; 4]), &[VertexId(0)], &mut positions);
    }
    assert_ne!(positions, start, "it was smoothed");
    for (ends, rest) in mesh.edges().iter().zip(&rest) {
        let now = length(*ends, &positions);
        assert!(now >= SHORTEST * rest, "{now} of {rest}");
    }
}
