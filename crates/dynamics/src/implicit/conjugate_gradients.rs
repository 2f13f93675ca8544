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
use super::entry::Entry;
use super::linear_solver::Solution;
use super::locality::Order;
use super::symmetric_product::SymmetricProduct;
use super::system::System;
use super::vectors::{dot, largest};

/// A start from the true residual has to bring its square down by this, or the copy is of no use.
const WORTH_IT: f64 = 0.01;

/// What the iteration needs, kept between calls. Residuals are rounded together with the copy of the matrix.
#[derive(Debug)]
pub(super) struct Workspace<E> {
    product: SymmetricProduct,
    r: Vec<E>,
    p: Vec<DVec3>,
    q: Vec<E>,
}

impl<E: Entry> Default for Workspace<E> {
    fn default() -> Self {
        let product = SymmetricProduct::new(E::IS_ROUNDED);
        Self { product, r: Vec::new(), p: Vec::new(), q: Vec::new() }
    }
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

impl<E: Entry> Workspace<E> {
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
        inverse: &mut impl ApproximateInverse<E>,
    ) -> Solution {
        let scale = if E::IS_ROUNDED { power_above(largest(b)) } else { 1.0 };
        let b: Vec<DVec3> = b.iter().map(|b| *b / scale).collect();
        let solution = self.solve_in_order(system, &b, stop, inverse);
        let mut x = Vec::new();
        self.product.order().scatter(&solution.x, &mut x);
        for x in &mut x {
            *x *= scale;
        }
        Solution { x, ..solution }
    }

    /// The same with `x` in the order of products.
    fn solve_in_order(
        &mut self,
        system: &System,
        b: &[DVec3],
        stop: Stop,
        inverse: &mut impl ApproximateInverse<E>,
    ) -> Solution {
        let Self { product, r, p, q } = self;
        let mut x = vec![DVec3::ZERO; b.len()];
        product.order().gather(b, r);
        p.clear();
        p.resize(b.len(), DVec3::ZERO);
        q.clear();
        q.resize(b.len(), E::default());
        let mut rz = inverse.reduce(Residual { r, alpha: 0.0, q });
        inverse.advance((&mut x, 0.0), (p, 0.0), q);
        let target = stop.tolerance * stop.tolerance * rz;
        let mut products =
            if E::IS_ROUNDED { Products::Rounded { since: rz } } else { Products::True };
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
            let curvature = if E::IS_ROUNDED && products == Products::True {
                true_product((system, product.order()), p, q)
            } else {
                product.multiply(system, p, q)
            };
            if curvature <= 0.0 || curvature.is_nan() {
                let is_rounded = products != Products::True;
                if is_rounded && true_product((system, product.order()), p, q) > 0.0 {
                    rz = restart((system, product.order(), b), &mut x, (r, p, q), inverse);
                    products = Products::True;
                    continue;
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

/// A power of two just above a length, so that numbers of four bytes can hold what has been divided by it; 1 if it is no length.
fn power_above(length: f64) -> f64 {
    if length.is_normal() { libm::ldexp(1.0, libm::frexp(length).1.min(1023)) } else { 1.0 }
}

/// `A x` in the order of the mesh, of `x` in that of products.
fn mesh_product((system, order): (&System, &Order), x: &[DVec3]) -> Vec<DVec3> {
    let (mut mesh, mut product) = (Vec::new(), vec![DVec3::ZERO; x.len()]);
    order.scatter(x, &mut mesh);
    system.multiply(&mesh, &mut product);
    product
}

/// `y = A x`, both in the order of products. Returns `xᵀy`.
fn true_product<E: Entry>((system, order): (&System, &Order), x: &[DVec3], y: &mut Vec<E>) -> f64 {
    order.gather(&mesh_product((system, order), x), y);
    dot(x, y)
}

/// Starts again from the true residual. Returns `rᵀBr`.
fn restart<E: Entry>(
    (system, order, b): (&System, &Order, &[DVec3]),
    x: &mut [DVec3],
    (r, p, q): (&mut Vec<E>, &mut [DVec3], &mut [E]),
    inverse: &mut impl ApproximateInverse<E>,
) -> f64 {
    let mut left = mesh_product((system, order), x);
    for (left, b) in left.iter_mut().zip(b) {
        *left = *b - *left;
    }
    order.gather(&left, r);
    q.fill(E::default());
    let rz = inverse.reduce(Residual { r, alpha: 0.0, q });
    inverse.advance((x, 0.0), (p, 0.0), q);
    rz
}
