//! The choice of a linear solver.

/// Tolerance and most iterations of conjugate gradients by default.
const TOLERANCE: f64 = 1e-4;
const ITERATIONS: u32 = 1000;

/// Method by which linear systems are solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinearMethod {
    /// Preconditioned conjugate gradients (PCG).
    ConjugateGradients {
        /// Approximate inverse that the residuals are multiplied by.
        preconditioner: Preconditioner,
        /// Norm of the residual relative to that of the right side, in the preconditioner's norm.
        tolerance: f64,
        /// Most iterations.
        iterations: u32,
    },
    /// Sparse Cholesky factorisation. The symbolic factorisation is kept while the pattern stays.
    Cholesky,
    /// Cholesky, unless its predicted cost is above that of conjugate gradients, or its factor has
    /// more entries than a [`LinearSolver`](crate::LinearSolver) takes. Patterns alone decide.
    LeastCost {
        /// Of conjugate gradients.
        preconditioner: Preconditioner,
        /// Of conjugate gradients.
        tolerance: f64,
        /// Most iterations of conjugate gradients.
        iterations: u32,
    },
}

impl LinearMethod {
    /// [`LinearMethod::LeastCost`] with the conjugate gradients of the default.
    #[must_use]
    pub const fn least_cost() -> Self {
        let preconditioner = Preconditioner::Multilevel;
        Self::LeastCost { preconditioner, tolerance: TOLERANCE, iterations: ITERATIONS }
    }
}

impl Default for LinearMethod {
    fn default() -> Self {
        Self::ConjugateGradients {
            preconditioner: Preconditioner::default(),
            tolerance: TOLERANCE,
            iterations: ITERATIONS,
        }
    }
}

/// An approximate inverse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preconditioner {
    /// Inverses of the diagonal blocks.
    BlockJacobi,
    /// Additive two-level (Schwarz): the same, plus a coarse level of aggregates of vertices; more
    /// levels where the coarse one is too large to be factored.
    #[default]
    Multilevel,
}
