//! `ripstop.ccd`: times of impact of pairs, in batches.

use numpy::PyArray1;
use pyo3::prelude::*;
use rayon::prelude::*;
use ripstop::geometry::{MovingPoint, PairKind};
use ripstop::glam::DVec3;
use ripstop::narrow::{Additive, Ccd, Cubic, Inclusion};

use crate::arrays::{Argument, pairs};
use crate::errors::value_error;
use crate::threads::work;

/// Pairs in a task.
const TASK: usize = 512;

/// Returns times of impact of vertices with faces: `(n, 4, 3)` points at the start and at the end,
/// the vertex first; `inf` where there is none.
#[pyfunction]
#[pyo3(signature = (start, end, *, method="exact", separation=0.0))]
pub(crate) fn vertex_face<'py>(
    start: &Bound<'py, PyAny>,
    end: &Bound<'py, PyAny>,
    method: &str,
    separation: f64,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    times(PairKind::VertexFace, [start, end], &*ccd(method, separation)?)
}

/// Returns times of impact of edges: `(n, 4, 3)` points at the start and at the end, the ends of
/// one edge first; `inf` where there is none.
#[pyfunction]
#[pyo3(signature = (start, end, *, method="exact", separation=0.0))]
pub(crate) fn edge_edge<'py>(
    start: &Bound<'py, PyAny>,
    end: &Bound<'py, PyAny>,
    method: &str,
    separation: f64,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    times(PairKind::EdgeEdge, [start, end], &*ccd(method, separation)?)
}

fn ccd(method: &str, separation: f64) -> PyResult<Box<dyn Ccd + Send>> {
    if !(separation.is_finite() && separation >= 0.0) {
        let text = format!("separation is {separation}, but has to be finite and not negative");
        return Err(value_error(text));
    }
    match method {
        "exact" if separation == 0.0 => Ok(Box::new(Cubic::exact())),
        "inclusion" if separation == 0.0 => Ok(Box::new(Inclusion::contact())),
        "exact" | "inclusion" => Err(value_error("a separation needs method=\"additive\"")),
        "additive" => Ok(Box::new(Additive::with_separation(separation))),
        _ => Err(value_error(format!(
            "there is no method \"{method}\"; there are \"exact\", \"inclusion\", \"additive\""
        ))),
    }
}

fn times<'py>(
    kind: PairKind,
    [start, end]: [&Bound<'py, PyAny>; 2],
    ccd: &(dyn Ccd + Send),
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let py = start.py();
    let starts = pairs(Argument { name: "start", value: start })?;
    let ends = pairs(Argument { name: "end", value: end })?;
    if starts.len() != ends.len() {
        let (rows, others) = (ends.len(), starts.len());
        return Err(value_error(format!("end has {rows} rows, but start has {others}")));
    }
    let time = |(start, end): (&[DVec3; 4], &[DVec3; 4])| {
        let points = [0, 1, 2, 3].map(|i| MovingPoint { start: start[i], end: end[i] });
        ccd.pair(kind, points, 1.0).time.unwrap_or(f64::INFINITY)
    };
    let found: Vec<f64> = work(py, || {
        let both = starts.par_chunks(TASK).zip(ends.par_chunks(TASK));
        both.flat_map_iter(|(starts, ends)| starts.iter().zip(ends).map(time)).collect()
    })?;
    Ok(PyArray1::from_vec(py, found))
}
