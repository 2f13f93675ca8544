//! The interface of all sets of constraints.

use glam::DVec3;

use crate::damping::Bodies;

/// The vertices that a sweep moves.
pub(super) struct Vertices<'a> {
    /// Current positions (m).
    pub(super) positions: &'a mut [DVec3],
    /// Inverse masses (1/kg).
    pub(super) inverse_masses: &'a [f64],
}

/// The numbers in the formula of the module that do not depend on the constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gains {
    /// `1/Δt²` (1/s²), or 0 for plain PBD.
    pub(super) compliance_scale: f64,
    /// `γ = τ/Δt`.
    pub(super) viscosity: f64,
    /// Factor of `C`: 1, or that of plain PBD.
    pub(super) stiffness: f64,
}

impl Gains {
    /// Compliance over a step of `dt` (s) with a damping time (s).
    pub(super) fn compliant(dt: f64, damping_time: f64) -> Self {
        Self { compliance_scale: 1.0 / (dt * dt), viscosity: damping_time / dt, stiffness: 1.0 }
    }

    /// Impulse that slows the rate of a constraint by 1, `γ/(γ ∇C W ∇Cᵀ + α̃)`, of its mobility
    /// `∇C W ∇Cᵀ`, which is not 0, and its compliance `α`.
    pub(super) fn grip(self, mobility: f64, compliance: f64) -> f64 {
        (mobility + self.compliance_scale * compliance / self.viscosity).recip()
    }

    /// Plain PBD: the factor `k` over `sweeps` sweeps.
    pub(super) fn stiff(k: f64, sweeps: u32) -> Self {
        let stiffness = 1.0 - libm::pow(1.0 - k, 1.0 / f64::from(sweeps));
        Self { compliance_scale: 0.0, viscosity: 0.0, stiffness }
    }
}

/// Constraints of one kind, with their multipliers.
pub(super) trait ConstraintSet: std::fmt::Debug + Send + Sync {
    /// Computes the constants of masses (1/kg) and step. Called before the first sweep and
    /// whenever one of them has changed.
    fn prepare(&mut self, inverse_masses: &[f64], gains: Gains);

    /// Sets all multipliers to 0.
    fn reset(&mut self);

    /// Visits every constraint once.
    fn sweep(&mut self, vertices: &mut Vertices);

    /// Slows the rate of every constraint once, by the viscosity of the gains. Nothing that moves
    /// as a rigid body is slowed.
    fn slow(&mut self, bodies: &mut Bodies);

    /// `Σ ½ Cᵀ α⁻¹ C` (J).
    fn energy(&self, positions: &[DVec3]) -> f64;
}

/// Tests that every set has to pass.
#[cfg(test)]
pub(super) mod contract {
    use super::*;

    /// Positions that are nothing special near the given ones.
    pub(in super::super) fn shaken(positions: &[DVec3], size: f64) -> Vec<DVec3> {
        let mut random = 0x2545_F491_4F6C_DD1D_u64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            f64::from((random >> 32) as u32) / f64::from(u32::MAX) - 0.5
        };
        positions.iter().map(|x| *x + size * DVec3::new(next(), next(), next())).collect()
    }

    /// In the limit of short steps a sweep applies the forces of the energy, `Δx = −Δt² w ∇E`: this
    /// checks gradients and compliances at once, against central differences of the energy.
    pub(in super::super) fn short_steps_apply_the_forces(
        set: &mut dyn ConstraintSet,
        start: &[DVec3],
    ) {
        let inverse_masses: Vec<f64> = (0..start.len()).map(|i| [0.0, 1.0, 2.5][i % 3]).collect();
        let dt = 1e-6;
        set.prepare(&inverse_masses, Gains::compliant(dt, 0.0));
        set.reset();
        let mut positions = start.to_vec();
        set.sweep(&mut Vertices { positions: &mut positions, inverse_masses: &inverse_masses });
        let step = 1e-6;
        let scale = |x: DVec3| x.abs().max_element();
        let mut largest = 0.0_f64;
        let mut forces = Vec::new();
        for i in 0..start.len() {
            let force = DVec3::from_array(std::array::from_fn(|axis| {
                let moved = |by: f64| {
                    let mut x = start.to_vec();
                    x[i][axis] += by;
                    set.energy(&x)
                };
                -(moved(step) - moved(-step)) / (2.0 * step)
            }));
            largest = largest.max(scale(force));
            forces.push(force);
        }
        assert!(largest > 0.0, "the test needs a deformed start");
        for (i, force) in forces.into_iter().enumerate() {
            let moved = (positions[i] - start[i]) / (dt * dt);
            let wanted = inverse_masses[i] * force;
            assert!(
                scale(moved - wanted) < 2e-3 * largest,
                "vertex {i}: moved by {moved}, wanted {wanted}, largest {largest}"
            );
        }
    }
}
