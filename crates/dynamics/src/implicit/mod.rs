//! The implicit solve: from potentials to positions at the end of a step.
//!
//! ```text
//! potentials ─ stencils ─▶ Layout ─┐
//!      └─ gradients, Hessians ─────┴▶ Assembler ─▶ System ─▶ Newton ─▶ ImplicitEuler
//!                                                               └─▶ LinearSolver
//! ```

mod assembler;
mod direction;
mod euler;
mod hook;
mod layout;
mod line_search;
mod newton;
mod objective;
mod settings;
mod truncated;

pub use assembler::assembled_hessian;
pub use euler::{ImplicitEuler, Step};
pub use hook::{NoHook, SolveStage, SolveStart, StepHook};
pub use newton::StepReport;
pub use settings::{ImplicitSettings, Method};
