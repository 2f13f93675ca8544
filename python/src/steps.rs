//! `candidates` and `collision_free_step`: the broad phase, and the largest step without contact.

use std::sync::Arc;

use numpy::PyArray2;
use pyo3::prelude::*;
use ripstop::broad::Bvh;
use ripstop::broad::candidates::{CandidateSearch, Candidates as Found, MeshBoxes};
use ripstop::geometry::{Candidate, CollisionMesh, Filters, Motion};
use ripstop::glam::DVec3;
use ripstop::narrow::{Cubic, MovingMesh, SafeStep};

use crate::arrays::{Argument, indices, positions, positions_like, vectors};
use crate::errors::value_error;
use crate::mesh::mesh_of;
use crate::threads::work;

/// Pairs whose boxes overlap during a motion: each once, in order, at every number of threads.
#[pyclass(frozen, module = "ripstop")]
pub(crate) struct Candidates {
    mesh: Arc<CollisionMesh>,
    found: Found,
}

#[pymethods]
impl Candidates {
    /// `(k, 2)` numbers of vertices and faces.
    #[getter]
    fn vertex_face<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        indices(py, self.found.vertex_face.iter().map(|(vertex, face)| [vertex.0, face.0]))
    }

    /// `(k, 2)` numbers of two edges, rows of `edges`.
    #[getter]
    fn edge_edge<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        indices(py, self.found.edge_edge.iter().map(|(a, b)| [a.0, b.0]))
    }

    /// `(k, 2)` vertices of all edges of the mesh.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        indices(py, self.mesh.edges().iter().map(|edge| edge.map(|vertex| vertex.0)))
    }

    fn __len__(&self) -> usize {
        self.found.len()
    }

    fn __repr__(&self) -> String {
        let Found { vertex_face, edge_edge } = &self.found;
        format!("Candidates({} vertex-face, {} edge-edge)", vertex_face.len(), edge_edge.len())
    }
}

/// A step without contact.
#[pyclass(frozen, get_all, module = "ripstop")]
pub(crate) struct Step {
    /// Part of the motion, in [0, 1]; 0 if there is contact at the start.
    fraction: f64,
    /// `(n, 3)` positions at its end (m).
    positions: Py<PyArray2<f64>>,
    /// Time of the impact that ends the step; `None` if it is the whole motion.
    impact_time: Option<f64>,
    /// Its four vertices: vertex and face, or two edges.
    impact_vertices: Option<[u32; 4]>,
}

#[pymethods]
impl Step {
    fn __float__(&self) -> f64 {
        self.fraction
    }

    fn __repr__(&self) -> String {
        format!("Step({})", self.fraction)
    }
}

/// Finds all pairs whose boxes overlap, with boxes larger by `inflation` (m) on every side.
#[pyfunction]
#[pyo3(signature = (V0, V1, F, *, inflation=0.0))]
#[allow(non_snake_case, reason = "letters of the field")]
pub(crate) fn candidates(
    py: Python<'_>,
    V0: &Bound<'_, PyAny>,
    V1: &Bound<'_, PyAny>,
    F: &Bound<'_, PyAny>,
    inflation: f64,
) -> PyResult<Candidates> {
    if !(inflation.is_finite() && inflation >= 0.0) {
        let text = format!("inflation is {inflation}, but has to be finite and not negative");
        return Err(value_error(text));
    }
    let moving = Moving::new(V0, V1, F)?;
    let found = work(py, || moving.candidates(inflation))?.map_err(value_error)?;
    Ok(Candidates { mesh: moving.mesh, found })
}

/// Returns the largest part of a motion that is free of contact, certified.
#[pyfunction]
#[pyo3(signature = (V0, V1, F))]
#[allow(non_snake_case, reason = "letters of the field")]
pub(crate) fn collision_free_step(
    py: Python<'_>,
    V0: &Bound<'_, PyAny>,
    V1: &Bound<'_, PyAny>,
    F: &Bound<'_, PyAny>,
) -> PyResult<Step> {
    let moving = Moving::new(V0, V1, F)?;
    let step = work(py, || moving.safe_step())?.map_err(value_error)?;
    let vertices = |candidate: Candidate| moving.mesh.stencil(candidate).map(|vertex| vertex.0);
    Ok(Step {
        fraction: step.fraction,
        positions: vectors(py, &step.positions)?.unbind(),
        impact_time: step.blocked_by.map(|impact| impact.time),
        impact_vertices: step.blocked_by.map(|impact| vertices(impact.candidate)),
    })
}

/// A mesh and its motion.
struct Moving {
    mesh: Arc<CollisionMesh>,
    start: Vec<DVec3>,
    end: Vec<DVec3>,
}

impl Moving {
    fn new(
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        faces: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let start = positions(Argument { name: "V0", value: start })?;
        let like = (start.len(), "V0");
        let end = positions_like(Argument { name: "V1", value: end }, like)?;
        Ok(Self { mesh: mesh_of(faces, like)?, start, end })
    }

    fn motion(&self) -> Motion<'_> {
        Motion { start: &self.start, end: &self.end }
    }

    fn candidates(&self, inflation: f64) -> Result<Found, String> {
        let filters = Filters::default();
        let mut boxes = MeshBoxes::default();
        boxes.update(&self.mesh, &self.motion(), inflation);
        let search = CandidateSearch::new(&self.mesh, &filters);
        search.candidates(&mut Bvh::default(), &boxes).map_err(|error| error.to_string())
    }

    fn safe_step(&self) -> Result<SafeStep, String> {
        let found = self.candidates(0.0)?;
        let moving =
            MovingMesh::new(&self.mesh, self.motion()).map_err(|error| error.to_string())?;
        Ok(moving.safe_step(&Cubic::exact(), &found))
    }
}
