//! The folder of a run.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use ripstop_pipeline::Checkpoint;

use crate::{MeshFiles, RunError, SceneSource, write_atomically};

/// Folder of runs whose folder nobody chose.
const RUNS: &str = "runs";
pub(crate) const SCENE: &str = "scene.toml";
pub(crate) const POSITIONS: &str = "positions.npy";
const MESHES: &str = "meshes";

/// Folder of a run that no other process is writing to.
#[derive(Debug)]
pub struct RunDirectory {
    path: PathBuf,
    /// Held until the process ends, however it ends.
    _lock: File,
}

impl RunDirectory {
    /// Makes a folder that holds the scene as resolved and its meshes. Without `out` it is the
    /// first of `runs/NAME`, `runs/NAME-2` and so on that does not exist.
    ///
    /// # Errors
    /// If the folder holds something already, or cannot be written to.
    pub fn create(
        out: Option<&Path>,
        source: &SceneSource,
        meshes: MeshFiles,
    ) -> Result<Self, RunError> {
        let path = match out {
            Some(path) => empty_folder(path).map(|()| path.to_owned())?,
            None => numbered_folder(Path::new(RUNS), &source.name)?,
        };
        let mut scene = source.scene.clone();
        let copies = meshes.renamed(MESHES, &mut scene);
        for (file, bytes) in copies {
            let folder = path.join(&file).parent().map_or_else(PathBuf::new, Path::to_owned);
            fs::create_dir_all(&folder).map_err(RunError::writing(&folder))?;
            write_atomically(&path.join(file), |writer| writer.write_all(&bytes))?;
        }
        let text = scene.to_toml().map_err(RunError::SceneText)?;
        write_atomically(&path.join(SCENE), |writer| writer.write_all(text.as_bytes()))?;
        Self::open(&path)
    }

    /// Opens the folder of a run that has begun.
    ///
    /// # Errors
    /// If it holds no run, or another process writes to it.
    pub fn open(path: &Path) -> Result<Self, RunError> {
        let scene = path.join(SCENE);
        let path = path.to_owned();
        let lock = match File::open(&scene) {
            Ok(file) => file,
            Err(cause) => return Err(RunError::NoRun { path, scene, cause }),
        };
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => Err(RunError::InUse { path }),
            // Where files cannot be locked, the user has to take care.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { path, _lock: lock }),
        }
    }

    /// Reads the last checkpoint, if there is one.
    ///
    /// # Errors
    /// [`RunError::Checkpoint`] if it is damaged, [`RunError::Read`] if it cannot be read.
    pub fn last_checkpoint(&self) -> Result<Option<Checkpoint>, RunError> {
        let path = self.checkpoint();
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            bytes => bytes.map_err(RunError::reading(&path))?,
        };
        let checkpoint = Checkpoint::from_bytes(&bytes);
        checkpoint.map(Some).map_err(|cause| RunError::Checkpoint { path, cause })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// `scene.toml`.
    #[must_use]
    pub fn scene(&self) -> PathBuf {
        self.path.join(SCENE)
    }

    /// `mesh.obj`.
    #[must_use]
    pub fn mesh(&self) -> PathBuf {
        self.path.join("mesh.obj")
    }

    /// `surfaces.json`.
    #[must_use]
    pub fn surfaces(&self) -> PathBuf {
        self.path.join("surfaces.json")
    }

    /// `positions.npy`.
    #[must_use]
    pub fn positions(&self) -> PathBuf {
        self.path.join(POSITIONS)
    }

    /// `report.jsonl`.
    #[must_use]
    pub fn report(&self) -> PathBuf {
        self.path.join("report.jsonl")
    }

    /// `checkpoint`.
    #[must_use]
    pub fn checkpoint(&self) -> PathBuf {
        self.path.join("checkpoint")
    }
}

/// Makes a folder unless it is there, and refuses one that holds something.
fn empty_folder(path: &Path) -> Result<(), RunError> {
    if path.join(SCENE).exists() {
        return Err(RunError::HoldsRun { path: path.to_owned() });
    }
    let cannot = |cause| RunError::Folder { path: path.to_owned(), cause };
    fs::create_dir_all(path).map_err(cannot)?;
    if fs::read_dir(path).map_err(cannot)?.next().is_some() {
        return Err(RunError::NotEmpty { path: path.to_owned() });
    }
    Ok(())
}

fn numbered_folder(parent: &Path, name: &str) -> Result<PathBuf, RunError> {
    let cannot = |path: &Path, cause| RunError::Folder { path: path.to_owned(), cause };
    fs::create_dir_all(parent).map_err(|cause| cannot(parent, cause))?;
    let mut number = 1;
    loop {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let path = parent.join(format!("{name}{suffix}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(cannot(&path, error)),
        }
    }
}
