//! A few elastic iterations: edges go back towards their rest lengths.
//!
//! ```text
//! Δx_a = −k w_a / (w_a + w_b) (1 − l / |x_a − x_b|) (x_a − x_b)
//! ```
//!
//! Gauss–Seidel in the order of edges, only around vertices that were moved, so that the cost is
//! that of the tangle and not of the mesh.

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, VertexId};

/// Fraction of its excess length that an edge loses at once.
const STIFFNESS: f64 = 0.5;

/// Brings the edges of some vertices back towards their rest lengths.
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
    let mut has_moved = vec![false; mesh.edges().len()];
    for edge in moved.iter().flat_map(|vertex| mesh.vertex_edges().row(vertex.index())) {
        has_moved[edge.index()] = true;
    }
    let edges = mesh.edges().iter().zip(rest_lengths).zip(has_moved);
    let springs: Vec<Spring> = edges
        .filter_map(|((ends, &length), has_moved)| {
            let ends = ends.map(VertexId::index);
            let [wa, wb] = ends.map(|end| inverse_masses[end]);
            let shares = [wa, -wb].map(|w| STIFFNESS * w / (wa + wb));
            (has_moved && wa + wb > 0.0).then_some(Spring { ends, shares, length })
        })
        .collect();
    for _ in 0..sweeps {
        for Spring { ends: [a, b], shares: [to_a, to_b], length } in &springs {
            let along = positions[*a] - positions[*b];
            let now = along.length();
            if now > 0.0 {
                let excess = (1.0 - length / now) * along;
                positions[*a] -= *to_a * excess;
                positions[*b] -= *to_b * excess;
            }
        }
    }
}

/// An edge of which at least one end can move.
struct Spring {
    ends: [usize; 2],
    /// Fraction of the excess that each end takes; the second has the opposite sign.
    shares: [f64; 2],
    /// Rest length (m).
    length: f64,
}
