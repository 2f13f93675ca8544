//! The choice of a linear solver.

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
}

impl Default for LinearMethod {
    fn default() -> Self {
        Self::ConjugateGradients {
            preconditioner: Preconditioner::default(),
            tolerance: 1e-4,
            iterations: 1000,
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
