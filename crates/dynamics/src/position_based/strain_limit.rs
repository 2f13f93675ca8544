//! A limit on the strain of edges, beyond which they give no more.
//!
//! Woven cloth is soft on the bias: a corner that whips around stretches the diagonals by more than
//! any thread. Beyond the limit `s` an edge is a rope,
//!
//! ```text
//! C = |x_b − x_a| − (1 + s) L  ≤ 0
//! ```
//!
//! without compliance and without memory, visited after all other constraints [Provot 1995].

use ripstop_geometry::Topology;

use super::constraint_set::Vertices;
use super::order::{STREAMS, interleaved};
use crate::RestShape;

/// Ropes along all edges.
#[derive(Debug)]
pub(super) struct StrainLimit {
    ends: Vec<[u32; 2]>,
    /// Greatest lengths (m).
    lengths: Vec<f64>,
}

impl StrainLimit {
    pub(super) fn new(mesh: &Topology, rest: &RestShape, limit: f64) -> Self {
        let order = interleaved(mesh.edges().len(), STREAMS);
        Self {
            ends: order.iter().map(|&edge| mesh.edges()[edge].map(|v| v.0)).collect(),
            lengths: order.iter().map(|&edge| (1.0 + limit) * rest.lengths()[edge]).collect(),
        }
    }

    pub(super) fn sweep(&self, vertices: &mut Vertices) {
        for (&[a, b], &length) in self.ends.iter().zip(&self.lengths) {
            let (a, b) = (a as usize, b as usize);
            let along = vertices.positions[b] - vertices.positions[a];
            let now_squared = along.length_squared();
            let mobility = vertices.inverse_masses[a] + vertices.inverse_masses[b];
            if now_squared <= length * length || mobility == 0.0 {
                continue;
            }
            let pull = (1.0 - length / now_squared.sqrt()) / mobility * along;
            vertices.positions[a] += vertices.inverse_masses[a] * pull;
            vertices.positions[b] -= vertices.inverse_masses[b] * pull;
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    #[test]
    fn long_edges_shrink_to_the_limit_and_others_stay() {
        let faces = [[0, 1, 2]];
        let mesh = Topology::from_faces(3, &faces).unwrap();
        let rest = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let shape = RestShape::from_positions(&mesh, &rest).unwrap();
        let limit = StrainLimit::new(&mesh, &shape, 0.1);
        let masses = [1.0, 0.5, 0.0];
        let mut positions = [DVec3::ZERO, 1.05 * DVec3::X, DVec3::Y];
        let sweep = |positions: &mut [DVec3]| {
            limit.sweep(&mut Vertices { positions, inverse_masses: &masses });
        };
        let before = positions;
        sweep(&mut positions);
        assert_eq!(positions, before);

        positions[0] = -0.3 * DVec3::X;
        for _ in 0..60 {
            sweep(&mut positions);
        }
        for edge in mesh.edges() {
            let [a, b] = edge.map(ripstop_geometry::VertexId::index);
            let length = positions[a].distance(positions[b]);
            assert!(length <= 1.1 * rest[a].distance(rest[b]) + 1e-9, "{length}");
        }
        assert_eq!(positions[2], DVec3::Y);
    }
}
