//! Scenes from dictionaries: the keys of a scene file, and arrays where it names files.
//!
//! An array becomes a file in memory: `vertices` and `faces` of a `mesh` its `file`, `start` and
//! `rest` meshes with the same faces, `positions` of `frames` a trajectory. So units, selection and
//! copies in run directories work as with files.

use std::io::Cursor;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use ripstop::io::{Mesh, NpyWriter, write_obj};
use toml::{Table, Value};

use crate::arrays::{Argument, faces, frames, positions, positions_like};
use crate::errors::value_error;

/// Deepest nesting of a dictionary.
const DEEPEST: usize = 16;

/// A dictionary as a table, and its arrays as files.
#[derive(Default)]
pub(crate) struct Description {
    /// Names and contents of files in memory.
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl Description {
    /// The table of a dictionary; `place` is its key, for errors.
    pub(crate) fn table(
        &mut self,
        dictionary: &Bound<'_, PyDict>,
        place: (&str, usize),
    ) -> PyResult<Table> {
        let (path, depth) = place;
        let mut table = Table::new();
        let mut dictionary = dictionary.copy()?;
        if path.ends_with("mesh") && dictionary.contains("vertices")? {
            self.take_mesh(&mut dictionary, path)?;
        }
        for (key, value) in dictionary.iter() {
            let key: String = key.extract().map_err(|_| {
                value_error(format!("`{path}` has the key {key}, but keys are strings"))
            })?;
            let own = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            if let Some(value) = self.value(&value, (&own, depth + 1))? {
                table.insert(key, value);
            }
        }
        Ok(table)
    }

    /// A value; nothing for `None`.
    fn value(&mut self, value: &Bound<'_, PyAny>, place: (&str, usize)) -> PyResult<Option<Value>> {
        let (path, depth) = place;
        if depth > DEEPEST {
            return Err(value_error(format!("`{path}` is nested too deeply")));
        }
        if value.is_none() {
            return Ok(None);
        }
        if let Ok(found) = value.cast::<PyBool>() {
            return Ok(Some(Value::Boolean(found.is_true())));
        }
        if value.is_instance_of::<PyInt>() {
            let number = value.extract();
            let number = number.map_err(|_| value_error(format!("`{path}` is too large")))?;
            return Ok(Some(Value::Integer(number)));
        }
        if value.is_instance_of::<PyFloat>() {
            return Ok(Some(Value::Float(value.extract()?)));
        }
        if value.is_instance_of::<PyString>() {
            return Ok(Some(Value::String(value.extract()?)));
        }
        if let Ok(dictionary) = value.cast::<PyDict>() {
            return Ok(Some(Value::Table(self.table(dictionary, place)?)));
        }
        if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            let mut items = Vec::new();
            for (number, item) in value.try_iter()?.enumerate() {
                let own = format!("{path}.{number}");
                items.extend(self.value(&item?, (&own, depth + 1))?);
            }
            return Ok(Some(Value::Array(items)));
        }
        // Numbers and short lists of NumPy.
        for method in ["tolist", "__fspath__"] {
            if value.hasattr(method)? {
                return self.value(&value.call_method0(method)?, (path, depth + 1));
            }
        }
        let kind = value.get_type().name()?;
        Err(value_error(format!("`{path}` is of type {kind}, which a scene cannot hold")))
    }

    /// Replaces the arrays of a mesh by names of files in memory.
    fn take_mesh(&mut self, mesh: &mut Bound<'_, PyDict>, path: &str) -> PyResult<()> {
        let name = |key: &str| format!("{path}.{key}");
        let (vertices, corners) = (taken(mesh, "vertices")?, taken(mesh, "faces")?);
        let (Some(vertices), Some(corners)) = (vertices, corners) else {
            return Err(value_error(format!("`{path}` needs arrays `vertices` and `faces`")));
        };
        if mesh.contains("file")? {
            return Err(value_error(format!("`{path}` has a file and vertices")));
        }
        let named = name("vertices");
        let at = positions(Argument { name: &named, value: &vertices })?;
        let corners = faces(Argument { name: &name("faces"), value: &corners })?;
        let like = (at.len(), named.as_str());
        for key in ["start", "rest"] {
            if let Some(value) = taken(mesh, key)? {
                let other = positions_like(Argument { name: &name(key), value: &value }, like)?;
                let file = self.mesh_file(&Mesh::new(other, corners.clone()))?;
                mesh.set_item(key, file)?;
            }
        }
        if let Some(timing) = mesh.get_item("frames")?
            && let Ok(timing) = timing.cast_into::<PyDict>()
        {
            let timing = timing.copy()?;
            if let Some(value) = taken(&timing, "positions")? {
                let argument = Argument { name: &name("frames.positions"), value: &value };
                let file = self.trajectory(&frames(argument, at.len())?)?;
                timing.set_item("file", file)?;
                mesh.set_item("frames", timing)?;
            }
        }
        mesh.set_item("file", self.mesh_file(&Mesh::new(at, corners))?)
    }

    fn mesh_file(&mut self, mesh: &Mesh) -> PyResult<String> {
        let mut bytes = Vec::new();
        write_obj(&mut bytes, mesh).map_err(|error| value_error(error.to_string()))?;
        Ok(self.add(bytes, "obj"))
    }

    fn trajectory(&mut self, frames: &[Vec<ripstop::glam::DVec3>]) -> PyResult<String> {
        let failed = |error: ripstop::io::NpyError| value_error(error.to_string());
        let count = frames.first().map_or(0, Vec::len);
        let mut array = NpyWriter::create(Cursor::new(Vec::new()), count).map_err(failed)?;
        for frame in frames {
            array.append(frame).map_err(failed)?;
        }
        Ok(self.add(array.into_inner().into_inner(), "npy"))
    }

    fn add(&mut self, bytes: Vec<u8>, extension: &str) -> String {
        let name = format!("array-{}.{extension}", self.files.len());
        self.files.push((name.clone(), bytes));
        name
    }
}

/// Takes an array out of a dictionary, if there is one of this key.
fn taken<'py>(dictionary: &Bound<'py, PyDict>, key: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let found = dictionary.get_item(key)?;
    let found = found.filter(|value| value.hasattr("dtype").unwrap_or(false));
    if found.is_some() {
        dictionary.del_item(key)?;
    }
    Ok(found)
}
