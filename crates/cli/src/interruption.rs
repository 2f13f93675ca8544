//! Ctrl-C: the first asks to end after the current frame, the second ends at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Exit code of a run that was asked to end.
pub(crate) const INTERRUPTED: u8 = 130;

/// Request to end a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Listens to Ctrl-C and to requests to terminate.
    pub(crate) fn listen() -> Result<Self> {
        let interruption = Self::default();
        let asked = interruption.clone();
        ctrlc::set_handler(move || {
            if asked.0.swap(true, Ordering::SeqCst) {
                std::process::exit(INTERRUPTED.into());
            }
        })
        .context("cannot listen to Ctrl-C")?;
        Ok(interruption)
    }

    /// True if somebody wants the run to end.
    pub(crate) fn is_requested(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
