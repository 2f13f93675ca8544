//! Backtracking along a search direction.
//!
//! ```text
//! Φ(x + α d) ≤ Φ(x) + c₁ α ∇Φ·d        the Armijo condition, c₁ = 10⁻⁴
//! ```

use glam::DVec3;

use super::hook::StepHook;
use super::objective::{Objective, Terms};

/// The constant `c₁` of the Armijo condition.
const ARMIJO: f64 = 1e-4;

/// Step lengths are halved at most this many times.
const BACKTRACKS: u32 = 30;

/// Condition on the end of a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Condition {
    /// None.
    Any,
    /// Its energy is finite.
    Finite,
    /// The Armijo condition, with the energy and the slope at the start.
    Armijo { energy: f64, slope: f64 },
}

impl Condition {
    /// Tests the energy `reached` at the step length `alpha`.
    fn allows(self, reached: f64, alpha: f64) -> bool {
        match self {
            Self::Any => true,
            Self::Finite => reached.is_finite(),
            Self::Armijo { energy, slope } => {
                // Near the minimum the descent is smaller than the rounding errors of the energies.
                let rounding = 1e-14 * (energy.abs() + reached.abs());
                reached.is_finite() && reached <= energy + ARMIJO * alpha * slope + rounding
            }
        }
    }
}

/// A line search from `start` along `direction`.
pub(super) struct LineSearch<'a> {
    pub(super) objective: &'a Objective,
    pub(super) terms: Terms<'a>,
    pub(super) start: &'a [DVec3],
    pub(super) direction: &'a [DVec3],
    pub(super) hook: &'a mut dyn StepHook,
}

/// End of a line search.
pub(super) struct Accepted {
    pub(super) positions: Vec<DVec3>,
    pub(super) backtracks: u32,
}

impl LineSearch<'_> {
    /// Finds the longest step, from `alpha` by halving, that the condition allows. The hook has
    /// been refreshed at its end. The error is the number of halvings, all in vain: the hook has
    /// then been refreshed at the start.
    pub(super) fn run(&mut self, mut alpha: f64, condition: Condition) -> Result<Accepted, u32> {
        for backtracks in 0..=BACKTRACKS {
            let moved = self.start.iter().zip(self.direction).map(|(x, d)| *x + alpha * *d);
            let positions: Vec<DVec3> = moved.collect();
            self.hook.refresh(&positions);
            if matches!(condition, Condition::Any) {
                return Ok(Accepted { positions, backtracks: 0 });
            }
            let reached = self.energy(&positions);
            if condition.allows(reached, alpha) {
                return Ok(Accepted { positions, backtracks });
            }
            alpha *= 0.5;
        }
        self.hook.refresh(self.start);
        Err(BACKTRACKS)
    }

    fn energy(&self, x: &[DVec3]) -> f64 {
        let extra = [self.terms.extra, &self.hook.potentials()].concat();
        self.objective.energy(Terms { extra: &extra, ..self.terms }, x)
    }
}
