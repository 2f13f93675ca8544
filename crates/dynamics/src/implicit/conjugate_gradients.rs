//! Preconditioned conjugate gradients [Hestenes 1952].
//!
//! ```text
//! α = rᵀz/pᵀAp,  x ← x + αp,  r ← r − αAp,  z = B r,  β = rᵀz/(rᵀz)_before,  p ← z + βp
//! ```

use glam::DVec3;

use super::approximate_inverse::{ApproximateInverse, Residual};
use super::linear_solver::Solution;
use super::symmetric_product::SymmetricProduct;
use super::system::System;

/// What the iteration needs, kept between calls.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    product: SymmetricProduct,
    r: Vec<DVec3>,
    p: Vec<DVec3>,
    q: Vec<DVec3>,
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) tolerance: f64,
    pub(super) iterations: u32,
}

impl Workspace {
    /// Solves `A x = b` from `x = 0`. Entries of `b` at fixed vertices must be 0. Ends
    /// early at a direction without positive curvature: what there is so far is the best of the directions
    /// seen, and descends [Steihaug 1983].
    pub(super) fn solve(
        &mut self,
        system: &System,
        b: &[DVec3],
        stop: Stop,
        inverse: &mut impl ApproximateInverse,
    ) -> Solution {
        let Self { product, r, p, q } = self;
        product.prepare(system);
        let mut x = vec![DVec3::ZERO; b.len()];
        r.clear();
        r.extend_from_slice(b);
        for zeros in [&mut *p, &mut *q] {
            zeros.clear();
            zeros.resize(b.len(), DVec3::ZERO);
        }
        let mut rz = inverse.reduce(Residual { r, alpha: 0.0, q });
        inverse.advance((&mut x, 0.0), (p, 0.0));
        let target = stop.tolerance * stop.tolerance * rz;
        for iteration in 0..stop.iterations {
            if rz <= target || rz.is_nan() {
                // A preconditioner that is not positive either has led nowhere.
                let positive = rz >= 0.0;
                return Solution { x, iterations: iteration, positive, complete: positive };
            }
            let curvature = product.multiply(system, p, q);
            if curvature <= 0.0 || curvature.is_nan() {
                let positive = iteration > 0;
                return Solution { x, iterations: iteration + 1, positive, complete: false };
            }
            let alpha = rz / curvature;
            let next = inverse.reduce(Residual { r, alpha, q });
            inverse.advance((&mut x, alpha), (p, next / rz));
            rz = next;
        }
        let complete = rz <= target;
        Solution { x, iterations: stop.iterations, positive: true, complete }
    }
}
