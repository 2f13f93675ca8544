//! Exceptions: `ValueError` for arguments, and the classes of `ripstop/_errors.py` with the data
//! that a program wants.

use std::path::Path;

use numpy::PyArray1;
use numpy::prelude::*;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use ripstop::detection::SafetyError;
use ripstop::geometry::{Candidate, CollisionMesh, EdgeId, FaceId, MeshError, MotionError};
use ripstop::pipeline::{SceneError, StepError};
use ripstop::run::{Cause, RunError};

/// A `ValueError`.
pub(crate) fn value_error(text: impl Into<String>) -> PyErr {
    PyValueError::new_err(text.into())
}

/// An exception of `ripstop._errors` with details as keywords.
fn raised(class: &str, message: &str, details: &Bound<'_, PyDict>) -> PyErr {
    let build = || -> PyResult<PyErr> {
        let class = details.py().import("ripstop._errors")?.getattr(class)?;
        Ok(PyErr::from_value(class.call((message,), Some(details))?))
    };
    build().unwrap_or_else(|error| error)
}

/// An exception of `ripstop._errors` without details.
pub(crate) fn plain(py: Python<'_>, class: &str, message: &str) -> PyErr {
    raised(class, message, &PyDict::new(py))
}

/// A mesh of arrays with these names that makes no sense.
pub(crate) fn mesh_error(positions: &str, faces: &str, error: MeshError) -> PyErr {
    value_error(match error {
        MeshError::VertexOutOfRange { face, vertex, vertex_count } => format!(
            "{faces}: row {face} names vertex {vertex}, but {positions} has {vertex_count} rows"
        ),
        MeshError::RepeatedCorner { face, vertex } => {
            format!("{faces}: row {face} has vertex {vertex} at two corners")
        }
        MeshError::NotFinite { vertex } => format!("{positions}: row {vertex} is NaN or infinite"),
        MeshError::Empty => format!("{faces} has no rows"),
        error => format!("{faces}: {error}"),
    })
}

/// A step that is not safe, or arguments that make no sense.
pub(crate) fn safety_error(py: Python<'_>, mesh: &CollisionMesh, error: &SafetyError) -> PyErr {
    let message = error.to_string();
    match error {
        SafetyError::Tangled { crossings, names } => {
            tangled(py, (&message, names), crossings, Some(mesh))
        }
        SafetyError::Pinched { candidates, names } => {
            pinched(py, (&message, names), candidates, (Some(mesh), None))
        }
        SafetyError::InverseMass { vertex, value } => value_error(format!(
            "inverse_mass: row {vertex} is {value}, but has to be finite and not negative"
        )),
        SafetyError::LeastGap { value } => {
            value_error(format!("least_gap is {value}, but has to be finite and not negative"))
        }
        SafetyError::NotFinite { vertex } => {
            plain(py, "StepError", &format!("vertex {vertex} is NaN or infinite"))
        }
        SafetyError::Motion(MotionError::NotFinite { vertex, .. }) => {
            value_error(format!("start or end: row {vertex} is NaN or infinite"))
        }
        _ => value_error(message),
    }
}

/// A step of a simulation that failed in a frame.
pub(crate) fn step_error(
    py: Python<'_>,
    mesh: &CollisionMesh,
    (error, frame): (&StepError, usize),
) -> PyErr {
    let message = format!("frame {frame}: {error}");
    if let StepError::Pinched { candidates, names } = error {
        return pinched(py, (&message, names), candidates, (Some(mesh), Some(frame)));
    }
    let details = PyDict::new(py);
    if let Err(error) = details.set_item("frame", frame) {
        return error;
    }
    raised("StepError", &message, &details)
}

/// A scene that cannot be simulated.
pub(crate) fn scene_error(py: Python<'_>, error: &SceneError) -> PyErr {
    match error {
        SceneError::Tangled { crossings, names, .. } => {
            tangled(py, (&error.to_string(), names), crossings, None)
        }
        _ => plain(py, "SceneError", &error.to_string()),
    }
}

/// A run that cannot be made, with all its causes in one message.
pub(crate) fn run_error(py: Python<'_>, error: RunError) -> PyErr {
    let causes = error.with_causes();
    match error {
        RunError::Simulate { cause, .. } => scene_error(py, &cause),
        RunError::ReadScene { .. } | RunError::SceneText(_) => plain(py, "SceneError", &causes),
        _ => plain(py, "RunError", &causes),
    }
}

/// A file that cannot be read.
pub(crate) fn cause(py: Python<'_>, (path, cause): (&Path, &Cause)) -> PyErr {
    plain(py, "RunError", &format!("cannot read `{}`: {cause}", path.display()))
}

fn tangled(
    py: Python<'_>,
    (message, names): (&str, &[String]),
    crossings: &[(EdgeId, FaceId)],
    mesh: Option<&CollisionMesh>,
) -> PyErr {
    let build = || -> PyResult<PyErr> {
        let details = PyDict::new(py);
        let pairs = crossings.iter().flat_map(|(edge, face)| [edge.0, face.0]).map(i64::from);
        details.set_item("pairs", rows(py, pairs.collect(), 2)?)?;
        if let Some(mesh) = mesh {
            let ends = crossings.iter().flat_map(|(edge, _)| mesh.edge(*edge));
            let ends = ends.map(|vertex| i64::from(vertex.0)).collect();
            details.set_item("edges", rows(py, ends, 2)?)?;
        }
        details.set_item("names", names)?;
        Ok(raised("TangledError", message, &details))
    };
    build().unwrap_or_else(|error| error)
}

fn pinched(
    py: Python<'_>,
    (message, names): (&str, &[String]),
    candidates: &[Candidate],
    (mesh, frame): (Option<&CollisionMesh>, Option<usize>),
) -> PyErr {
    let build = || -> PyResult<PyErr> {
        let details = PyDict::new(py);
        if let Some(mesh) = mesh {
            let vertices = candidates.iter().flat_map(|candidate| mesh.stencil(*candidate));
            let vertices = vertices.map(|vertex| i64::from(vertex.0)).collect();
            details.set_item("pairs", rows(py, vertices, 4)?)?;
        }
        let is_vertex_face =
            |candidate: &Candidate| matches!(candidate, Candidate::VertexFace { .. });
        let kinds = candidates.iter().map(is_vertex_face).collect();
        details.set_item("is_vertex_face", PyArray1::from_vec(py, kinds))?;
        details.set_item("names", names)?;
        details.set_item("frame", frame)?;
        Ok(raised("PinchedError", message, &details))
    };
    build().unwrap_or_else(|error| error)
}

/// An array of rows of integers.
fn rows(py: Python<'_>, flat: Vec<i64>, columns: usize) -> PyResult<Bound<'_, PyAny>> {
    let count = flat.len() / columns;
    Ok(PyArray1::from_vec(py, flat).reshape([count, columns])?.into_any())
}
