//! Sparse symmetric linear systems of 3×3 blocks, as implicit integration of meshes makes them.
//!
//! ```text
//! A x = b,    A = diag(s) + M + E
//! ```
//!
//! A [`System`] is a multiple of the identity per vertex, a matrix whose pattern lasts from solve
//! to solve, and one whose pattern changes. A [`LinearSolver`] solves it by preconditioned
//! conjugate gradients or by sparse Cholesky factorisation ([`LinearMethod`]), and keeps symbolic
//! factorisations, aggregates and packed copies between solves.
//!
//! Conjugate gradients are preconditioned by the diagonal blocks alone or by an additive two-level
//! Schwarz method ([`Preconditioner`]). Systems of many vertices are solved in mixed precision: the
//! iteration reads a single-precision (`f32`) copy, and the residual that counts is that of the
//! matrix itself. A matrix that is not positive definite is reported, not repaired.
//!
//! Equal input gives equal bits at every number of threads. Cholesky's depend on the processor.
//!
//! ```
//! use ripstop_linear::glam::{DMat3, DVec3};
//! use ripstop_linear::{BlockMatrix, LinearMethod, LinearSolver, System};
//!
//! // Two vertices joined by a spring; the first is fixed.
//! let k = 10.0 * DMat3::IDENTITY;
//! let main = BlockMatrix::from_blocks(2, &[((0, 0), k), ((0, 1), -k), ((1, 0), -k), ((1, 1), k)]);
//! let extra = BlockMatrix::default();
//! let system = System { shift: &[0.0; 2], main: &main, extra: &extra, fixed: &[true, false] };
//! let load = [DVec3::ZERO, DVec3::X];
//! let solution = LinearSolver::default().solve(&system, &load, LinearMethod::Cholesky);
//! assert!(solution.complete && (solution.x[1] - 0.1 * DVec3::X).length() < 1e-15);
//! ```

mod block_matrix;
mod cholesky;
mod conjugate_gradients;
mod method;
mod multilevel;
mod precision;
mod product;
mod solver;
mod symmetric_block;
mod system;
mod vectors;

pub use block_matrix::BlockMatrix;
pub use cholesky::FactorCost;
pub use glam;
pub use method::{LinearMethod, Preconditioner};
pub use solver::{LinearSolver, Solution};
pub use system::System;
pub use vectors::{add_scaled, dot, largest};
