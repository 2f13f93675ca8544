//! Lagged Coulomb friction with a mollifier at low speed [Li 2020].
//!
//! Friction has no energy: its direction follows the slip and its size the normal force. With the
//! normal force `N`, the normal `n` and the weights `aᵢ` held at their last values (they *lag*), it
//! has one:
//!
//! ```text
//! E = μ N h(|u|),    u = (1 − n nᵀ) Σ aᵢ (xᵢ − xᵢ⁰),    xᵢ⁰ the start of the step
//!
//! h(y) = y                            y ≥ ε
//!      = y²/ε − y³/(3ε²) + ε/3        y < ε
//! ```
//!
//! The force is `μ N h′(|u|)` against the slip: `μ N` from `ε` on, never more, and less below,
//! where a sticking contact creeps by a fraction of `ε`.
//!
//! Stick–slip: static friction may exceed kinetic friction. With `ρ = μ_static/μ ≥ 1` the force
//! rises to `ρ μ N` at `ε` and falls to `μ N` at `2ε`,
//!
//! ```text
//! h′(y) = ρ (2y/ε − y²/ε²)                    y < ε
//!       = ρ + (1 − ρ)(3s² − 2s³)              ε ≤ y < 2ε,   s = y/ε − 1
//!       = 1                                   y ≥ 2ε
//! ```
//!
//! so that a contact breaks loose at exactly `ρ μ N`. For `ρ = 1` `h″ ≥ 0`, and the Hessian is
//! positive semi-definite as it is; else `h″` is the one eigenvalue that may be negative:
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
    /// The vertices; those that do not take part repeat another.
    pub vertices: [VertexId; 4],
    /// Number of those that take part.
    pub count: usize,
    /// Their signed weights; 0 for those that do not take part.
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
#[derive(Clone, Debug, PartialEq)]
pub struct LaggedFriction {
    /// The contacts.
    pub elements: Vec<FrictionElement>,
    /// `ε`: the slip (m) from which on friction is full, that is the mollifier's speed times the
    /// step.
    pub threshold: f64,
    /// `ρ`: ratio of static to kinetic friction, at least 1.
    pub static_ratio: f64,
}

impl Default for LaggedFriction {
    fn default() -> Self {
        Self { elements: Vec::new(), threshold: 0.0, static_ratio: 1.0 }
    }
}

impl LaggedFriction {
    /// `[h, h′/y, h″]` at the slip `y` (m).
    fn mollified(&self, y: f64) -> [f64; 3] {
        let (e, rho) = (self.threshold, self.static_ratio);
        if y < e {
            let s = y / e;
            let h = e * (s * s * (1.0 - s / 3.0) + 1.0 / 3.0);
            return [rho * h, rho * (2.0 - s) / e, 2.0 * rho * (1.0 - s) / e];
        }
        let more = rho - 1.0;
        let s = (y / e - 1.0).min(1.0);
        let fading = more * (1.0 - s * s * (3.0 - 2.0 * s));
        let h = y + e * more * (1.0 + s - s * s * s * (1.0 - 0.5 * s));
        [h, (1.0 + fading) / y.max(f64::MIN_POSITIVE), -6.0 * more * s * (1.0 - s) / e]
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

    /// Adds `Σ μ N aᵢ² h′/y` (N/m) to the stiffness of every vertex.
    pub(crate) fn add_stiffness(&self, positions: &[DVec3], stiffness: &mut [f64]) {
        for element in &self.elements {
            let [_, rate, _] = self.mollified(element.slip(positions).length());
            for (vertex, weight) in element.vertices.iter().zip(element.weights) {
                stiffness[vertex.index()] += weight * weight * element.bound * rate;
            }
        }
    }

    /// `μ N h′ t` (N).
    fn pull(&self, element: &FrictionElement, positions: &[DVec3]) -> DVec3 {
        let slip = element.slip(positions);
        let [_, rate, _] = self.mollified(slip.length());
        element.bound * rate * slip
    }

    fn curvature(
        &self,
        element: &FrictionElement,
        positions: &[DVec3],
        spectrum: Spectrum,
    ) -> DMat3 {
        let slip = element.slip(positions);
        let y = slip.length();
        let [_, rate, second] = self.mollified(y);
        let second = spectrum.eigenvalue(second);
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
        let FrictionElement { vertices, count, .. } = &self.elements[element];
        &vertices[..*count]
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        let energy = |element: &FrictionElement| {
            let [h, ..] = self.mollified(element.slip(positions).length());
            element.bound * h
        };
        self.elements[elements].iter().map(energy).sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for element in &self.elements[elements] {
            let pull = self.pull(element, positions);
            sink.add(&element.weights.map(|weight| weight * pull)[..element.count]);
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        spectrum: Spectrum,
        sink: &mut HessianSink,
    ) {
        for element in &self.elements[elements] {
            let block = self.curvature(element, positions, spectrum);
            let a = element.weights;
            let blocks = a.map(|row| a.map(|column| row * column * block));
            sink.add_leading(element.count, &blocks);
        }
    }
}
