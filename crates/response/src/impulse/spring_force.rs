//! Repulsions as forces in an implicit system [Bridson 2002].
//!
//! A pair that is close at the start of a step keeps the weights and the normal that it has there,
//! and gets the spring of the [repulsion](super::Repulsion) as an energy:
//!
//! ```text
//! E = ½ k (h − d)²  for d < h, else 0      d = n·Σ aᵢxᵢ,   k = κ/W
//! ∂E/∂xᵢ = −k (h − d) aᵢ n                 ∂²E/∂xᵢ∂xⱼ = k aᵢaⱼ n nᵀ
//! ```
//!
//! `d` is signed: features that have passed through each other within a solve are still pushed back
//! to their own sides, where a penalty on the distance would push them further through. The Hessian
//! is positive semi-definite as it is. `Σ aᵢ = 0`: linear momentum stays.
//!
//! **Not guaranteed:** that a pair stays apart; impacts are detected after the solve, as they are
//! with impulses.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Contact, Potential, VertexId, separation};

use super::{ImpulseSettings, Stencil};
use crate::ContactRule;
use crate::penalty::FrictionElement;

/// The spring of one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RepulsionSpring {
    /// The vertices.
    pub vertices: [VertexId; 4],
    /// Their signed weights at the start of the step.
    pub weights: [f64; 4],
    /// From the second feature to the first.
    pub normal: DVec3,
    /// `h` (m), and Coulomb's coefficient.
    pub rule: ContactRule,
    /// `k` (N/m).
    pub stiffness: f64,
}

impl RepulsionSpring {
    /// The spring of a contact; `None` if all its vertices are kinematic.
    #[must_use]
    pub fn new(
        contact: &Contact,
        rule: ContactRule,
        inverse_masses: &[f64],
        settings: &ImpulseSettings,
    ) -> Option<Self> {
        let mobility = Stencil::new(contact, inverse_masses).mobility;
        let Contact { vertices, weights, normal, .. } = *contact;
        let stiffness = settings.stiffness / mobility;
        (mobility > 0.0).then_some(Self { vertices, weights, normal, rule, stiffness })
    }

    /// `Σ aᵢxᵢ` (m).
    #[must_use]
    pub fn separation(&self, positions: &[DVec3]) -> DVec3 {
        separation(self.weights, self.vertices.map(|vertex| positions[vertex.index()]))
    }

    /// `k (h − d)` (N), not negative.
    #[must_use]
    pub fn force(&self, positions: &[DVec3]) -> f64 {
        let distance = self.separation(positions).dot(self.normal);
        self.stiffness * (self.rule.thickness - distance).max(0.0)
    }

    /// Its lagged friction in a step that began at `start`, with the normal force at `positions`;
    /// `None` without force.
    #[must_use]
    pub fn friction(&self, start: &[DVec3], positions: &[DVec3]) -> Option<FrictionElement> {
        let bound = self.rule.friction * self.force(positions);
        (bound > 0.0).then(|| FrictionElement {
            vertices: self.vertices,
            count: 4,
            weights: self.weights,
            normal: self.normal,
            bound,
            start: self.separation(start),
        })
    }
}

/// The springs of all pairs that are close.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RepulsionSprings {
    /// One for each pair.
    pub springs: Vec<RepulsionSpring>,
}

impl Potential for RepulsionSprings {
    fn element_count(&self) -> usize {
        self.springs.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.springs[element].vertices
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        let energy = |spring: &RepulsionSpring| {
            let force = spring.force(positions);
            0.5 * force * force / spring.stiffness
        };
        self.springs[elements].iter().map(energy).sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for spring in &self.springs[elements] {
            let force = spring.force(positions) * spring.normal;
            sink.add(&spring.weights.map(|weight| -weight * force));
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        _: Spectrum,
        sink: &mut HessianSink,
    ) {
        for spring in &self.springs[elements] {
            let (n, a) = (spring.normal, spring.weights);
            let is_pushing = spring.force(positions) > 0.0;
            let stiffness = if is_pushing { spring.stiffness } else { 0.0 };
            let block = stiffness * DMat3::from_cols(n * n.x, n * n.y, n * n.z);
            sink.add(&a.map(|row| a.map(|column| row * column * block)));
        }
    }
}
