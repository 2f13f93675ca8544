//! A request from outside to end long work early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to end, shared between whoever makes it and whoever works.
///
/// Once raised it stays so. Work that sees it may return anything of the right shape, soon; whoever
/// asked for the work looks at the flag afterwards and discards the result if it is raised. Since
/// it is never lowered, one look at the end is enough: if it is not raised there, nobody has seen
/// it raised before.
///
/// ```
/// let stop = ripstop_geometry::StopFlag::default();
/// let shared = stop.clone();
/// assert!(!shared.is_raised());
/// stop.raise();
/// assert!(shared.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks for the end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// True if the end was asked for.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
