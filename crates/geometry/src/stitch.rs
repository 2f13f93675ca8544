//! Stitches: vertices that are sewn to points of edges.

use glam::DVec3;

use crate::VertexId;

/// A vertex that is sewn to a point of an edge: it belongs at `(1 − ratio) x_a + ratio x_b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stitch {
    /// The vertex.
    pub vertex: VertexId,
    /// The ends `a` and `b` of the edge.
    pub edge: [VertexId; 2],
    /// Place of the point on the edge, from 0 at `a` to 1 at `b`.
    pub ratio: f64,
}

impl Stitch {
    /// The vertex, then both ends of the edge.
    #[must_use]
    pub const fn vertices(&self) -> [VertexId; 3] {
        [self.vertex, self.edge[0], self.edge[1]]
    }

    /// Derivatives of the gap by the positions of [`Stitch::vertices`].
    #[must_use]
    pub const fn weights(&self) -> [f64; 3] {
        [1.0, self.ratio - 1.0, -self.ratio]
    }

    /// From the point of the edge to the vertex (m).
    ///
    /// # Panics
    /// If a vertex is not one of the positions.
    #[must_use]
    pub fn gap(&self, positions: &[DVec3]) -> DVec3 {
        let [x, a, b] = self.vertices().map(|vertex| positions[vertex.index()]);
        // Exact where the vertex lies on an end of the edge.
        (1.0 - self.ratio) * (x - a) + self.ratio * (x - b)
    }

    /// Change of the gap by a unit of impulse (1/kg): `Σ w_i c_i²` with inverse masses `w` and
    /// [`Stitch::weights`] `c`.
    ///
    /// # Panics
    /// If a vertex has no inverse mass.
    #[must_use]
    pub fn mobility(&self, inverse_masses: &[f64]) -> f64 {
        let (vertices, weights) = (self.vertices(), self.weights());
        (0..3).map(|i| inverse_masses[vertices[i].index()] * weights[i] * weights[i]).sum()
    }

    /// The same with every vertex numbered by `number`.
    #[must_use]
    pub fn renumbered(&self, number: impl Fn(VertexId) -> VertexId) -> Self {
        Self { vertex: number(self.vertex), edge: self.edge.map(number), ratio: self.ratio }
    }
}

#[test]
fn the_gap_is_what_the_weights_say() {
    let [a, b, v] = [[1.0, 2.0, 3.0], [2.0, -1.0, 0.5], [0.0, 0.25, 1.0]].map(DVec3::from);
    let stitch = Stitch { vertex: VertexId(2), edge: [VertexId(0), VertexId(1)], ratio: 0.25 };
    let positions = [a, b, v];
    let sum: DVec3 = stitch
        .vertices()
        .iter()
        .zip(stitch.weights())
        .map(|(vertex, weight)| weight * positions[vertex.index()])
        .sum();
    assert!(stitch.gap(&positions).distance(sum) < 1e-15);
    assert_eq!(Stitch { ratio: 1.0, ..stitch }.gap(&[a, v, v]), DVec3::ZERO);
}
