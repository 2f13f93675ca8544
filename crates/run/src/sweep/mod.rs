//! Sweeps: many runs of a scene, as data.
//!
//! ```text
//! sweep.toml ─ plan ─▶ plan.jsonl ─ execute ─▶ ID/result.json ─ table ─▶ one row for each run
//!                      a line per run          ID/positions.npy, ID/report.jsonl, ID/last.png
//! ```
//!
//! The id of a run is the hash of its scene as resolved, of the mesh files that it names, of what
//! is kept of it, and of the version. A run that has a result is skipped, one that was interrupted
//! is resumed bit for bit, one that failed is recorded with its reason. A lock on its folder lets
//! any number of processes work on one plan.

mod error;
mod execute;
mod keep;
mod plan;
mod result;
mod sampling;
mod spec;
mod table;

pub use error::SweepError;
pub use execute::{Execution, Outcome, SweepHooks, run_planned};
pub use keep::{Keep, KeptSurfaces, Precision};
pub use plan::{Plan, PlannedRun};
pub use result::{RunStatus, SweepResult, status};
pub use spec::{Parameter, Spread, SweepFile};
pub use table::Table;
