//! Ctrl-C: the first asks to end soon, the second ends at once.

use std::io::{Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use ripstop_geometry::StopFlag;

/// Exit code of a run that was asked to end.
pub(crate) const INTERRUPTED: u8 = 130;

/// Time in which a run ends by itself once it is asked to. Few stages take longer: a factorisation
/// of a large system, a mesh file of gigabytes. They are not waited for: what is on the disk is
/// whole at every moment.
const GRACE: Duration = Duration::from_millis(1500);

/// Request to end a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interruption {
    stop: StopFlag,
    has_ended: Arc<AtomicBool>,
}

impl Interruption {
    /// Listens to Ctrl-C and to requests to terminate.
    pub(crate) fn listen() -> Result<Self> {
        let interruption = Self::default();
        let asked = interruption.clone();
        ctrlc::set_handler(move || {
            if asked.is_requested() {
                std::process::exit(INTERRUPTED.into());
            }
            asked.stop.raise();
            let has_ended = asked.has_ended.clone();
            thread::spawn(move || end_after_grace(&has_ended));
        })
        .context("cannot listen to Ctrl-C")?;
        Ok(interruption)
    }

    /// The flag that is raised by the first request.
    pub(crate) const fn flag(&self) -> &StopFlag {
        &self.stop
    }

    /// True if somebody wants the run to end.
    pub(crate) fn is_requested(&self) -> bool {
        self.stop.is_raised()
    }

    /// The run has ended; what is left to do is short.
    pub(crate) fn end(&self) {
        self.has_ended.store(true, Ordering::SeqCst);
    }
}

/// Ends the process if the run has not ended in time.
fn end_after_grace(has_ended: &AtomicBool) {
    thread::sleep(GRACE);
    if !has_ended.load(Ordering::SeqCst) {
        let text = "stopped in the middle of a frame; all frames before it are written";
        // If even this cannot be written, the exit code has to do.
        let _ = writeln!(stderr(), "{text}");
        std::process::exit(INTERRUPTED.into());
    }
}
