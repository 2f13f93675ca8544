//! `untangle`: a tangled mesh repaired. The one file that knows how the crates untangle.

use std::collections::BTreeSet;
use std::sync::Arc;

use numpy::PyArray2;
use pyo3::prelude::*;
use ripstop::detection::CrossingSearch;
use ripstop::geometry::{CollisionMesh, Filters, StopFlag, SurfaceId};
use ripstop::glam::DVec3;
use ripstop::response::untangle::{TangledCloth, UntangleSettings, untangle_while};

use crate::arrays::{
    Argument, faces, integers_like, positions, positions_like, selection, vectors,
};
use crate::check::Crossings;
use crate::errors::value_error;
use crate::mesh::{Mesh, built, mesh_of};
use crate::threads::interruptible;

/// A repaired mesh.
#[pyclass(frozen, get_all, module = "ripstop")]
pub(crate) struct Untangled {
    /// `(n, 3)` positions without crossings, or with as few as could be reached (m).
    positions: Py<PyArray2<f64>>,
    /// `(n, 3)` displacements (m).
    displacement: Py<PyArray2<f64>>,
    /// Crossings that are left.
    left: Py<Crossings>,
    /// Number of crossings before.
    crossings_before: usize,
    /// Iterations that were made.
    iterations: usize,
}

#[pymethods]
impl Untangled {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let left = self.left.bind(py).len()?;
        Ok(format!("Untangled({} crossings before, {left} left)", self.crossings_before))
    }
}

/// Repairs a mesh that passes through itself.
#[pyfunction]
#[pyo3(signature = (V, F, *, rest=None, layers=None, fixed=None))]
#[allow(
    non_snake_case,
    clippy::too_many_arguments,
    reason = "keywords of Python, with the letters that every mesh library has"
)]
pub(crate) fn untangle(
    py: Python<'_>,
    V: &Bound<'_, PyAny>,
    F: &Bound<'_, PyAny>,
    rest: Option<&Bound<'_, PyAny>>,
    layers: Option<&Bound<'_, PyAny>>,
    fixed: Option<&Bound<'_, PyAny>>,
) -> PyResult<Untangled> {
    let start = positions(Argument { name: "V", value: V })?;
    let like = (start.len(), "V");
    let rest = match rest {
        Some(value) => positions_like(Argument { name: "rest", value }, like)?,
        None => start.clone(),
    };
    let (mesh, layers) = layered(F, layers, like)?;
    let fixed = match fixed {
        Some(value) => selection(Argument { name: "fixed", value }, like)?,
        None => vec![false; start.len()],
    };
    let tangle = Tangle { mesh: mesh.clone(), start, rest, layers, fixed };
    let stop = StopFlag::default();
    let end = interruptible(py, &stop, || tangle.solve(&stop))?;
    let moved: Vec<DVec3> = end.positions.iter().zip(&tangle.start).map(|(x, y)| *x - *y).collect();
    Ok(Untangled {
        displacement: vectors(py, &moved)?.unbind(),
        positions: vectors(py, &end.positions)?.unbind(),
        left: Py::new(py, Crossings::new(mesh, end.positions, end.crossings))?,
        crossings_before: end.crossings_before,
        iterations: end.iterations,
    })
}

/// Input of the solve.
struct Tangle {
    mesh: Arc<CollisionMesh>,
    start: Vec<DVec3>,
    rest: Vec<DVec3>,
    /// By surface.
    layers: Vec<Option<i32>>,
    fixed: Vec<bool>,
}

impl Tangle {
    fn solve(&self, stop: &StopFlag) -> ripstop::response::untangle::Untangled {
        let at = |vertex: ripstop::geometry::VertexId| self.rest[vertex.index()];
        let edges = self.mesh.edges().iter();
        let rest_lengths: Vec<f64> = edges.map(|[a, b]| at(*a).distance(at(*b))).collect();
        let inverse_masses: Vec<f64> =
            self.fixed.iter().map(|fixed| if *fixed { 0.0 } else { 1.0 }).collect();
        let cloth = TangledCloth {
            rest_lengths: &rest_lengths,
            inverse_masses: &inverse_masses,
            layers: &self.layers,
            inside: &[],
        };
        let filters = Filters::default();
        let mut search = CrossingSearch::new(&self.mesh, &filters);
        let settings = UntangleSettings::default();
        untangle_while(&mut search, &self.start, &cloth, &settings, &mut |_| !stop.is_raised())
    }
}

/// The mesh, with a surface for every layer, and the layers by surface.
fn layered(
    faces_argument: &Bound<'_, PyAny>,
    layers: Option<&Bound<'_, PyAny>>,
    like: (usize, &str),
) -> PyResult<(Arc<CollisionMesh>, Vec<Option<i32>>)> {
    let Some(value) = layers else {
        let mesh = mesh_of(faces_argument, like)?;
        let count = mesh.surfaces().iter().map(|surface| surface.index() + 1).max().unwrap_or(0);
        return Ok((mesh, vec![None; count]));
    };
    if faces_argument.cast::<Mesh>().is_ok() {
        return Err(value_error("layers need F as an array: a Mesh has its surfaces already"));
    }
    let of_vertices = integers_like(Argument { name: "layers", value }, like)?;
    let distinct: BTreeSet<i64> = of_vertices.iter().copied().collect();
    let distinct: Vec<i64> = distinct.into_iter().collect();
    let layer = |layer: &i64| {
        let small = i32::try_from(*layer).map(Some);
        small.map_err(|_| value_error(format!("layers: {layer} is too large")))
    };
    let by_surface: Vec<Option<i32>> = distinct.iter().map(layer).collect::<PyResult<_>>()?;
    let surface = |layer: &i64| SurfaceId(distinct.partition_point(|other| other < layer) as u32);
    let surfaces = of_vertices.iter().map(surface).collect();
    let corners = faces(Argument { name: "F", value: faces_argument })?;
    let mesh = built(faces_argument.py(), &corners, (surfaces, like.1, "F"))?;
    Ok((Arc::new(mesh), by_surface))
}
