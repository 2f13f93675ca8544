//! Constraints behind the interface, projected one by one.

use glam::DVec3;

use super::constraint::{Bound, Constraint};
use super::constraint_set::{ConstraintSet, Gains, Vertices};
use crate::damping::Bodies;

/// Constraints in the order in which they were added.
#[derive(Debug)]
pub(super) struct Projections<C> {
    items: Vec<Item<C>>,
    gains: Gains,
    local: Local,
}

#[derive(Debug)]
struct Item<C> {
    constraint: C,
    /// As they were when the constraint was added.
    vertices: Vec<usize>,
    multiplier: f64,
}

impl<C: Constraint> Projections<C> {
    pub(super) fn new(constraints: impl IntoIterator<Item = C>) -> Self {
        let gains = Gains::compliant(1.0, 0.0);
        let mut set = Self { items: Vec::new(), gains, local: Local::default() };
        constraints.into_iter().for_each(|constraint| set.push(constraint));
        set
    }

    pub(super) fn push(&mut self, constraint: C) {
        let vertices: Vec<usize> = constraint.vertices().iter().map(|v| v.index()).collect();
        self.items.push(Item { constraint, vertices, multiplier: 0.0 });
    }

    /// `λ` of every constraint.
    #[cfg(test)]
    pub(super) fn multipliers(&self) -> impl Iterator<Item = f64> {
        self.items.iter().map(|item| item.multiplier)
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }
}

impl<C: Constraint> ConstraintSet for Projections<C> {
    fn prepare(&mut self, _: &[f64], gains: Gains) {
        self.gains = gains;
    }

    fn reset(&mut self) {
        for item in &mut self.items {
            item.multiplier = 0.0;
        }
    }

    fn sweep(&mut self, vertices: &mut Vertices) {
        let Gains { compliance_scale, stiffness, .. } = self.gains;
        for Item { constraint, vertices: stencil, multiplier } in &mut self.items {
            let value = self.local.evaluate(constraint, stencil, vertices.positions);
            let mobility = self.local.mobility(stencil, vertices.inverse_masses);
            if mobility == 0.0 {
                continue;
            }
            let alpha = compliance_scale * constraint.compliance();
            let residual = stiffness * value + alpha * *multiplier;
            let mut total = *multiplier - residual / (mobility + alpha);
            if constraint.bound() == Bound::AtLeastZero {
                total = total.max(0.0);
            }
            let delta = total - *multiplier;
            *multiplier = total;
            for (&v, g) in stencil.iter().zip(&self.local.gradient) {
                vertices.positions[v] += vertices.inverse_masses[v] * delta * *g;
            }
        }
    }

    fn slow(&mut self, bodies: &mut Bodies) {
        let w = bodies.inverse_masses;
        // Viscosity is a part of the elastic force: an infinitely stiff constraint has none.
        for Item { constraint, vertices, .. } in
            self.items.iter().filter(|item| item.constraint.compliance() > 0.0)
        {
            let value = self.local.evaluate(constraint, vertices, bodies.positions);
            let mobility = self.local.mobility(vertices, w);
            if mobility == 0.0 || is_idle(constraint, value) {
                continue;
            }
            let terms = || vertices.iter().zip(&self.local.gradient);
            let rate: f64 = terms().map(|(&v, g)| g.dot(bodies.velocities[v])).sum();
            let push = -rate * self.gains.grip(mobility, constraint.compliance());
            for (&v, g) in terms() {
                bodies.velocities[v] += w[v] * push * *g;
            }
        }
    }

    fn energy(&self, positions: &[DVec3]) -> f64 {
        let energy = |item: &Item<C>| {
            let points: Vec<DVec3> = item.vertices.iter().map(|&v| positions[v]).collect();
            let value = item.constraint.evaluate(&points, &mut vec![DVec3::ZERO; points.len()]);
            let compliance = item.constraint.compliance();
            // An infinitely stiff constraint stores no energy.
            if is_idle(&item.constraint, value) || compliance == 0.0 {
                0.0
            } else {
                0.5 * value * value / compliance
            }
        };
        self.items.iter().map(energy).sum()
    }
}

/// Points of one constraint, and its gradient there.
#[derive(Debug, Default)]
struct Local {
    points: Vec<DVec3>,
    gradient: Vec<DVec3>,
}

impl Local {
    /// Value of a constraint; its gradient is kept.
    fn evaluate(&mut self, constraint: &impl Constraint, at: &[usize], x: &[DVec3]) -> f64 {
        self.points.clear();
        self.points.extend(at.iter().map(|&v| x[v]));
        self.gradient.clear();
        self.gradient.resize(at.len(), DVec3::ZERO);
        constraint.evaluate(&self.points, &mut self.gradient)
    }

    /// `∇C W ∇Cᵀ` of the gradient that is kept.
    fn mobility(&self, at: &[usize], inverse_masses: &[f64]) -> f64 {
        let mut mobility = 0.0;
        for (&v, g) in at.iter().zip(&self.gradient) {
            mobility += inverse_masses[v] * g.length_squared();
        }
        mobility
    }
}

/// True for a constraint that holds on one side and is on the other.
fn is_idle(constraint: &impl Constraint, value: f64) -> bool {
    constraint.bound() == Bound::AtLeastZero && value >= 0.0
}
