//! Preconditioned conjugate gradients [Hestenes 1952].
//!
//! ```text
//! α = rᵀz/pᵀAp,  x ← x + αp,  r ← r − αAp,  z = B r,  β = rᵀz/(rᵀz)_before,  p ← z + βp
//! ```
//!
//! Products with a large matrix are those of its rounded copy. An answer is then looked at with the matrix itself, `r = b − A x`; if that is not
//! small enough, the iteration starts again from there (iterative refinement), and if that has not brought much either, or the copy seems not to be
//! positive where the matrix is, it goes on with the matrix itself.

use glam::DVec3;

use super::approximate_inverse::{ApproximateInverse, Residual};
use super::linear_solver::Solution;
use super::locality::Order;
use super::symmetric_product::SymmetricProduct;
use super::system::System;
use super::vectors::dot;

/// A start from the true residual has to bring its square down by this, or the copy is of no use.
const WORTH_IT: f64 = 0.01;

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

/// What products are made from.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Products {
    /// The matrix, or a copy of it.
    True,
    /// A copy with rounded numbers; `rᵀBr` at the last start.
    Rounded { since: f64 },
}

impl Workspace {
    /// Copies of more than `many` rows are rounded.
    #[cfg(test)]
    pub(super) fn with_limit(many: usize) -> Self {
        Self { product: SymmetricProduct::with_limit(many), ..Self::default() }
    }

    /// Copies the matrix of a solve. Returns the order in which preconditioners are given residuals.
    pub(super) fn prepare(&mut self, system: &System) -> &Order {
        self.product.prepare(system);
        self.product.order()
    }

    /// Solves `A x = b` from `x = 0`, with the matrix of [`Workspace::prepare`]. Entries of `b` at fixed vertices must be 0. Ends
    /// early at a direction without positive curvature: what there is so far is the best of the directions
    /// seen, and descends [Steihaug 1983].
    pub(super) fn solve(
        &mut self,
        system: &System,
        b: &[DVec3],
        stop: Stop,
        inverse: &mut impl ApproximateInverse,
    ) -> Solution {
        let Solution { x, iterations, positive, complete } =
            self.solve_in_order(system, b, stop, inverse);
        let mut solution = Vec::new();
        self.product.order().scatter(&x, &mut solution);
        Solution { x: solution, iterations, positive, complete }
    }

    /// The same with `x` in the order of products.
    fn solve_in_order(
        &mut self,
        system: &System,
        b: &[DVec3],
        stop: Stop,
        inverse: &mut impl ApproximateInverse,
    ) -> Solution {
        let Self { product, r, p, q } = self;
        let mut x = vec![DVec3::ZERO; b.len()];
        product.order().gather(b, r);
        for zeros in [&mut *p, &mut *q] {
            zeros.clear();
            zeros.resize(b.len(), DVec3::ZERO);
        }
        let mut rz = inverse.reduce(Residual { r, alpha: 0.0, q });
        inverse.advance((&mut x, 0.0), (p, 0.0), q);
        let target = stop.tolerance * stop.tolerance * rz;
        let is_rounded = product.is_rounded();
        let mut products =
            if is_rounded { Products::Rounded { since: rz } } else { Products::True };
        let (mut iteration, mut moved) = (0, false);
        loop {
            let is_small = |rz: f64| rz <= target || rz.is_nan();
            if let (true, Products::Rounded { since }) = (is_small(rz), products) {
                rz = restart((system, product.order(), b), &mut x, (r, p, q), inverse);
                let worth_it = rz <= WORTH_IT * since;
                products = if worth_it { Products::Rounded { since: rz } } else { Products::True };
            }
            if is_small(rz) || iteration == stop.iterations {
                // A preconditioner that is not positive either has led nowhere.
                let complete = (0.0..=target).contains(&rz);
                let positive = complete || (rz > target && moved);
                return Solution { x, iterations: iteration, positive, complete };
            }
            iteration += 1;
            let curvature = if is_rounded && products == Products::True {
                true_product((system, product.order()), p, q);
                dot(p, q)
            } else {
                product.multiply(system, p, q)
            };
            if curvature <= 0.0 || curvature.is_nan() {
                if products != Products::True {
                    true_product((system, product.order()), p, q);
                    if dot(p, q) > 0.0 {
                        rz = restart((system, product.order(), b), &mut x, (r, p, q), inverse);
                        products = Products::True;
                        continue;
                    }
                }
                return Solution { x, iterations: iteration, positive: moved, complete: false };
            }
            let alpha = rz / curvature;
            let next = inverse.reduce(Residual { r, alpha, q });
            inverse.advance((&mut x, alpha), (p, next / rz), q);
            rz = next;
            moved = true;
        }
    }
}

/// `y = A x`, both in the order of products.
fn true_product((system, order): (&System, &Order), x: &[DVec3], y: &mut Vec<DVec3>) {
    let (mut mesh, mut product) = (Vec::new(), vec![DVec3::ZERO; x.len()]);
    order.scatter(x, &mut mesh);
    system.multiply(&mesh, &mut product);
    order.gather(&product, y);
}

/// Starts again from the true residual. Returns `rᵀBr`.
fn restart(
    (system, order, b): (&System, &Order, &[DVec3]),
    x: &mut [DVec3],
    (r, p, q): (&mut Vec<DVec3>, &mut [DVec3], &mut Vec<DVec3>),
    inverse: &mut impl ApproximateInverse,
) -> f64 {
    true_product((system, order), x, q);
    order.gather(b, r);
    let rz = inverse.reduce(Residual { r, alpha: 1.0, q });
    inverse.advance((x, 0.0), (p, 0.0), q);
    rz
}
