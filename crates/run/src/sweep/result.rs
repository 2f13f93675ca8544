//! `result.json`: the end of a run of a sweep. It is written last, and as a whole: a run that has
//! one is done.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use ripstop_pipeline::FrameReport;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{PlannedRun, SweepError};
use crate::write_atomically;

/// Version of `result.json`.
const VERSION: u32 = 1;

/// State of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// Nothing is there.
    Waiting,
    /// A process works on it.
    Running,
    /// It has begun, and nobody works on it.
    Interrupted,
    /// All frames are there.
    Finished,
    /// It cannot be simulated.
    Failed,
}

/// End of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SweepResult {
    /// Version of this file.
    pub version: u32,
    /// Id of the run.
    pub id: String,
    /// Its number in the plan.
    pub index: usize,
    /// Finished or failed.
    pub status: RunStatus,
    /// Reason why it failed.
    pub reason: Option<String>,
    /// Values of the parameters of the sweep.
    pub parameters: Map<String, Value>,
    /// Frames that were simulated.
    pub frames: usize,
    /// Intersections of all frames, and of the start.
    pub intersections: usize,
    /// Frames whose positions were kept.
    pub kept_frames: Vec<usize>,
    /// Time (s) of the process that has finished it.
    pub seconds: f64,
    /// Reports of all frames, merged.
    pub report: FrameReport,
}

impl SweepResult {
    pub(super) fn new(run: &PlannedRun, status: RunStatus) -> Self {
        Self {
            version: VERSION,
            id: run.id.clone(),
            index: run.index,
            status,
            reason: None,
            parameters: run.parameters.clone(),
            frames: 0,
            intersections: 0,
            kept_frames: Vec::new(),
            seconds: 0.0,
            report: FrameReport::default(),
        }
    }

    /// Reads the result of a run from its folder, if it is there.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(folder: &Path) -> Result<Option<Self>, SweepError> {
        let path = path(folder);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(SweepError::reading(&path))?,
        };
        serde_json::from_str(&text).map(Some).map_err(SweepError::reading(&path))
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), SweepError> {
        write_atomically(&path(folder), |writer| {
            writeln!(writer, "{}", serde_json::to_string(self)?)
        })?;
        Ok(())
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join("result.json")
}

/// State of a run, by its folder.
///
/// # Errors
/// If its result cannot be read.
pub fn status(folder: &Path) -> Result<RunStatus, SweepError> {
    if let Some(result) = SweepResult::read(folder)? {
        return Ok(result.status);
    }
    let Ok(lock) = File::open(folder.join("lock")) else { return Ok(RunStatus::Waiting) };
    Ok(match lock.try_lock() {
        Err(TryLockError::WouldBlock) => RunStatus::Running,
        Ok(()) | Err(TryLockError::Error(_)) => RunStatus::Interrupted,
    })
}
