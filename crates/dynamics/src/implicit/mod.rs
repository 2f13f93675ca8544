//! The implicit solve: from potentials to positions at the end of a step.
//!
//! ```text
//! potentials ─ stencils ─▶ Layout ─┐
//!      └─ gradients, Hessians ─────┴▶ Assembler ─▶ BlockMatrix ─▶ LinearSolver ─▶ Newton ─▶ ImplicitEuler
//! ```

mod approximate_inverse;
mod assembler;
mod block_jacobi;
mod block_matrix;
mod branches;
mod cholesky;
mod coarsening;
mod conjugate_gradients;
mod direction;
mod entry;
mod euler;
mod group_sums;
mod groups;
mod hook;
mod layout;
mod linear_solver;
mod locality;
mod multilevel;
mod newton;
mod objective;
mod packed_chunk;
mod packed_rows;
mod rounded_factor;
mod row_entries;
mod settings;
mod supernode;
mod symmetric_block;
mod symmetric_product;
mod system;
mod truncated;
mod vectors;

pub use assembler::assembled_hessian;
pub use block_matrix::BlockMatrix;
pub use euler::{ImplicitEuler, Step};
pub use hook::{NoHook, SolveStage, SolveStart, StepHook};
pub use newton::StepReport;
pub use settings::{ImplicitSettings, LinearMethod, Method, Preconditioner};
