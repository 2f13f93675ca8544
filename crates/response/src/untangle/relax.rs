//! A few elastic iterations: edges go back towards their lengths.
//!
//! ```text
//! Δx_a = −k w_a / (w_a + w_b) (1 − l / |x_a − x_b|) (x_a − x_b)      Gauss–Seidel, in the order of edges
//! ```
//!
//! Only around vertices that were moved, so that the cost is that of the tangle and not of the mesh.

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, EdgeId, VertexId};

/// Part of the way to its length that an edge goes at once.
const STIFFNESS: f64 = 0.5;

/// Brings the edges of some vertices back towards their lengths.
pub(crate) fn relax(
    mesh: &CollisionMesh,
    (rest_lengths, inverse_masses): (&[f64], &[f64]),
    moved: &[VertexId],
    sweeps: usize,
    positions: &mut [DVec3],
) {
    if sweeps == 0 {
        return;
    }
    let mut edges: Vec<EdgeId> =
        moved.iter().flat_map(|vertex| mesh.vertex_edges().row(vertex.index())).copied().collect();
    edges.sort_unstable();
    edges.dedup();
    for _ in 0..sweeps {
        for edge in &edges {
            let [a, b] = mesh.edge(*edge).map(VertexId::index);
            let (wa, wb) = (inverse_masses[a], inverse_masses[b]);
            let way = positions[a] - positions[b];
            let length = way.length();
            if wa + wb == 0.0 || length == 0.0 {
                continue;
            }
            let pull = STIFFNESS * (1.0 - rest_lengths[edge.index()] / length) / (wa + wb) * way;
            positions[a] -= wa * pull;
            positions[b] += wb * pull;
        }
    }
}
