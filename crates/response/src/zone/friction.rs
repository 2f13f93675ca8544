//! Coulomb friction on the planes of a zone.
//!
//! After the normal solve every plane has a multiplier `λ ≥ 0`. Friction acts on the slip `u` of
//! displacements or velocities at each plane that pushes, in Gauss–Seidel sweeps:
//!
//! ```text
//! u = (1 − n nᵀ) Σ aᵢ vᵢ,    τ ← τ − u/W, shortened to |τ| ≤ μ λ,    Δvᵢ = wᵢ aᵢ Δτ
//! ```
//!
//! `W` is a number, so that each visit takes the least of `½ Σ mᵢ|vᵢ|²` over the disc of its own
//! `τ`: from `τ = 0` on no visit adds energy, unless a kinematic vertex drags. `Σ aᵢ = 0` keeps
//! linear momentum. Friction at one plane may push a neighbour into its own; so the planes are
//! projected on once more, which adds no energy to velocities either.
//!
//! Planes of capsules have no friction: their pairs are not known.

use glam::DVec3;

use super::projection::{Goals, Projection, ZonePlanes};

/// Gauss–Seidel sweeps.
const SWEEPS: usize = 16;

/// Friction of the planes of a zone.
pub(super) struct Friction<'a> {
    /// `μ` of each plane.
    pub(super) coefficients: Vec<f64>,
    /// Values without slip: positions at the start, or 0 for velocities.
    pub(super) origin: &'a [DVec3],
    /// Bounds and tolerances of the normal solve.
    pub(super) goals: &'a Goals,
    /// Most products for a cluster in a sweep of the last projection.
    pub(super) products: usize,
}

impl Friction<'_> {
    /// Applies friction to the result of a normal solve, whose multipliers stay.
    pub(super) fn apply(&self, planes: &ZonePlanes, solved: Projection) -> Projection {
        let Projection { mut values, multipliers, mut visits } = solved;
        let limits: Vec<f64> =
            self.coefficients.iter().zip(&multipliers).map(|(mu, lambda)| mu * lambda).collect();
        if limits.iter().any(|limit| *limit > 0.0) {
            for (value, origin) in values.iter_mut().zip(self.origin) {
                *value -= *origin;
            }
            planes.rub(&mut values, &limits, SWEEPS);
            for (value, origin) in values.iter_mut().zip(self.origin) {
                *value += *origin;
            }
            let goals = Goals {
                least: self.goals.least.clone(),
                tolerances: self.goals.tolerances.clone(),
                multipliers: vec![0.0; limits.len()],
            };
            let again = planes.project(values, &goals, self.products);
            visits += SWEEPS * limits.len() + again.visits;
            values = again.values;
        }
        Projection { values, multipliers, visits }
    }
}
