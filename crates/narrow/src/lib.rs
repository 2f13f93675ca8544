//! Narrow phase: from pairs of moving primitives to times of impact and contacts.

mod ccd;
mod cubic;

pub use ccd::{Ccd, Decision, Verdict};
pub use cubic::{Cubic, Undecided};
