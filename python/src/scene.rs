//! `Scene`: what is simulated, from a dictionary, a file or a built-in name.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use ripstop::pipeline::scene::{Assignment, Scene as Parsed, builtin, nearest};
use ripstop::run::SceneSource;
use toml::{Table, Value};

use crate::description::Description;
use crate::errors::{plain, run_error, scene_error, value_error};

/// A scene, with its mesh files where it names any.
#[pyclass(frozen, module = "ripstop")]
pub(crate) struct Scene {
    pub(crate) source: SceneSource,
}

#[pymethods]
impl Scene {
    /// A scene from a dictionary with the keys of a scene file, from a `.toml` file, or a built-in
    /// one by its name; `set` changes values by their keys.
    #[new]
    #[pyo3(signature = (scene, *, folder=None, resolution=None, set=None))]
    fn new(
        scene: &Bound<'_, PyAny>,
        folder: Option<PathBuf>,
        resolution: Option<u32>,
        set: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let py = scene.py();
        let folder = folder.unwrap_or_default();
        let mut source = match scene.cast::<PyDict>() {
            Ok(dictionary) => described(dictionary, &folder)?,
            Err(_) => named(py, &scene.extract::<PathBuf>()?, resolution)?,
        };
        if let Some(set) = set {
            let assignments = assignments(set)?;
            source.scene =
                source.scene.with(&assignments).map_err(|error| scene_error(py, &error))?;
        }
        Ok(Self { source })
    }

    /// A scene from the text of a scene file.
    #[staticmethod]
    #[pyo3(signature = (text, *, folder=None))]
    fn from_text(py: Python<'_>, text: &str, folder: Option<PathBuf>) -> PyResult<Self> {
        let scene = Parsed::from_toml(text).map_err(|error| scene_error(py, &error))?;
        Ok(Self { source: SceneSource::new(scene, &folder.unwrap_or_default()) })
    }

    /// Name of the scene.
    #[getter]
    fn name(&self) -> &str {
        &self.source.scene.name
    }

    /// Frames that it asks for.
    #[getter]
    fn frames(&self) -> usize {
        self.source.scene.settings.frames
    }

    /// Frames per second (1/s).
    #[getter]
    fn frame_rate(&self) -> f64 {
        self.source.scene.settings.frame_time().recip()
    }

    /// The text of a scene file, with all defaults written out.
    fn to_toml(&self, py: Python<'_>) -> PyResult<String> {
        self.source.scene.to_toml().map_err(|error| scene_error(py, &error))
    }

    fn __repr__(&self) -> String {
        let Parsed { name, cloths, obstacles, .. } = &self.source.scene;
        format!("Scene({name:?}, {} cloths, {} obstacles)", cloths.len(), obstacles.len())
    }
}

fn described(dictionary: &Bound<'_, PyDict>, folder: &Path) -> PyResult<SceneSource> {
    let py = dictionary.py();
    let mut description = Description::default();
    let table = description.table(dictionary, ("", 0))?;
    let text = toml::to_string_pretty(&table)
        .map_err(|error| plain(py, "SceneError", &error.to_string()))?;
    let scene = Parsed::from_toml(&text).map_err(|error| scene_error(py, &error))?;
    let mut source = SceneSource::new(scene, folder);
    source.files = description.files;
    if source.name.is_empty() {
        "scene".clone_into(&mut source.name);
    }
    Ok(source)
}

fn named(py: Python<'_>, path: &Path, resolution: Option<u32>) -> PyResult<SceneSource> {
    let word = path.display().to_string();
    let fine = resolution.unwrap_or(builtin::DEFAULT_RESOLUTION);
    if let Some(source) = SceneSource::builtin(&word, fine) {
        return Ok(source);
    }
    if resolution.is_some() {
        return Err(value_error(format!(
            "resolution is for built-in scenes; `{word}` says itself how fine its cloths are"
        )));
    }
    if path.extension().is_none() {
        let hint = nearest(&word, builtin::NAMES.into_iter());
        let hint = hint.map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
        let text = format!("there is no built-in scene `{word}`{hint}; others are .toml files");
        return Err(plain(py, "SceneError", &text));
    }
    SceneSource::file(path).map_err(|error| run_error(py, error))
}

/// Assignments such as those of `ripstop run --set`.
fn assignments(set: &Bound<'_, PyDict>) -> PyResult<Vec<Assignment>> {
    let mut assignments = Vec::new();
    for (key, value) in set.iter() {
        let key: String = key.extract()?;
        let single = PyDict::new(set.py());
        single.set_item("value", value)?;
        let mut table: Table = Description::default().table(&single, ("set", 0))?;
        let value = table.remove("value").unwrap_or(Value::Boolean(false));
        let text = format!("{key}={value}");
        assignments.push(text.parse().map_err(value_error)?);
    }
    Ok(assignments)
}
