//! Preconditioned conjugate gradients [Hestenes 1952].
//!
//! ```text
//! α = rᵀz/pᵀAp,  x ← x + αp,  r ← r − αAp,  z = B r,  β = rᵀz/(rᵀz)_before,  p ← z + βp
//! ```
//!
//! Products with a large matrix are those of its single-precision (`f32`) copy. A solution is then
//! checked with the matrix itself, `r = b − A x`. If that is not small enough, the iteration
//! restarts from there (iterative refinement in mixed precision); if a restart has not brought much
//! either, or the copy seems not to be positive definite where the matrix is, it goes on with the
//! matrix itself.

mod approximate_inverse;
mod block_jacobi;

use glam::DVec3;

pub(crate) use approximate_inverse::{ApproximateInverse, Residual};
pub(crate) use block_jacobi::{BlockJacobi, InverseDiagonal};

use crate::precision::Precision;
use crate::product::{Order, SymmetricProduct};
use crate::solver::Solution;
use crate::system::System;
use crate::vectors::{dot, largest};

/// A restart from the true residual has to bring its square down by this, or the copy is of no use.
const WORTH_IT: f64 = 0.01;

/// Memory of the iteration, kept between calls.
#[derive(Debug)]
pub(crate) struct Workspace {
    product: SymmetricProduct,
    r: Vec<DVec3>,
    p: Vec<DVec3>,
    q: Vec<DVec3>,
}

/// Conditions under which the iteration stops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    pub(crate) tolerance: f64,
    pub(crate) iterations: u32,
}

impl Workspace {
    /// Makes a workspace whose copy of the matrix is in the given precision.
    pub(crate) fn new(copy: Precision) -> Self {
        let product = SymmetricProduct::new(copy);
        Self { product, r: Vec::new(), p: Vec::new(), q: Vec::new() }
    }

    /// True if the copy is in single precision: then the matrix has the last word.
    fn is_mixed(&self) -> bool {
        self.product.precision() == Precision::Single
    }

    /// Copies the matrix of a solve. Returns the order in which preconditioners are given
    /// residuals.
    pub(crate) fn prepare(&mut self, system: &System) -> &Order {
        self.product.prepare(system);
        self.product.order()
    }

    /// Solves `A x = b` from `x = 0`, with the matrix of [`Workspace::prepare`]. Entries of `b` at
    /// fixed vertices must be 0. Ends early at a direction without positive curvature: the
    /// truncated CG direction is the best of those seen so far, and descends [Steihaug 1983].
    pub(crate) fn solve(
        &mut self,
        system: &System,
        b: &[DVec3],
        stop: Stop,
        inverse: &mut impl ApproximateInverse,
    ) -> Solution {
        let scale = if self.is_mixed() { power_above(largest(b)) } else { 1.0 };
        let b: Vec<DVec3> = b.iter().map(|b| *b / scale).collect();
        let solution = Iteration::begin(self, system, &b, inverse).run(stop);
        let mut x = Vec::new();
        self.product.order().scatter(&solution.x, &mut x);
        for x in &mut x {
            *x *= scale;
        }
        Solution { x, ..solution }
    }
}

/// Matrix whose products are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Products {
    /// The matrix, or a copy in double precision.
    Exact,
    /// A copy, in mixed precision; `rᵀBr` at the last start.
    Mixed { since: f64 },
}

/// A solve under way, with all vectors but `b` in the order of products.
struct Iteration<'a, B> {
    workspace: &'a mut Workspace,
    system: &'a System<'a>,
    b: &'a [DVec3],
    inverse: &'a mut B,
    x: Vec<DVec3>,
    /// `rᵀBr`.
    rz: f64,
    products: Products,
}

impl<'a, B: ApproximateInverse> Iteration<'a, B> {
    /// Starts from `x = 0`.
    fn begin(
        workspace: &'a mut Workspace,
        system: &'a System<'a>,
        b: &'a [DVec3],
        inverse: &'a mut B,
    ) -> Self {
        let is_mixed = workspace.is_mixed();
        let Workspace { product, r, p, q } = &mut *workspace;
        let mut x = vec![DVec3::ZERO; b.len()];
        product.order().gather(b, r);
        p.clear();
        p.resize(b.len(), DVec3::ZERO);
        q.clear();
        q.resize(b.len(), DVec3::ZERO);
        let rz = inverse.reduce(Residual { r, alpha: 0.0, q });
        inverse.advance((&mut x, 0.0), (p, 0.0), q);
        let products = if is_mixed { Products::Mixed { since: rz } } else { Products::Exact };
        Self { workspace, system, b, inverse, x, rz, products }
    }

    fn run(mut self, stop: Stop) -> Solution {
        let target = stop.tolerance * stop.tolerance * self.rz;
        let is_small = |rz: f64| rz <= target || rz.is_nan();
        let (mut iteration, mut moved) = (0, false);
        loop {
            if let (true, Products::Mixed { since }) = (is_small(self.rz), self.products) {
                self.refine(since);
            }
            if is_small(self.rz) || iteration == stop.iterations {
                // A preconditioner that is not positive definite either has led nowhere.
                let complete = (0.0..=target).contains(&self.rz);
                let positive = complete || (self.rz > target && moved);
                return Solution {
                    x: self.x,
                    iterations: iteration,
                    positive,
                    complete,
                    refused: None,
                };
            }
            iteration += 1;
            let curvature = self.curvature();
            if curvature <= 0.0 || curvature.is_nan() {
                if self.products != Products::Exact && self.exact_curvature() > 0.0 {
                    self.rz = self.restart();
                    self.products = Products::Exact;
                    continue;
                }
                let (x, complete) = (self.x, false);
                return Solution {
                    x,
                    iterations: iteration,
                    positive: moved,
                    complete,
                    refused: None,
                };
            }
            self.advance(curvature);
            moved = true;
        }
    }

    /// Restarts from the true residual, with the copy as long as that pays.
    fn refine(&mut self, since: f64) {
        self.rz = self.restart();
        let worth_it = self.rz <= WORTH_IT * since;
        self.products = if worth_it { Products::Mixed { since: self.rz } } else { Products::Exact };
    }

    /// Sets `q = A p`. Returns `pᵀAp`.
    fn curvature(&mut self) -> f64 {
        if self.workspace.is_mixed() && self.products == Products::Exact {
            return self.exact_curvature();
        }
        let Workspace { product, p, q, .. } = &mut *self.workspace;
        product.multiply(self.system, p, q)
    }

    /// The same with the matrix itself.
    fn exact_curvature(&mut self) -> f64 {
        let Workspace { product, p, q, .. } = &mut *self.workspace;
        let exact = natural_product(self.system, product.order(), p);
        product.order().gather(&exact, q);
        dot(p, q)
    }

    /// Goes to the minimum along `p`, and makes the next direction.
    fn advance(&mut self, curvature: f64) {
        let Workspace { r, p, q, .. } = &mut *self.workspace;
        let alpha = self.rz / curvature;
        let next = self.inverse.reduce(Residual { r, alpha, q });
        self.inverse.advance((&mut self.x, alpha), (p, next / self.rz), q);
        self.rz = next;
    }

    /// Starts again from the true residual. Returns `rᵀBr`.
    fn restart(&mut self) -> f64 {
        let Workspace { product, r, p, q } = &mut *self.workspace;
        let mut left = natural_product(self.system, product.order(), &self.x);
        for (left, b) in left.iter_mut().zip(self.b) {
            *left = *b - *left;
        }
        product.order().gather(&left, r);
        q.fill(DVec3::ZERO);
        let rz = self.inverse.reduce(Residual { r, alpha: 0.0, q });
        self.inverse.advance((&mut self.x, 0.0), (p, 0.0), q);
        rz
    }
}

/// Returns a power of two just above a length, so that what has been divided by it fits into single
/// precision; 1 if it is no length.
fn power_above(length: f64) -> f64 {
    if length.is_normal() { libm::ldexp(1.0, libm::frexp(length).1.min(1023)) } else { 1.0 }
}

/// Returns `A x` in the natural order, of `x` in that of products.
fn natural_product(system: &System, order: &Order, x: &[DVec3]) -> Vec<DVec3> {
    let (mut natural, mut product) = (Vec::new(), vec![DVec3::ZERO; x.len()]);
    order.scatter(x, &mut natural);
    system.multiply(&natural, &mut product);
    product
}
