//! A single-precision (`f32`) copy of a Cholesky factor, for a preconditioner.
//!
//! A solve reads the whole factor twice and does little with it, so that its bytes are its cost.
//! Whatever rounding does to `L`, `L Lᵀ` is symmetric and positive definite; it is close to the
//! matrix, not equal to it, and solves with it are made in double precision. So the preconditioner
//! is a fixed one, as conjugate gradients ask for.

use std::sync::Arc;

use glam::DVec3;

use super::Plan;
use super::substitution::{self, Factor};

/// `L`.
#[derive(Debug)]
pub(crate) struct SinglePrecisionFactor {
    plan: Arc<Plan>,
    numbers: Packed,
}

/// Columns from the diagonal on, one after the other; reciprocals on the diagonal.
#[derive(Debug)]
struct Packed {
    /// First number and height of every front.
    fronts: Vec<[usize; 2]>,
    values: Vec<f32>,
}

impl SinglePrecisionFactor {
    /// Copies a factor; none if memory does not suffice.
    pub(super) fn new(plan: &Arc<Plan>, factor: &impl Factor<Number = f64>) -> Option<Self> {
        let mut fronts = Vec::with_capacity(plan.symbolic.fronts.len());
        let mut values = Vec::new();
        values.try_reserve_exact(plan.symbolic.cost.entries as usize).ok()?;
        for (k, front) in plan.symbolic.fronts.iter().enumerate() {
            fronts.push([values.len(), front.width() + front.below()]);
            for column in 0..front.width() {
                let (pivot, below) = factor.column(k, column).split_first()?;
                values.push(pivot.recip() as f32);
                values.extend(below.iter().map(|number| *number as f32));
            }
        }
        Some(Self { plan: Arc::clone(plan), numbers: Packed { fronts, values } })
    }

    /// Solves `L Lᵀ z = b`.
    pub(crate) fn solve(&self, b: &[DVec3], z: &mut [DVec3]) {
        let Plan { graph, symbolic } = &*self.plan;
        z.copy_from_slice(&substitution::solve(&self.numbers, symbolic, &graph.free, b));
    }
}

impl Factor for Packed {
    type Number = f32;

    #[inline]
    fn column(&self, front: usize, column: usize) -> &[f32] {
        let [start, height] = self.fronts[front];
        // Columns before it have height, height − 1, … numbers.
        let before = column * (2 * height + 1 - column) / 2;
        &self.values[start + before..][..height - column]
    }

    #[inline]
    fn reciprocal(stored: f32) -> f64 {
        stored.into()
    }
}
