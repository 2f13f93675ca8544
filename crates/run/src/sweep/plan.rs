//! `plan.jsonl`: a line for each run of a sweep, with an id that says what it computes.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use ripstop_pipeline::scene::{Assignment, builtin};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::spec::Values;
use super::{Keep, SweepError, SweepFile};
use crate::mesh_files::mesh_names;
use crate::{FrameFiles, RunError, SceneSource, write_atomically};

/// Bytes of a hash that make an id.
const ID_BYTES: usize = 16;

/// A run of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlannedRun {
    /// Number of the run, from 0 on: its line.
    pub index: usize,
    /// Hash of scene, mesh files, choice of what is kept, and version.
    pub id: String,
    /// Version of the crates.
    pub version: String,
    /// A built-in scene, or a `.toml` file relative to the plan.
    pub scene: String,
    /// Vertices per side of a built-in scene.
    pub resolution: Option<u32>,
    /// Values of its keys, as for `ripstop run --set`, in order.
    pub set: Vec<String>,
    /// Values of the parameters of the sweep, for tables.
    pub parameters: Map<String, Value>,
    /// Choice of what is kept.
    pub keep: Keep,
}

/// All runs of a sweep.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// Folder of the scene: that of the plan.
    pub folder: PathBuf,
    /// The runs, by their numbers.
    pub runs: Vec<PlannedRun>,
}

impl Plan {
    /// Plans a sweep from its file. Every scene is resolved, none is simulated.
    ///
    /// # Errors
    /// If the file cannot be read, or a run has no scene.
    pub fn new(path: &Path) -> Result<Self, SweepError> {
        let text = fs::read_to_string(path).map_err(SweepError::reading(path))?;
        let sweep: SweepFile = toml::from_str(&text).map_err(SweepError::reading(path))?;
        sweep.keep.check()?;
        let folder = folder_of(path);
        let fixed = sweep.fixed();
        let runs = sweep.runs()?.into_iter().enumerate();
        let runs = runs.map(|(index, values)| {
            let mut run = PlannedRun::new(index, (&sweep, &fixed), &values);
            run.id = run.identity(&run.source(&folder)?)?;
            Ok(run)
        });
        Ok(Self { runs: runs.collect::<Result<_, SweepError>>()?, folder })
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is not the run of its number.
    pub fn read(path: &Path) -> Result<Self, SweepError> {
        let text = fs::read_to_string(path).map_err(SweepError::reading(path))?;
        let parsed = |(number, line): (usize, &str)| {
            let cannot =
                |cause| SweepError::Line { path: path.to_owned(), line: number + 1, cause };
            let run: PlannedRun = serde_json::from_str(line).map_err(|e| cannot(e.into()))?;
            // It is the name of a folder.
            let is_id =
                run.id.len() == 2 * ID_BYTES && run.id.bytes().all(|b| b.is_ascii_hexdigit());
            if run.index == number && is_id {
                return Ok(run);
            }
            Err(cannot("its index or its id is not that of a plan".into()))
        };
        let runs = text.lines().enumerate().map(parsed).collect::<Result<_, _>>()?;
        Ok(Self { folder: folder_of(path), runs })
    }

    /// Writes the plan, which finds its scene from the folder that it was made in.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), SweepError> {
        write_atomically(path, |writer| {
            self.runs.iter().try_for_each(|run| writeln!(writer, "{}", serde_json::to_string(run)?))
        })?;
        Ok(())
    }

    /// The run of a number.
    ///
    /// # Errors
    /// If there is none.
    pub fn run(&self, index: usize) -> Result<&PlannedRun, SweepError> {
        let none = || SweepError::NoRun { index, count: self.runs.len() };
        self.runs.get(index).ok_or_else(none)
    }
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().map_or_else(PathBuf::new, Path::to_owned)
}

impl PlannedRun {
    fn new(index: usize, (sweep, fixed): (&SweepFile, &Values), values: &Values) -> Self {
        let set = fixed.iter().chain(values).map(|(key, value)| format!("{key}={value}"));
        let parameter = |(key, value): &(String, toml::Value)| {
            (key.clone(), serde_json::to_value(value).unwrap_or_default())
        };
        Self {
            index,
            id: String::new(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scene: sweep.scene.clone(),
            resolution: sweep.resolution,
            set: set.collect(),
            parameters: values.iter().map(parameter).collect(),
            keep: sweep.keep.clone(),
        }
    }

    /// The scene with its values; `folder` is that of the plan.
    ///
    /// # Errors
    /// If there is no such scene, or a value does not fit.
    pub fn source(&self, folder: &Path) -> Result<SceneSource, SweepError> {
        let index = self.index;
        let fine = self.resolution.unwrap_or(builtin::DEFAULT_RESOLUTION);
        let mut source = match SceneSource::builtin(&self.scene, fine) {
            Some(source) => source,
            None => SceneSource::file(&folder.join(&self.scene))?,
        };
        let parsed = self.set.iter().map(|text| text.parse::<Assignment>());
        let assignments = parsed.collect::<Result<Vec<_>, String>>();
        let failed = |cause| SweepError::Scene { index, cause };
        let assignments = assignments.map_err(|error| failed(error.into()))?;
        source.scene = source.scene.with(&assignments).map_err(|error| failed(error.into()))?;
        Ok(source)
    }

    /// The id that a scene has.
    pub(super) fn identity(&self, source: &SceneSource) -> Result<String, SweepError> {
        let mut hash = Sha256::new();
        let mut part = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        part(self.version.as_bytes());
        part(source.scene.to_toml().map_err(RunError::SceneText)?.as_bytes());
        part(serde_json::to_string(&self.keep).unwrap_or_default().as_bytes());
        let mut scene = source.scene.clone();
        for name in mesh_names(&mut scene) {
            let path = source.folder.join(name);
            let numbered = !path.is_file() && FrameFiles::are_named_by(&path);
            let files = if numbered { FrameFiles::find(&path).ok() } else { None };
            let paths = files.map_or_else(
                || vec![path.clone()],
                |found| found.files().iter().map(|file| file.path.clone()).collect(),
            );
            for path in paths {
                part(&fs::read(&path).map_err(SweepError::reading(&path))?);
            }
        }
        let mut id = String::new();
        for byte in &hash.finalize()[..ID_BYTES] {
            // Writing to a string does not fail.
            let _ = write!(id, "{byte:02x}");
        }
        Ok(id)
    }
}
