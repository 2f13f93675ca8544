//! The folder of a run.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ripstop_pipeline::scene::Scene;

use crate::atomic_file;
use crate::mesh_files::MeshFiles;

/// Where runs go if nobody says otherwise.
const RUNS: &str = "runs";
const SCENE: &str = "scene.toml";
const MESHES: &str = "meshes";

/// The folder of a run, which no other process is writing to.
#[derive(Debug)]
pub(crate) struct RunDirectory {
    path: PathBuf,
    /// Held until the process ends, however it ends.
    _lock: File,
}

impl RunDirectory {
    /// A new folder that holds the scene as resolved and its meshes. If none is asked for, it is the first
    /// of `runs/NAME`, `runs/NAME-2` and so on that does not exist.
    pub(crate) fn create(
        asked: Option<&Path>,
        name: &str,
        scene: &Scene,
        meshes: MeshFiles,
    ) -> Result<Self> {
        let path = match asked {
            Some(path) => empty_folder(path).map(|()| path.to_owned())?,
            None => numbered_folder(Path::new(RUNS), name)?,
        };
        let mut scene = scene.clone();
        let copies = meshes.renamed(MESHES, &mut scene);
        for (file, bytes) in copies {
            let folder = path.join(&file).parent().map_or_else(PathBuf::new, Path::to_owned);
            fs::create_dir_all(&folder).with_context(|| atomic_file::cannot_write(&folder))?;
            atomic_file::write(&path.join(file), |writer| Ok(writer.write_all(&bytes)?))?;
        }
        let text = scene.to_toml()?;
        atomic_file::write(&path.join(SCENE), |writer| Ok(writer.write_all(text.as_bytes())?))?;
        Self::open(&path)
    }

    /// The folder of a run that has begun.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let scene = path.join(SCENE);
        let lock = File::open(&scene).with_context(|| {
            format!("`{}` holds no run: cannot open `{}`", path.display(), scene.display())
        })?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => {
                bail!("`{}` is in use by another process", path.display())
            }
            // Where files cannot be locked, the user has to take care.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { path: path.to_owned(), _lock: lock }),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn scene(&self) -> PathBuf {
        self.path.join(SCENE)
    }

    pub(crate) fn mesh(&self) -> PathBuf {
        self.path.join("mesh.obj")
    }

    pub(crate) fn positions(&self) -> PathBuf {
        self.path.join("positions.npy")
    }

    pub(crate) fn report(&self) -> PathBuf {
        self.path.join("report.jsonl")
    }

    pub(crate) fn checkpoint(&self) -> PathBuf {
        self.path.join("checkpoint")
    }
}

/// Makes a folder unless it is there, and refuses one that holds something.
fn empty_folder(path: &Path) -> Result<()> {
    let shown = path.display();
    if path.join(SCENE).exists() {
        bail!(
            "`{shown}` already holds a run: go on with it by `ripstop resume {shown}`, delete it, or choose another folder"
        );
    }
    let cannot = || format!("cannot make the folder `{shown}`");
    fs::create_dir_all(path).with_context(cannot)?;
    if fs::read_dir(path).with_context(cannot)?.next().is_some() {
        bail!("`{shown}` is not empty: choose another folder");
    }
    Ok(())
}

fn numbered_folder(parent: &Path, name: &str) -> Result<PathBuf> {
    let cannot = |path: &Path| format!("cannot make the folder `{}`", path.display());
    fs::create_dir_all(parent).with_context(|| cannot(parent))?;
    let mut number = 1;
    loop {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let path = parent.join(format!("{name}{suffix}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error).with_context(|| cannot(&path)),
        }
    }
}
