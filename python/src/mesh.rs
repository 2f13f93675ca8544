//! Meshes: faces with their topology, built once for many calls.

use std::sync::Arc;

use numpy::PyArray2;
use pyo3::prelude::*;
use ripstop::geometry::{CollisionMesh, SurfaceId};
use ripstop::glam::DVec3;

use crate::arrays::{Argument, faces, indices, integers_like};
use crate::errors::{mesh_error, value_error};
use crate::threads::work;

/// Faces of a mesh with their edges, for calls that take `F`.
#[pyclass(frozen, module = "ripstop")]
pub(crate) struct Mesh {
    pub(crate) mesh: Arc<CollisionMesh>,
}

#[pymethods]
impl Mesh {
    /// A mesh of so many vertices; `surfaces` numbers the surface of each of them.
    #[new]
    #[pyo3(signature = (faces, vertex_count, *, surfaces=None))]
    fn new(
        py: Python<'_>,
        faces: &Bound<'_, PyAny>,
        vertex_count: usize,
        surfaces: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let faces = self::faces(Argument { name: "faces", value: faces })?;
        let numbers = match surfaces {
            None => vec![SurfaceId(0); vertex_count],
            Some(value) => {
                let argument = Argument { name: "surfaces", value };
                surface_ids(&integers_like(argument, (vertex_count, "the mesh"))?)?
            }
        };
        let mesh = built(py, &faces, (numbers, "the mesh", "faces"))?;
        Ok(Self { mesh: Arc::new(mesh) })
    }

    /// Number of vertices.
    #[getter]
    fn vertex_count(&self) -> usize {
        self.mesh.vertex_count()
    }

    /// `(m, 3)` vertices of the faces; a copy.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        indices(py, self.mesh.faces().iter().map(|face| face.map(|vertex| vertex.0)))
    }

    /// `(k, 2)` vertices of the edges; a copy.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        indices(py, self.mesh.edges().iter().map(|edge| edge.map(|vertex| vertex.0)))
    }

    fn __repr__(&self) -> String {
        let (vertices, faces) = (self.mesh.vertex_count(), self.mesh.faces().len());
        format!("Mesh({vertices} vertices, {faces} faces)")
    }
}

fn surface_ids(numbers: &[i64]) -> PyResult<Vec<SurfaceId>> {
    const MOST: i64 = 1 << 20;
    let id = |(row, number): (usize, &i64)| match u32::try_from(*number) {
        Ok(id) if *number < MOST => Ok(SurfaceId(id)),
        _ => Err(value_error(format!("surfaces: row {row} is {number}, which cannot be"))),
    };
    numbers.iter().enumerate().map(id).collect()
}

/// Builds a mesh of faces with the surface of every vertex; the names are those of the arrays.
pub(crate) fn built(
    py: Python<'_>,
    faces: &[[u32; 3]],
    of_vertices: Surfaces<'_>,
) -> PyResult<CollisionMesh> {
    let (surfaces, positions, name) = of_vertices;
    // Positions have been checked where they came in; a mesh does not keep them.
    let origin = vec![DVec3::ZERO; surfaces.len()];
    let mesh = work(py, || CollisionMesh::with_surfaces(&origin, faces, surfaces))?;
    mesh.map_err(|error| mesh_error(positions, name, error))
}

/// Surface of every vertex, and the names of the arrays of positions and of faces.
type Surfaces<'a> = (Vec<SurfaceId>, &'a str, &'a str);

/// The mesh of an argument `F`: a [`Mesh`], or faces in an array.
pub(crate) fn mesh_of(
    faces: &Bound<'_, PyAny>,
    (rows, positions): (usize, &str),
) -> PyResult<Arc<CollisionMesh>> {
    if let Ok(mesh) = faces.cast::<Mesh>() {
        let mesh = &mesh.get().mesh;
        if mesh.vertex_count() != rows {
            let count = mesh.vertex_count();
            return Err(value_error(format!(
                "{positions} has {rows} rows, but the mesh has {count} vertices"
            )));
        }
        return Ok(mesh.clone());
    }
    let corners = self::faces(Argument { name: "F", value: faces })?;
    let surfaces = vec![SurfaceId(0); rows];
    Ok(Arc::new(built(faces.py(), &corners, (surfaces, positions, "F"))?))
}
