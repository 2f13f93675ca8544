//! `ripstop.barrier`: barriers of a set of contacts, with gradient and Hessian.

use std::sync::Arc;

use numpy::PyArray1;
use numpy::PyArray2;
use numpy::prelude::*;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use ripstop::broad::Bvh;
use ripstop::broad::candidates::{CandidateSearch, MeshBoxes};
use ripstop::dynamics::{BlockMatrix, assembled_hessian};
use ripstop::geometry::potential::Spectrum;
use ripstop::geometry::{CollisionMesh, Filters, Motion, Potential};
use ripstop::glam::DVec3;
use ripstop::response::barrier::{
    BarrierForm, BarrierPotential, ContactSet, ContactSurface, PairRule,
};

use crate::arrays::{Argument, indices, positions, positions_like, vectors};
use crate::errors::value_error;
use crate::mesh::mesh_of;
use crate::threads::work;

/// Contacts of a mesh, found at some positions, and their barriers.
#[pyclass(frozen, module = "ripstop")]
pub(crate) struct Barrier {
    mesh: Arc<CollisionMesh>,
    potential: BarrierPotential,
}

#[pymethods]
impl Barrier {
    /// Finds all contacts closer than `d_hat` (m). `rest` gives edges the lengths by which nearly
    /// parallel ones are recognised.
    #[new]
    #[pyo3(signature = (V, F, d_hat, *, stiffness=1.0, form="squared_log", rest=None))]
    #[allow(
        non_snake_case,
        clippy::too_many_arguments,
        reason = "keywords of Python, with the letters of the field"
    )]
    fn new(
        py: Python<'_>,
        V: &Bound<'_, PyAny>,
        F: &Bound<'_, PyAny>,
        d_hat: f64,
        stiffness: f64,
        form: &str,
        rest: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        for (name, value) in [("d_hat", d_hat), ("stiffness", stiffness)] {
            if !(value.is_finite() && value > 0.0) {
                let text = format!("{name} is {value}, but has to be finite and positive");
                return Err(value_error(text));
            }
        }
        let form = self::form(form)?;
        let here = positions(Argument { name: "V", value: V })?;
        let like = (here.len(), "V");
        let rest = rest.map(|value| positions_like(Argument { name: "rest", value }, like));
        let rest = rest.transpose()?;
        let mesh = mesh_of(F, like)?;
        let set =
            work(py, || contact_set(&mesh, (&here, rest.as_deref().unwrap_or(&here)), d_hat))?;
        let potential = BarrierPotential { set: set.map_err(value_error)?, form, stiffness };
        Ok(Self { mesh, potential })
    }

    fn __len__(&self) -> usize {
        self.potential.element_count()
    }

    /// `(k, 4)` vertices of the contacts; -1 where a contact has fewer.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let row = |contact: &ripstop::response::barrier::BarrierContact| {
            let stencil = contact.stencil();
            [0, 1, 2, 3].map(|i| stencil.get(i).map_or(-1, |vertex| i64::from(vertex.0)))
        };
        let flat: Vec<i64> = self.potential.set.contacts.iter().flat_map(row).collect();
        let count = flat.len() / 4;
        PyArray1::from_vec(py, flat).reshape([count, 4])
    }

    /// The energy at some positions: infinite where something crosses.
    #[allow(non_snake_case, reason = "the letter of the field")]
    fn energy(&self, py: Python<'_>, V: &Bound<'_, PyAny>) -> PyResult<f64> {
        let here = self.positions(V)?;
        work(py, || self.potential.energy(0..self.potential.element_count(), &here))
    }

    /// The `(n, 3)` gradient at some positions.
    #[allow(non_snake_case, reason = "the letter of the field")]
    fn gradient<'py>(
        &self,
        py: Python<'py>,
        V: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let here = self.positions(V)?;
        vectors(py, &work(py, || self.potential.gradient_sum(&here))?)
    }

    /// The Hessian at some positions as a `scipy.sparse.bsr_array` of 3×3 blocks.
    #[pyo3(signature = (V, *, psd="none"))]
    #[allow(non_snake_case, reason = "the letter of the field")]
    fn hessian<'py>(
        &self,
        py: Python<'py>,
        V: &Bound<'_, PyAny>,
        psd: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let spectrum = match psd {
            "none" => Spectrum::Exact,
            "clamp" => Spectrum::Clamped,
            "abs" => Spectrum::Absolute,
            _ => {
                return Err(value_error(format!(
                    "there is no psd=\"{psd}\"; there are \"none\", \"clamp\", \"abs\""
                )));
            }
        };
        let here = self.positions(V)?;
        let matrix = work(py, || assembled_hessian(&[&self.potential], &here, spectrum))?;
        sparse(py, &matrix)
    }

    fn __repr__(&self) -> String {
        format!("Barrier({} contacts)", self.potential.element_count())
    }
}

impl Barrier {
    fn positions(&self, value: &Bound<'_, PyAny>) -> PyResult<Vec<DVec3>> {
        positions_like(Argument { name: "V", value }, (self.mesh.vertex_count(), "the mesh"))
    }
}

fn form(name: &str) -> PyResult<BarrierForm> {
    match name {
        "squared_log" => Ok(BarrierForm::SquaredLog),
        "log" => Ok(BarrierForm::Log),
        "cubic" => Ok(BarrierForm::Cubic),
        "plain_log" => Ok(BarrierForm::PlainLog),
        _ => Err(value_error(format!(
            "there is no form \"{name}\"; there are \"squared_log\", \"log\", \"cubic\", \
             \"plain_log\""
        ))),
    }
}

fn contact_set(
    mesh: &CollisionMesh,
    (here, rest): (&[DVec3], &[DVec3]),
    d_hat: f64,
) -> Result<ContactSet, String> {
    let lengths: Vec<f64> =
        mesh.edges().iter().map(|[a, b]| rest[a.index()].distance(rest[b.index()])).collect();
    let filters = Filters::default();
    let mut boxes = MeshBoxes::default();
    boxes.update(mesh, &Motion { start: here, end: here }, 0.5 * d_hat);
    let search = CandidateSearch::new(mesh, &filters);
    let found = search.candidates(&mut Bvh::default(), &boxes);
    let found = found.map_err(|error| error.to_string())?.to_vec();
    let surface = ContactSurface { mesh, edge_lengths: &lengths };
    Ok(ContactSet::find(surface, here, &found, d_hat, |_| PairRule::new(d_hat)))
}

/// A block matrix for SciPy.
fn sparse<'py>(py: Python<'py>, matrix: &BlockMatrix) -> PyResult<Bound<'py, PyAny>> {
    let rows = matrix.row_count();
    let (mut offsets, mut columns) = (vec![0_u32], Vec::new());
    let mut values = Vec::with_capacity(9 * matrix.block_count());
    for row in 0..rows {
        let (of_row, blocks) = matrix.row(row);
        columns.extend(of_row.iter().map(|column| [*column]));
        // Blocks are stored by columns, arrays by rows.
        values.extend(blocks.iter().flat_map(|block| block.transpose().to_cols_array()));
        offsets.push(columns.len() as u32);
    }
    let values = PyArray1::from_vec(py, values).reshape([columns.len(), 3, 3])?;
    let columns = indices(py, columns.into_iter())?.call_method0("ravel")?;
    let offsets = indices(py, offsets.into_iter().map(|offset| [offset]))?.call_method0("ravel")?;
    let keywords = PyDict::new(py);
    keywords.set_item("shape", (3 * rows, 3 * rows))?;
    py.import("scipy.sparse")?
        .getattr("bsr_array")?
        .call(((values, columns, offsets),), Some(&keywords))
}
