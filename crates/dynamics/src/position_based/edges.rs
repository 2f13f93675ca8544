//! Springs along edges, one by one.
//!
//! ```text
//! C = |x_b − x_a| − L,    ∇_b C = n = (x_b − x_a)/|x_b − x_a| = −∇_a C,    ∇C W ∇Cᵀ = w_a + w_b
//! ```
//!
//! The denominator is constant, so that a visit costs one square root and one division. An edge of
//! length 0 has no direction and is left alone.

use glam::DVec3;
use ripstop_geometry::Topology;

use super::constraint_set::{ConstraintSet, Gains, Vertices};
use super::order::{STREAMS, interleaved};
use super::springs::compliances;
use crate::damping::Bodies;
use crate::{Fabric, RestShape};

/// All springs, in the order of their visits.
#[derive(Clone, Debug)]
pub(super) struct Edges {
    ends: Vec<[u32; 2]>,
    springs: Vec<Spring>,
    multipliers: Vec<f64>,
    /// `1 / (w_a + w_b + α̃)`, or 0 if nothing can move.
    inverses: Vec<f64>,
    gains: Gains,
}

#[derive(Clone, Copy, Debug)]
struct Spring {
    /// `L` (m).
    length: f64,
    /// `α` (m/N).
    compliance: f64,
}

impl Edges {
    pub(super) fn new(mesh: &Topology, rest: &RestShape, fabric: &Fabric) -> Self {
        let compliances = compliances(mesh, rest, fabric);
        let order = interleaved(mesh.edges().len(), STREAMS);
        let spring =
            |&edge: &usize| Spring { length: rest.lengths()[edge], compliance: compliances[edge] };
        Self {
            ends: order.iter().map(|&edge| mesh.edges()[edge].map(|v| v.0)).collect(),
            springs: order.iter().map(spring).collect(),
            multipliers: vec![0.0; order.len()],
            inverses: vec![0.0; order.len()],
            gains: Gains::compliant(1.0, 0.0),
        }
    }
}

impl ConstraintSet for Edges {
    fn prepare(&mut self, inverse_masses: &[f64], gains: Gains) {
        self.gains = gains;
        for ((inverse, spring), ends) in self.inverses.iter_mut().zip(&self.springs).zip(&self.ends)
        {
            let [a, b] = ends.map(|v| inverse_masses[v as usize]);
            let alpha = gains.compliance_scale * spring.compliance;
            let denominator = a + b + alpha;
            *inverse = if denominator > 0.0 { denominator.recip() } else { 0.0 };
        }
    }

    fn reset(&mut self) {
        self.multipliers.fill(0.0);
    }

    fn sweep(&mut self, vertices: &mut Vertices) {
        let Gains { compliance_scale, stiffness, .. } = self.gains;
        let (x, w) = (&mut *vertices.positions, vertices.inverse_masses);
        let constants = self.ends.iter().zip(&self.springs).zip(&self.inverses);
        for (((ends, spring), inverse), lambda) in constants.zip(&mut self.multipliers) {
            let [a, b] = ends.map(|v| v as usize);
            let d = x[b] - x[a];
            let length = d.length();
            if length == 0.0 {
                continue;
            }
            let alpha = compliance_scale * spring.compliance;
            let residual = stiffness * (length - spring.length) + alpha * *lambda;
            let delta = -residual * inverse;
            *lambda += delta;
            let push = (delta / length) * d;
            x[a] -= w[a] * push;
            x[b] += w[b] * push;
        }
    }

    fn slow(&mut self, bodies: &mut Bodies) {
        let (x, w) = (bodies.positions, bodies.inverse_masses);
        let v = &mut *bodies.velocities;
        for (ends, spring) in self.ends.iter().zip(&self.springs) {
            let [a, b] = ends.map(|v| v as usize);
            let d = x[b] - x[a];
            let mobility = w[a] + w[b];
            let squared = d.length_squared();
            if squared == 0.0 || mobility == 0.0 {
                continue;
            }
            let grip = self.gains.grip(mobility, spring.compliance);
            let push = (-grip * d.dot(v[b] - v[a]) / squared) * d;
            v[a] -= w[a] * push;
            v[b] += w[b] * push;
        }
    }

    fn energy(&self, positions: &[DVec3]) -> f64 {
        let energy = |(ends, spring): (&[u32; 2], &Spring)| {
            let [a, b] = ends.map(|v| positions[v as usize]);
            let stretch = a.distance(b) - spring.length;
            0.5 * stretch * stretch / spring.compliance
        };
        self.ends.iter().zip(&self.springs).map(energy).sum()
    }
}
