//! Narrow phase: from pairs of moving primitives to times of impact and contacts.

mod additive;
mod batch;
mod ccd;
mod cubic;
mod inclusion;
mod safe_step;
mod separation;
mod sieve;

pub use additive::Additive;
pub use batch::{Decisions, Impacts, MovingMesh, MovingMeshError};
pub use ccd::{Ccd, Decision, Verdict};
pub use cubic::{Cubic, Undecided};
pub use inclusion::Inclusion;
pub use safe_step::SafeStep;
