//! Penalties of vertices in a signed distance field.
//!
//! ```text
//! E = Σ f(φ(x)),    force −f′ ∇φ,    Hessian f″ ∇φ∇φᵀ + f′ ∇²φ
//! ```
//!
//! With the linear law the force is `−k (φ − D) ∇φ`. Inside the solid `φ` is negative and the force
//! grows with depth, so that a penetrating vertex is pushed out along the gradient. Only vertices
//! are tested: an edge can cut through a corner of the solid unnoticed.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::sdf::{Posed, Sample};
use ripstop_geometry::{Potential, VertexId};

use super::Penalty;

/// Vertices that are kept out of a solid.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldPenalty<'a> {
    /// The solid in its present pose.
    pub field: Posed<'a>,
    /// The vertices, and the penalty of each.
    pub vertices: Vec<(VertexId, Penalty)>,
}

impl FieldPenalty<'_> {
    /// Adds the forces (N) on the vertices to `forces`.
    pub fn add_forces(&self, positions: &[DVec3], forces: &mut [DVec3]) {
        for (vertex, penalty) in &self.vertices {
            forces[vertex.index()] -= self.slope(penalty, positions[vertex.index()]);
        }
    }

    fn slope(&self, penalty: &Penalty, x: DVec3) -> DVec3 {
        let Sample { distance, gradient } = self.field.sample(x);
        let [_, f1, _] = penalty.derivatives(distance);
        f1 * gradient
    }

    fn curvature(&self, penalty: &Penalty, x: DVec3) -> DMat3 {
        let Sample { distance, gradient: n } = self.field.sample(x);
        let [_, f1, f2] = penalty.derivatives(distance);
        if f1 == 0.0 {
            return DMat3::ZERO;
        }
        f2 * DMat3::from_cols(n * n.x, n * n.y, n * n.z) + f1 * self.field.hessian(x)
    }
}

impl Potential for FieldPenalty<'_> {
    fn element_count(&self) -> usize {
        self.vertices.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        std::slice::from_ref(&self.vertices[element].0)
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        let energy = |(vertex, penalty): &(VertexId, Penalty)| {
            let [energy, ..] = penalty.derivatives(self.field.distance(positions[vertex.index()]));
            energy
        };
        self.vertices[elements].iter().map(energy).sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for (vertex, penalty) in &self.vertices[elements] {
            sink.add(&[self.slope(penalty, positions[vertex.index()])]);
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        spectrum: Spectrum,
        sink: &mut HessianSink,
    ) {
        for (vertex, penalty) in &self.vertices[elements] {
            let curvature = self.curvature(penalty, positions[vertex.index()]);
            sink.add(&spectrum.applied(&[[curvature]]));
        }
    }
}
