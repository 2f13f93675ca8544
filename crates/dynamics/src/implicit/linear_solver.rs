//! One linear system, by the method of the settings.

use glam::{DVec3, Vec3};

use super::block_jacobi::BlockJacobi;
use super::cholesky::Cholesky;
use super::conjugate_gradients::{Stop, Workspace};
use super::entry::Entry;
use super::multilevel::Multilevel;
use super::settings::{LinearMethod, Preconditioner};
use super::system::System;

/// What a linear solve found.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    /// The solution, or for a matrix that is not positive definite a direction of descent.
    pub(super) x: Vec<DVec3>,
    /// Iterations; 1 for Cholesky.
    pub(super) iterations: u32,
    /// Whether it is: otherwise the solve has found nothing of use, and the matrix must be made positive.
    pub(super) positive: bool,
    /// Whether it solves the system to the tolerance: a direction that was cut short may be short for that reason alone.
    pub(super) complete: bool,
}

/// Systems of more vertices are iterated on with rounded numbers. Below, whole ones are in the cache, and need no work to be read.
const MANY: usize = 8192;

/// What the methods keep between solves.
#[derive(Debug, Default)]
pub(super) struct LinearSolver {
    cholesky: Cholesky,
    few: Iterative<DVec3>,
    many: Iterative<Vec3>,
}

/// Conjugate gradients with residuals of a kind.
#[derive(Debug)]
struct Iterative<E: Entry> {
    gradients: Workspace<E>,
    multilevel: Multilevel<E>,
}

impl<E: Entry> Default for Iterative<E> {
    fn default() -> Self {
        Self { gradients: Workspace::default(), multilevel: Multilevel::default() }
    }
}

impl LinearSolver {
    /// Solves `A x = b`, with `b = 0` at fixed vertices.
    pub(super) fn solve(&mut self, system: &System, b: &[DVec3], method: LinearMethod) -> Solution {
        match method {
            LinearMethod::Cholesky => {
                let positive = self.cholesky.factor(system);
                let x = if positive { self.cholesky.solve(b) } else { vec![DVec3::ZERO; b.len()] };
                Solution { x, iterations: 1, positive, complete: positive }
            }
            LinearMethod::ConjugateGradients { preconditioner, tolerance, iterations } => {
                let stop = Stop { tolerance, iterations };
                if system.vertex_count() > MANY {
                    self.many.solve(system, b, stop, preconditioner)
                } else {
                    self.few.solve(system, b, stop, preconditioner)
                }
            }
        }
    }
}

impl<E: Entry> Iterative<E> {
    fn solve(
        &mut self,
        system: &System,
        b: &[DVec3],
        stop: Stop,
        preconditioner: Preconditioner,
    ) -> Solution {
        let Self { gradients, multilevel } = self;
        let order = gradients.prepare(system);
        match preconditioner {
            Preconditioner::BlockJacobi => {
                let mut inverse = BlockJacobi::new(system, order);
                gradients.solve(system, b, stop, &mut inverse)
            }
            Preconditioner::Multilevel => {
                multilevel.prepare(system, order);
                gradients.solve(system, b, stop, multilevel)
            }
        }
    }
}
