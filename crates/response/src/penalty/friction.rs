//! Coulomb's friction, smooth at low speed, with normal forces of a moment ago [Li 2020].
//!
//! Friction has no energy: its direction follows the slip and its size the normal force. With the normal force `N`, the normal `n` and the
//! weights `aᵢ` held at their last values (they *lag*), it has one:
//!
//! ```text
//! E = μ N h(|u|),    u = (1 − n nᵀ) Σ aᵢ (xᵢ − xᵢ⁰),    xᵢ⁰ the start of the step
//!
//! h(y) = y                            y ≥ ε
//!      = y²/ε − y³/(3ε²) + ε/3        y < ε
//! ```
//!
//! The force is `μ N h′(|u|)` against the slip: `μ N` from `ε` on, never more, and less below, where a contact that should
//! stick creeps by a part of `ε`. `h″ ≥ 0`, so that the Hessian is positive semi-definite as it is:
//!
//! ```text
//! ∂²E/∂xᵢ∂xⱼ = aᵢ aⱼ μ N [ h″ t tᵀ + h′/y (1 − n nᵀ − t tᵀ) ],    t = u/y
//! ```

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, VertexId, separation};

/// One contact with friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionElement {
    /// The vertices.
    pub vertices: [VertexId; 4],
    /// Their signed weights.
    pub weights: [f64; 4],
    /// Unit normal of the contact.
    pub normal: DVec3,
    /// `μ N`: the largest friction (N).
    pub bound: f64,
    /// `Σ aᵢ xᵢ⁰` (m).
    pub start: DVec3,
}

impl FrictionElement {
    fn slip(&self, positions: &[DVec3]) -> DVec3 {
        let points = self.vertices.map(|vertex| positions[vertex.index()]);
        let moved = separation(self.weights, points) - self.start;
        moved - moved.dot(self.normal) * self.normal
    }
}

/// Friction of all contacts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaggedFriction {
    /// The contacts.
    pub elements: Vec<FrictionElement>,
    /// `ε`: the slip (m) from which on friction is full, that is the speed below which it fades times the step.
    pub threshold: f64,
}

impl LaggedFriction {
    /// `[h, h′/y, h″]` at the slip `y` (m).
    fn smooth(&self, y: f64) -> [f64; 3] {
        let e = self.threshold;
        if y >= e {
            return [y, 1.0 / y.max(f64::MIN_POSITIVE), 0.0];
        }
        let s = y / e;
        [e * (s * s * (1.0 - s / 3.0) + 1.0 / 3.0), (2.0 - s) / e, 2.0 * (1.0 - s) / e]
    }

    /// Adds the forces (N) on all vertices to `forces`.
    pub fn add_forces(&self, positions: &[DVec3], forces: &mut [DVec3]) {
        for element in &self.elements {
            let force = -self.pull(element, positions);
            for (vertex, weight) in element.vertices.iter().zip(element.weights) {
                forces[vertex.index()] += weight * force;
            }
        }
    }

    /// `μ N h′ t` (N).
    fn pull(&self, element: &FrictionElement, positions: &[DVec3]) -> DVec3 {
        let slip = element.slip(positions);
        let [_, rate, _] = self.smooth(slip.length());
        element.bound * rate * slip
    }

    fn curvature(&self, element: &FrictionElement, positions: &[DVec3]) -> DMat3 {
        let slip = element.slip(positions);
        let y = slip.length();
        let [_, rate, second] = self.smooth(y);
        let square = |u: DVec3| DMat3::from_cols(u * u.x, u * u.y, u * u.z);
        let across = DMat3::IDENTITY - square(element.normal);
        let along = if y > 0.0 { square(slip / y) } else { DMat3::ZERO };
        element.bound * (rate * across + (second - rate) * along)
    }
}

impl Potential for LaggedFriction {
    fn element_count(&self) -> usize {
        self.elements.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.elements[element].vertices
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        let energy = |element: &FrictionElement| {
            let [h, ..] = self.smooth(element.slip(positions).length());
            element.bound * h
        };
        self.elements[elements].iter().map(energy).sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for element in &self.elements[elements] {
            let pull = self.pull(element, positions);
            sink.add(&element.weights.map(|weight| weight * pull));
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        _: Spectrum,
        sink: &mut HessianSink,
    ) {
        for element in &self.elements[elements] {
            let block = self.curvature(element, positions);
            let a = element.weights;
            sink.add(&a.map(|row| a.map(|column| row * column * block)));
        }
    }
}
