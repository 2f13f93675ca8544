//! `check`: crossings of a mesh with itself, exactly.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use ripstop::detection::crossings;
use ripstop::geometry::crossing::{Contour, contour_points, contours};
use ripstop::geometry::{CollisionMesh, Crossing, Filters};
use ripstop::glam::DVec3;

use crate::arrays::{Argument, indices, positions, vectors};
use crate::errors::mesh_error;
use crate::mesh::mesh_of;
use crate::threads::work;

/// Crossings of a mesh: edges and faces without a common vertex that share a point.
#[pyclass(frozen, module = "ripstop")]
pub(crate) struct Crossings {
    mesh: Arc<CollisionMesh>,
    positions: Vec<DVec3>,
    found: Vec<Crossing>,
}

/// A curve of crossings.
#[pyclass(frozen, get_all, module = "ripstop", name = "Contour")]
pub(crate) struct ContourCurve {
    /// Rows of `Crossings` in the order along the curve.
    crossings: Py<PyArray1<i64>>,
    /// `(k, 3)` points of the curve (m).
    points: Py<PyArray2<f64>>,
    /// Length (m).
    length: f64,
    /// True if the last crossing is followed by the first.
    closed: bool,
}

/// Finds all crossings of a mesh with itself, exactly.
#[pyfunction]
#[pyo3(signature = (V, F))]
#[allow(non_snake_case, reason = "letters of the field, as every mesh library for Python has them")]
pub(crate) fn check(
    py: Python<'_>,
    V: &Bound<'_, PyAny>,
    F: &Bound<'_, PyAny>,
) -> PyResult<Crossings> {
    let positions = positions(Argument { name: "V", value: V })?;
    let mesh = mesh_of(F, (positions.len(), "V"))?;
    let found = work(py, || crossings(&mesh, &Filters::default(), &positions))?;
    let found = found.map_err(|error| mesh_error("V", "F", error))?;
    Ok(Crossings::new(mesh, positions, found))
}

impl Crossings {
    pub(crate) const fn new(
        mesh: Arc<CollisionMesh>,
        positions: Vec<DVec3>,
        found: Vec<Crossing>,
    ) -> Self {
        Self { mesh, positions, found }
    }

    fn curve(&self, py: Python<'_>, contour: &Contour) -> PyResult<ContourCurve> {
        let points = contour_points(contour, &self.found, &self.mesh, &self.positions);
        let rows = contour.crossings.iter().map(|row| i64::from(*row as u32)).collect();
        Ok(ContourCurve {
            crossings: PyArray1::from_vec(py, rows).unbind(),
            points: vectors(py, &points)?.unbind(),
            length: contour.length(&points),
            closed: contour.is_closed(),
        })
    }
}

#[pymethods]
impl Crossings {
    /// `(k, 2)` numbers of the edge (a row of `edges` of a `Mesh`) and of the face.
    #[getter]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        indices(py, self.found.iter().map(|crossing| [crossing.edge.0, crossing.face.0]))
    }

    /// `(k, 2)` vertices of the edges.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let ends = self.found.iter().map(|crossing| self.mesh.edge(crossing.edge));
        indices(py, ends.map(|edge| edge.map(|vertex| vertex.0)))
    }

    /// `(k,)` rows of `F`.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let faces = self.found.iter().map(|crossing| i64::from(crossing.face.0));
        PyArray1::from_vec(py, faces.collect())
    }

    /// `(k, 3)` points where they cross (m), rounded.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let point = |crossing: &Crossing| crossing.point(&self.mesh, &self.positions);
        vectors(py, &self.found.iter().map(point).collect::<Vec<_>>())
    }

    /// The curves that the crossings form.
    #[getter]
    fn contours(&self, py: Python<'_>) -> PyResult<Vec<ContourCurve>> {
        let found = work(py, || contours(&self.mesh, &self.found))?;
        found.contours.iter().map(|contour| self.curve(py, contour)).collect()
    }

    fn __len__(&self) -> usize {
        self.found.len()
    }

    fn __repr__(&self) -> String {
        format!("Crossings({})", self.found.len())
    }
}
