//! Runs on the disk: recorded, gone on with.

use std::ops::ControlFlow;
use std::path::PathBuf;

use pyo3::prelude::*;
use ripstop::geometry::StopFlag;
use ripstop::pipeline::Watch;
use ripstop::run::{Run, RunError};
use ripstop_cli::WallClock;

use crate::errors::run_error;
use crate::scene::Scene;
use crate::threads::interruptible;

/// Simulates a scene into a run directory, as `ripstop run` does, and returns the directory.
#[pyfunction]
#[pyo3(signature = (scene, out=None))]
pub(crate) fn record(
    py: Python<'_>,
    scene: &Bound<'_, Scene>,
    out: Option<PathBuf>,
) -> PyResult<PathBuf> {
    let source = scene.get().source.clone();
    completed(py, |watch| Run::begin_watched(source, out.as_deref(), WallClock::start(), watch))
}

/// Goes on with a run that was interrupted, and returns its directory.
#[pyfunction]
pub(crate) fn resume(py: Python<'_>, directory: PathBuf) -> PyResult<PathBuf> {
    completed(py, |watch| Run::resume_watched(&directory, WallClock::start(), watch))
}

fn completed(
    py: Python<'_>,
    begin: impl FnOnce(Watch) -> Result<Run, RunError> + Send,
) -> PyResult<PathBuf> {
    let stop = StopFlag::default();
    let watch = Watch::new(stop.clone(), |_| {});
    let ended = interruptible(py, &stop, || {
        let mut run = begin(watch)?;
        let is_stopped = || stop.is_raised();
        run.complete(|_| {
            if is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(run.directory().path().to_owned())
    })?;
    ended.map_err(|error| run_error(py, error))
}
