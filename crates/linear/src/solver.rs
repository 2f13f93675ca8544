//! One linear system, by the method of the settings.

use glam::DVec3;

use crate::cholesky::{Cholesky, FactorCost};
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
    /// Predicted cost of a factor that would have had too many entries. There is no solution then.
    pub refused: Option<FactorCost>,
}

/// Entries of a factor that are allowed by default: 8 GiB.
const MOST_ENTRIES: u64 = 1 << 30;

/// Systems of more vertices are solved in mixed precision. Below, double precision is in the cache,
/// and needs no work to be read.
const MIXED_PRECISION_FROM: usize = 8192;

/// Solves one system after the other, and keeps what depends on their pattern alone.
#[derive(Debug)]
pub struct LinearSolver {
    cholesky: Cholesky,
    double: Iterative,
    mixed: Iterative,
    most_entries: u64,
}

impl Default for LinearSolver {
    fn default() -> Self {
        Self {
            cholesky: Cholesky::default(),
            double: Iterative::new(Precision::Double),
            mixed: Iterative::new(Precision::Single),
            most_entries: MOST_ENTRIES,
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
    /// A solver whose factors have at most so many entries, of 8 bytes each.
    #[must_use]
    pub fn with_most_entries(most_entries: u64) -> Self {
        Self { most_entries, ..Self::default() }
    }

    /// Predicts the cost of a Cholesky factor; none if its plan does not fit into memory.
    pub fn factor_cost(&mut self, system: &System) -> Option<FactorCost> {
        self.cholesky.predicted(system).map(|(cost, _)| cost)
    }

    /// Solves `A x = b`, with `b = 0` at fixed vertices.
    pub fn solve(&mut self, system: &System, b: &[DVec3], method: LinearMethod) -> Solution {
        match method {
            LinearMethod::Cholesky => self.solve_directly(system, b),
            LinearMethod::LeastCost { preconditioner, tolerance, iterations } => {
                let is_direct = |(cost, blocks): (FactorCost, usize)| {
                    cost.entries <= self.most_entries && cost.is_below_iterations(blocks)
                };
                if self.cholesky.predicted(system).is_some_and(is_direct) {
                    return self.solve_directly(system, b);
                }
                let iterative =
                    LinearMethod::ConjugateGradients { preconditioner, tolerance, iterations };
                self.solve(system, b, iterative)
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

impl LinearSolver {
    fn solve_directly(&mut self, system: &System, b: &[DVec3]) -> Solution {
        let cost = self.cholesky.predicted(system).map(|(cost, _)| cost);
        let refused = cost.filter(|cost| cost.entries > self.most_entries);
        let positive = refused.is_none() && self.cholesky.factor(system);
        let x = if positive { self.cholesky.solve(b) } else { vec![DVec3::ZERO; b.len()] };
        Solution { x, iterations: 1, positive, complete: positive, refused }
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

#[cfg(test)]
mod tests {
    use glam::DMat3;

    use super::*;
    use crate::block_matrix::BlockMatrix;

    /// Solves a chain of springs, held by a shift.
    fn solved(solver: &mut LinearSolver, method: LinearMethod) -> Solution {
        let k = DMat3::IDENTITY;
        let spring =
            |i: u32| [((i, i), k), ((i + 1, i + 1), k), ((i, i + 1), -k), ((i + 1, i), -k)];
        let blocks: Vec<_> = (0..50).flat_map(spring).collect();
        let (main, extra) = (BlockMatrix::from_blocks(51, &blocks), BlockMatrix::default());
        let system = System { shift: &[0.5; 51], main: &main, extra: &extra, fixed: &[false; 51] };
        solver.solve(&system, &[DVec3::X; 51], method)
    }

    #[test]
    fn a_factor_of_too_many_entries_is_refused() {
        let mut solver = LinearSolver::with_most_entries(100);
        let solution = solved(&mut solver, LinearMethod::Cholesky);
        assert!(solution.refused.unwrap().entries > 100);
        assert!(!solution.complete && !solution.positive);
        assert!(solution.x.iter().all(|x| *x == DVec3::ZERO));
    }

    #[test]
    fn the_least_cost_is_that_of_a_factor_or_of_iterations() {
        let iterative = LinearMethod::default();
        let few = &mut LinearSolver::with_most_entries(100);
        let iterated = solved(few, LinearMethod::least_cost());
        assert_eq!(iterated.x, solved(few, iterative).x);
        let factored = solved(&mut LinearSolver::default(), LinearMethod::least_cost());
        let direct = solved(&mut LinearSolver::default(), LinearMethod::Cholesky);
        assert!(factored.x == direct.x && factored.refused.is_none());
        // A factor that is far larger than the matrix is not worth it.
        let cost = FactorCost { entries: 1 << 28, flops: 1e12 };
        assert!(!cost.is_below_iterations(1 << 20) && cost.is_below_iterations(1 << 25));
    }
}
