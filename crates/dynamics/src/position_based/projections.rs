//! Constraints behind the interface, projected one by one.

use glam::DVec3;

use super::constraint::{Bound, Constraint};
use super::constraint_set::{ConstraintSet, Gains, Vertices};

/// Constraints in the order in which they were added.
#[derive(Debug)]
pub(super) struct Projections<C> {
    items: Vec<Item<C>>,
    gains: Gains,
    points: Vec<DVec3>,
    gradient: Vec<DVec3>,
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
        let mut set = Self { items: Vec::new(), gains, points: Vec::new(), gradient: Vec::new() };
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
        let Gains { compliance_scale, viscosity, stiffness } = self.gains;
        for Item { constraint, vertices: stencil, multiplier } in &mut self.items {
            self.points.clear();
            self.points.extend(stencil.iter().map(|&v| vertices.positions[v]));
            self.gradient.clear();
            self.gradient.resize(stencil.len(), DVec3::ZERO);
            let value = constraint.evaluate(&self.points, &mut self.gradient);
            let (mut mobility, mut rate) = (0.0, 0.0);
            for ((&v, g), x) in stencil.iter().zip(&self.gradient).zip(&self.points) {
                mobility += vertices.inverse_masses[v] * g.length_squared();
                rate += g.dot(*x - vertices.start[v]);
            }
            // Viscosity is a part of the elastic force, and an infinitely stiff constraint has
            // none.
            let alpha = compliance_scale * constraint.compliance();
            let gamma = if alpha > 0.0 { viscosity } else { 0.0 };
            let denominator = (1.0 + gamma) * mobility + alpha;
            if mobility == 0.0 {
                continue;
            }
            let residual = stiffness * value + alpha * *multiplier + gamma * rate;
            let mut total = *multiplier - residual / denominator;
            if constraint.bound() == Bound::AtLeastZero {
                total = total.max(0.0);
            }
            let delta = total - *multiplier;
            *multiplier = total;
            for (&v, g) in stencil.iter().zip(&self.gradient) {
                vertices.positions[v] += vertices.inverse_masses[v] * delta * *g;
            }
        }
    }

    fn energy(&self, positions: &[DVec3]) -> f64 {
        let energy = |item: &Item<C>| {
            let points: Vec<DVec3> = item.vertices.iter().map(|&v| positions[v]).collect();
            let value = item.constraint.evaluate(&points, &mut vec![DVec3::ZERO; points.len()]);
            let idle = item.constraint.bound() == Bound::AtLeastZero && value >= 0.0;
            let compliance = item.constraint.compliance();
            // An infinitely stiff constraint stores no energy.
            if idle || compliance == 0.0 { 0.0 } else { 0.5 * value * value / compliance }
        };
        self.items.iter().map(energy).sum()
    }
}
