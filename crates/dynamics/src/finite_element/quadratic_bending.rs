//! Bending that is quadratic in the positions, for cloth that hardly stretches.
//!
//! ```text
//! E = Σ ½ k |Σ Kᵢ xᵢ|²,    k = B |e|²/(A_a + A_b),    ∂²E/∂xᵢ∂xⱼ = k Kᵢ Kⱼ 1
//! ```
//!
//! As long as the faces keep their shape, `|Σ Kᵢ xᵢ| = 2 sin(θ/2)` [Bergou 2006]: the Hessian is
//! constant and positive semi-definite, and nothing has to be projected. The rest shape is flat.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, VertexId};

use super::membrane::shifted;
use crate::hinges::Hinge;

/// Hinges with an isometric quadratic energy.
#[derive(Clone, Debug, Default)]
pub struct QuadraticBending {
    vertices: Vec<[VertexId; 4]>,
    /// `√k K` (√(N/m)).
    weights: Vec<[f64; 4]>,
}

impl QuadraticBending {
    /// As `HingeBending::new`; rest angles are taken as 0.
    pub(crate) fn new(hinges: &[Hinge], stiffness: [f64; 2], first: VertexId) -> Self {
        let weights = |h: &Hinge| {
            let root = h.stiffness(stiffness).sqrt();
            h.weights.map(|k| root * k)
        };
        Self {
            vertices: hinges.iter().map(|h| h.vertices.map(|v| shifted(v, first))).collect(),
            weights: hinges.iter().map(weights).collect(),
        }
    }

    /// `√k Σ Kᵢ xᵢ`, from differences so that it is 0 where it should be.
    fn curvature(&self, element: usize, positions: &[DVec3]) -> DVec3 {
        let [x0, x1, x2, x3] = self.vertices[element].map(|v| positions[v.index()]);
        let [_, k1, k2, k3] = self.weights[element];
        k1 * (x1 - x0) + k2 * (x2 - x0) + k3 * (x3 - x0)
    }
}

impl Potential for QuadraticBending {
    fn element_count(&self) -> usize {
        self.vertices.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.vertices[element]
    }

    fn has_constant_hessian(&self) -> bool {
        true
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        elements.map(|element| 0.5 * self.curvature(element, positions).length_squared()).sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for element in elements {
            let curvature = self.curvature(element, positions);
            let [_, k1, k2, k3] = self.weights[element];
            let [g1, g2, g3] = [k1, k2, k3].map(|k| k * curvature);
            sink.add(&[-(g1 + g2 + g3), g1, g2, g3]);
        }
    }

    fn hessian(&self, elements: Range<usize>, _: &[DVec3], _: Spectrum, sink: &mut HessianSink) {
        for element in elements {
            let k = self.weights[element];
            sink.add::<4>(&std::array::from_fn(|i| {
                std::array::from_fn(|j| DMat3::from_diagonal(DVec3::splat(k[i] * k[j])))
            }));
        }
    }
}
