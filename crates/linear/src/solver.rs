//! One linear system, by the method of the settings.

use glam::DVec3;

use crate::cholesky::Cholesky;
use crate::conjugate_gradients::{BlockJacobi, Stop, Workspace};
use crate::method::{LinearMethod, Preconditioner};
use crate::multilevel::Multilevel;
use crate::precision::Precision;
use crate::system::System;

/// Result of a linear solve.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Solution, or a truncated CG direction, which descends, if the matrix is not positive
    /// definite.
    pub x: Vec<DVec3>,
    /// Iterations; 1 for Cholesky.
    pub iterations: u32,
    /// True if `x` is one of both. Otherwise it is of no use, and the matrix must be made positive.
    pub positive: bool,
    /// True if `x` solves the system to the tolerance. The length of a truncated direction says
    /// nothing.
    pub complete: bool,
}

/// Systems of more vertices are solved in mixed precision. Below, double precision is in the cache,
/// and needs no work to be read.
const MIXED_PRECISION_FROM: usize = 8192;

/// Solves one system after the other, and keeps what depends on their pattern alone.
#[derive(Debug)]
pub struct LinearSolver {
    cholesky: Cholesky,
    double: Iterative,
    mixed: Iterative,
}

impl Default for LinearSolver {
    fn default() -> Self {
        Self {
            cholesky: Cholesky::default(),
            double: Iterative::new(Precision::Double),
            mixed: Iterative::new(Precision::Single),
        }
    }
}

/// Conjugate gradients with products from a copy of the matrix.
#[derive(Debug)]
struct Iterative {
    workspace: Workspace,
    multilevel: Multilevel,
}

impl LinearSolver {
    /// Solves `A x = b`, with `b = 0` at fixed vertices.
    pub fn solve(&mut self, system: &System, b: &[DVec3], method: LinearMethod) -> Solution {
        match method {
            LinearMethod::Cholesky => {
                let positive = self.cholesky.factor(system);
                let x = if positive { self.cholesky.solve(b) } else { vec![DVec3::ZERO; b.len()] };
                Solution { x, iterations: 1, positive, complete: positive }
            }
            LinearMethod::ConjugateGradients { preconditioner, tolerance, iterations } => {
                let stop = Stop { tolerance, iterations };
                if system.vertex_count() > MIXED_PRECISION_FROM {
                    self.mixed.solve(system, b, stop, preconditioner)
                } else {
                    self.double.solve(system, b, stop, preconditioner)
                }
            }
        }
    }
}

impl Iterative {
    /// Iterations with a copy of the matrix in the given precision.
    fn new(copy: Precision) -> Self {
        Self { workspace: Workspace::new(copy), multilevel: Multilevel::default() }
    }

    fn solve(
        &mut self,
        system: &System,
        b: &[DVec3],
        stop: Stop,
        preconditioner: Preconditioner,
    ) -> Solution {
        let Self { workspace, multilevel } = self;
        let order = workspace.prepare(system);
        match preconditioner {
            Preconditioner::BlockJacobi => {
                let mut inverse = BlockJacobi::new(system, order);
                workspace.solve(system, b, stop, &mut inverse)
            }
            Preconditioner::Multilevel => {
                multilevel.prepare(system, order);
                workspace.solve(system, b, stop, multilevel)
            }
        }
    }
}
