//! Failures of a sweep, beside those of a run.

use std::path::PathBuf;

use crate::{Cause, RunError};

/// A sweep that cannot be planned or gone on with. The text of each holds one level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// A file of a sweep cannot be read or makes no sense.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the disk or of the text.
        #[source]
        cause: Cause,
    },
    /// A line of a plan makes no sense.
    #[error("cannot read line {line} of `{}`", path.display())]
    Line {
        /// The plan.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// Error of the text.
        #[source]
        cause: Cause,
    },
    /// A parameter makes no sense.
    #[error("parameter `{key}`: {what}")]
    Parameter {
        /// Its key.
        key: String,
        /// Description of the fault.
        what: String,
    },
    /// A sweep as a whole makes no sense.
    #[error("{what}")]
    Spec {
        /// Description of the fault.
        what: String,
    },
    /// A run of a plan that is not there.
    #[error("there is no run {index}: the plan has {count}, from 0 on")]
    NoRun {
        /// The number asked for.
        index: usize,
        /// Number of runs.
        count: usize,
    },
    /// Scene, mesh files or version are not those that the plan was made with.
    #[error(
        "run {index} is no longer what was planned (scene, mesh files or version have changed): \
         plan again"
    )]
    Changed {
        /// The run.
        index: usize,
    },
    /// The scene of a run.
    #[error("run {index}")]
    Scene {
        /// The run.
        index: usize,
        /// Error of the scene.
        #[source]
        cause: Cause,
    },
    /// A file or a folder of a run.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl SweepError {
    pub(super) fn parameter(key: &str, what: impl Into<String>) -> Self {
        Self::Parameter { key: key.to_owned(), what: what.into() }
    }

    pub(super) fn spec(what: impl Into<String>) -> Self {
        Self::Spec { what: what.into() }
    }

    pub(super) fn reading<C: Into<Cause>>(path: &std::path::Path) -> impl FnOnce(C) -> Self {
        move |cause| Self::Read { path: path.to_owned(), cause: cause.into() }
    }
}
