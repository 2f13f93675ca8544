//! Narrow phase: from pairs of moving primitives to times of impact and contacts.

mod batch;
mod ccd;
mod cubic;
mod safe_step;
mod sieve;

pub use batch::{Decisions, Impacts, MovingMesh, MovingMeshError};
pub use ccd::{Ccd, Decision, Verdict};
pub use cubic::{Cubic, Undecided};
pub use safe_step::SafeStep;
