//! One run of a sweep: skipped, resumed or begun.

use std::fs::{self, File, TryLockError};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ripstop_pipeline::{Clock, Watch};

use super::{Plan, PlannedRun, RunStatus, SweepError, SweepResult};
use crate::{Ending, ReportLine, Run, RunError};

/// A run that is to be executed.
#[derive(Clone, Copy, Debug)]
pub struct Execution<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The number of the run.
    pub index: usize,
    /// Folder of the results of all runs.
    pub out: &'a Path,
    /// A run that another process works on is waited for; otherwise it is left to it.
    pub waits: bool,
    /// A run that has failed is done again.
    pub retries: bool,
}

/// End of an execution.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It had a result already.
    Skipped(RunStatus),
    /// Another process works on it.
    Busy,
    /// It was stopped; the next execution goes on.
    Interrupted,
    /// It has a result now.
    Done(Box<SweepResult>),
}

/// Followers of an execution.
pub struct SweepHooks<'a> {
    /// Follows the run inside its frames, and may stop it.
    pub watch: Watch,
    /// Called after each frame; if it breaks, the run is interrupted.
    pub on_frame: &'a mut dyn FnMut(&ReportLine) -> ControlFlow<()>,
    /// Called with the folder of the results and the run directory, once all frames are there.
    pub on_end: &'a mut dyn FnMut(&Path, &Path),
}

/// Executes a run of a plan. Whatever ends it, the next call goes on with the same bits.
///
/// # Errors
/// If a file cannot be read or written, or the run is not what was planned. A scene that cannot be
/// simulated is no error, but a result.
pub fn run_planned(
    execution: &Execution,
    clock: impl Clock + Clone + 'static,
    hooks: SweepHooks,
) -> Result<Outcome, SweepError> {
    let Execution { plan, index, out, waits, retries } = *execution;
    let run = plan.run(index)?;
    let folder = out.join(&run.id);
    let settled = |result: SweepResult| {
        (result.status == RunStatus::Finished || !retries)
            .then_some(Outcome::Skipped(result.status))
    };
    if let Some(outcome) = SweepResult::read(&folder)?.and_then(settled) {
        return Ok(outcome);
    }
    let made = fs::create_dir_all(&folder);
    made.map_err(|cause| RunError::Folder { path: folder.clone(), cause })?;
    // Held until this function ends, however it ends.
    let path = folder.join("lock");
    let lock = File::create(&path).map_err(RunError::writing(&path))?;
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) if !waits => return Ok(Outcome::Busy),
        Err(TryLockError::WouldBlock) => lock.lock().map_err(RunError::writing(&path))?,
        // Where files cannot be locked, the user has to take care.
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    if let Some(outcome) = SweepResult::read(&folder)?.and_then(settled) {
        return Ok(outcome);
    }
    let work = Work { plan, run, folder };
    let outcome = work.done(clock, hooks);
    drop(lock);
    outcome
}

/// A run whose folder is locked.
struct Work<'a> {
    plan: &'a Plan,
    run: &'a PlannedRun,
    folder: PathBuf,
}

impl Work<'_> {
    fn done(
        &self,
        mut clock: impl Clock + Clone + 'static,
        hooks: SweepHooks,
    ) -> Result<Outcome, SweepError> {
        let begun = clock.seconds();
        let SweepHooks { watch, on_frame, on_end } = hooks;
        let directory = self.folder.join("run");
        let ended = self.opened(&directory, clock.clone(), watch).and_then(|mut run| {
            let ending = run.complete(on_frame)?;
            Ok((run, ending))
        });
        let (run, ending) = match ended {
            Ok(ended) => ended,
            Err(SweepError::Run(RunError::Stopped)) => return Ok(Outcome::Interrupted),
            Err(SweepError::Run(error)) if is_of_the_scene(&error) => {
                let mut result = SweepResult::new(self.run, RunStatus::Failed);
                result.reason = Some(error.with_causes());
                result.seconds = clock.seconds() - begun;
                result.write(&self.folder)?;
                return Ok(Outcome::Done(Box::new(result)));
            }
            Err(error) => return Err(error),
        };
        if ending == Ending::Interrupted {
            return Ok(Outcome::Interrupted);
        }
        let mut result = SweepResult::new(self.run, RunStatus::Finished);
        let totals = run.totals();
        result.frames = totals.frames;
        result.intersections = totals.intersections + run.simulation().start_tangle().left;
        result.report = totals.merged;
        drop(run);
        result.kept_frames = self.run.keep.copy(&directory, &self.folder)?;
        on_end(&self.folder, &directory);
        result.seconds = clock.seconds() - begun;
        result.write(&self.folder)?;
        if !self.run.keep.directory {
            // What stays of it, if anything, does no harm: the result is there.
            let _ = fs::remove_dir_all(&directory);
        }
        Ok(Outcome::Done(Box::new(result)))
    }

    /// The run at its last checkpoint, or at its start.
    fn opened(
        &self,
        directory: &Path,
        clock: impl Clock + Clone + 'static,
        watch: Watch,
    ) -> Result<Run, SweepError> {
        let source = self.run.source(&self.plan.folder)?;
        let is_current = self.run.version == env!("CARGO_PKG_VERSION");
        if !is_current || self.run.identity(&source)? != self.run.id {
            return Err(SweepError::Changed { index: self.run.index });
        }
        let has_result = SweepResult::read(&self.folder)?.is_some();
        if directory.join("scene.toml").is_file() && !has_result {
            return Ok(Run::resume_watched(directory, clock, watch)?);
        }
        // A run that was ended before its scene was written, or that has failed, begins anew.
        match fs::remove_dir_all(directory) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(RunError::writing(directory)(error).into());
            }
            _ => {}
        }
        Ok(Run::begin_watched(source, Some(directory), clock, watch)?)
    }
}

/// True if a run failed because of what is simulated, and would again.
fn is_of_the_scene(error: &RunError) -> bool {
    match error {
        RunError::Simulate { .. } | RunError::SimulateFrame { .. } => true,
        RunError::EndedEarly { cause, .. } => is_of_the_scene(cause),
        _ => false,
    }
}
