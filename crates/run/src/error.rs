//! Failures of a run and of its files.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use ripstop_geometry::MeshError;
use ripstop_io::NpyError;
use ripstop_pipeline::{CheckpointError, SceneError, StepError};

/// Cause of an error, of whatever type: an [`io::Error`], an error of a format, of a caller.
pub type Cause = Box<dyn Error + Send + Sync>;

/// A run that cannot be made, read or continued. The text of each holds one level; its
/// [`source`](Error::source) holds the next.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A file cannot be written.
    #[error("cannot write `{}`", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Error of the disk, of the format, or of the content.
        #[source]
        cause: Cause,
    },
    /// A file cannot be read.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the disk or of the format.
        #[source]
        cause: Cause,
    },
    /// A folder cannot be made or listed.
    #[error("cannot make the folder `{}`", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Error of the disk.
        #[source]
        cause: io::Error,
    },
    /// A scene file cannot be read or is not a scene.
    #[error("cannot read the scene `{}`", path.display())]
    ReadScene {
        /// The file.
        path: PathBuf,
        /// An [`io::Error`] or a [`SceneError`].
        #[source]
        cause: Cause,
    },
    /// A scene cannot be written as text.
    #[error(transparent)]
    SceneText(SceneError),
    /// A scene cannot be simulated.
    #[error("cannot simulate `{origin}`")]
    Simulate {
        /// Name of the built-in scene, or path of the file.
        origin: String,
        /// Error of the scene or of a mesh file that it names.
        #[source]
        cause: SceneError,
    },
    /// The run was stopped before its first frame.
    #[error("stopped before the first frame: nothing was written")]
    Stopped,
    /// A new run was to go where there is one already.
    #[error(
        "`{path}` already holds a run: go on with it by `ripstop resume {path}`, delete it, or \
         choose another folder",
        path = path.display()
    )]
    HoldsRun {
        /// The folder.
        path: PathBuf,
    },
    /// A new run was to go where there is something else.
    #[error("`{}` is not empty: choose another folder", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// A folder is not a run directory.
    #[error("`{}` holds no run: cannot open `{}`", path.display(), scene.display())]
    NoRun {
        /// The folder.
        path: PathBuf,
        /// File that it lacks.
        scene: PathBuf,
        /// Error of the disk.
        #[source]
        cause: io::Error,
    },
    /// Another process writes to a run directory.
    #[error("`{}` is in use by another process", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// The files of a run directory cannot be read as a run.
    #[error("cannot read the run `{}`", path.display())]
    ReadRun {
        /// The folder.
        path: PathBuf,
        /// A [`RunError`] or a [`SceneError`].
        #[source]
        cause: Cause,
    },
    /// The frames of a run do not have the vertices of its scene.
    #[error(
        "`{}` has frames of {found} vertices, but the scene has {expected}",
        path.display()
    )]
    VertexCount {
        /// The run directory.
        path: PathBuf,
        /// Vertices in a frame.
        found: usize,
        /// Vertices of the scene.
        expected: usize,
    },
    /// A run has no frame, not even the start.
    #[error("`{}` holds no frame", path.display())]
    NoFrame {
        /// The run directory.
        path: PathBuf,
    },
    /// A frame cannot be read.
    #[error("cannot read frame {frame}")]
    ReadFrame {
        /// File of the frames.
        path: PathBuf,
        /// Number of the frame.
        frame: usize,
        /// Error of the disk or of the format.
        #[source]
        cause: NpyError,
    },
    /// The checkpoint is damaged.
    #[error("cannot use `{}` (delete it to begin again at frame 0)", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// The damage.
        #[source]
        cause: CheckpointError,
    },
    /// The checkpoint belongs to another scene.
    #[error("cannot use `{}` with its scene", path.display())]
    ForeignCheckpoint {
        /// The file.
        path: PathBuf,
        /// The first difference.
        #[source]
        cause: CheckpointError,
    },
    /// A file does not reach up to the checkpoint.
    #[error("cannot go on with `{}`", path.display())]
    Resume {
        /// The file.
        path: PathBuf,
        /// Error of the disk or of the format.
        #[source]
        cause: Cause,
    },
    /// The intersections of a frame cannot be counted.
    #[error("cannot check frame {frame}")]
    CheckFrame {
        /// Number of the frame.
        frame: usize,
        /// Error of the query.
        #[source]
        cause: MeshError,
    },
    /// A frame cannot be recorded.
    #[error("cannot keep frame {frame} (`ripstop resume` tries again)")]
    KeepFrame {
        /// Number of the frame.
        frame: usize,
        /// Error of the file.
        #[source]
        cause: Box<RunError>,
    },
    /// A frame cannot be simulated.
    #[error("cannot simulate frame {frame}")]
    SimulateFrame {
        /// Number of the frame.
        frame: usize,
        /// Error of the simulation.
        #[source]
        cause: StepError,
    },
    /// A run stops before its last frame; the frames so far are on the disk.
    #[error(
        "the run ends early; frames 0 to {last_frame} are in `{}`",
        directory.display()
    )]
    EndedEarly {
        /// The run directory.
        directory: PathBuf,
        /// Last frame that is recorded.
        last_frame: usize,
        /// Reason of the stop.
        #[source]
        cause: Box<RunError>,
    },
}

impl RunError {
    /// The text with those of all causes, each after a colon.
    #[must_use]
    pub fn with_causes(&self) -> String {
        let mut text = self.to_string();
        let mut next = self.source();
        while let Some(cause) = next {
            text = format!("{text}: {cause}");
            next = cause.source();
        }
        text
    }

    /// Returns a function that wraps the failure to write a file.
    pub(crate) fn writing<E: Into<Cause>>(path: &Path) -> impl FnOnce(E) -> Self {
        move |cause| Self::Write { path: path.to_owned(), cause: cause.into() }
    }

    /// Returns a function that wraps the failure to read a file.
    pub(crate) fn reading<E: Into<Cause>>(path: &Path) -> impl FnOnce(E) -> Self {
        move |cause| Self::Read { path: path.to_owned(), cause: cause.into() }
    }

    /// Returns a function that wraps the failure to continue a file.
    pub(crate) fn resuming<E: Into<Cause>>(path: &Path) -> impl FnOnce(E) -> Self {
        move |cause| Self::Resume { path: path.to_owned(), cause: cause.into() }
    }
}
