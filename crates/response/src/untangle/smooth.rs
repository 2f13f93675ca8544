//! Smooths creases that are so sharp that neighbouring faces cross.
//!
//! A short contour that ends in a common vertex of its faces is no penetration of one surface by
//! another: faces around that vertex have been folded over each other. There every vertex moves
//! halfway to the mean of its neighbours, those on a boundary to that of their neighbours on it:
//!
//! ```text
//! x ← (x + mean of neighbours) / 2
//! ```

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, VertexId};

/// Number of smoothing passes.
const PASSES: usize = 2;

/// Smooths around some vertices.
pub(crate) fn smooth(
    mesh: &CollisionMesh,
    inverse_masses: &[f64],
    around: &[VertexId],
    positions: &mut [DVec3],
) {
    let mut patch: Vec<VertexId> = around.to_vec();
    patch.extend(around.iter().flat_map(|&vertex| mesh.neighbours(vertex)));
    patch.sort_unstable();
    patch.dedup();
    patch.retain(|vertex| inverse_masses[vertex.index()] > 0.0);
    for _ in 0..PASSES {
        let moved: Vec<DVec3> =
            patch.iter().map(|&vertex| towards_neighbours(mesh, vertex, positions)).collect();
        for (vertex, x) in patch.iter().zip(moved) {
            positions[vertex.index()] = x;
        }
    }
}

fn towards_neighbours(mesh: &CollisionMesh, vertex: VertexId, positions: &[DVec3]) -> DVec3 {
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
