//! `Guard`: the steps of any solver made safe.

use std::sync::{Mutex, PoisonError};

use numpy::PyArray2;
use pyo3::prelude::*;
use ripstop::detection::{Guard as Kept, SafetySettings};
use ripstop::geometry::mesh::{Filters, Role, SurfaceFilter};

use crate::arrays::{Argument, integers_like, numbers_like, positions, positions_like, vectors};
use crate::errors::{safety_error, value_error};
use crate::mesh::mesh_of;
use crate::threads::work;

/// Makes the steps of a solver safe, one after another.
#[pyclass(frozen, module = "ripstop")]
pub(crate) struct Guard {
    faces: Py<PyAny>,
    settings: SafetySettings,
    /// Made at the first step, which says how many vertices there are.
    kept: Mutex<Option<Kept>>,
}

/// A step that is safe.
#[pyclass(frozen, get_all, module = "ripstop")]
pub(crate) struct Safe {
    /// `(n, 3)` positions (m): the straight motion from the start to them is free of impacts.
    positions: Py<PyArray2<f64>>,
    /// Pairs with an impact on the motion to the proposed positions.
    impacts: usize,
    /// Vertices that were carried along by kinematic ones.
    carried: usize,
    /// Vertices that had to keep their start positions.
    frozen: usize,
}

#[pymethods]
impl Safe {
    fn __repr__(&self) -> String {
        let Self { impacts, carried, frozen, .. } = self;
        format!("Safe({impacts} impacts, {carried} carried, {frozen} frozen)")
    }
}

#[pymethods]
impl Guard {
    /// Guards faces (an array or a `Mesh`). Surfaces of a `Mesh` that are listed as obstacles are
    /// not checked against each other.
    #[new]
    #[pyo3(signature = (F, *, least_gap=1e-6, rounds=8, obstacles=None))]
    #[allow(non_snake_case, reason = "the letter of the field")]
    fn new(
        F: Bound<'_, PyAny>,
        least_gap: f64,
        rounds: usize,
        obstacles: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        if !(least_gap.is_finite() && least_gap >= 0.0) {
            let text = format!("least_gap is {least_gap}, but has to be finite and not negative");
            return Err(value_error(text));
        }
        let filters = obstacles.map_or_else(|| Ok(Filters::default()), filters)?;
        let mut settings = SafetySettings::with_filters(filters).with_least_gap(least_gap);
        settings.rounds = rounds;
        // The caller may write into an array later on.
        let has_copy = F.hasattr("copy")?;
        let faces = if has_copy { F.call_method0("copy")?.unbind() } else { F.unbind() };
        Ok(Self { faces, settings, kept: Mutex::new(None) })
    }

    /// Changes the end of a step as little as needed for the straight motion from its start to be
    /// free of impacts. Without inverse masses all vertices are alike; 0 is kinematic.
    #[pyo3(signature = (start, end, inverse_mass=None))]
    fn make_safe(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        inverse_mass: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Safe> {
        let start = positions(Argument { name: "start", value: start })?;
        let like = (start.len(), "start");
        let end = positions_like(Argument { name: "end", value: end }, like)?;
        let inverse_masses = match inverse_mass {
            Some(value) => numbers_like(Argument { name: "inverse_mass", value }, like)?,
            None => vec![1.0; start.len()],
        };
        let mut kept = self
            .kept
            .try_lock()
            .or_else(|error| match error {
                std::sync::TryLockError::Poisoned(poisoned) => {
                    Ok(PoisonError::into_inner(poisoned))
                }
                std::sync::TryLockError::WouldBlock => Err(error),
            })
            .map_err(|_| value_error("another thread is using this guard"))?;
        if kept.as_ref().is_none_or(|guard| guard.mesh().vertex_count() != start.len()) {
            if let Some(guard) = kept.as_ref() {
                let count = guard.mesh().vertex_count();
                let rows = start.len();
                let text = format!("start has {rows} rows, but the mesh has {count} vertices");
                return Err(value_error(text));
            }
            let mesh = mesh_of(self.faces.bind(py), like)?;
            let fresh = Kept::new((*mesh).clone(), self.settings.clone())
                .map_err(|error| safety_error(py, &mesh, &error))?;
            *kept = Some(fresh);
        }
        let Some(guard) = kept.as_mut() else { return Err(value_error("the guard has no mesh")) };
        let safe = work(py, || guard.make_safe(&start, &end, &inverse_masses))?;
        let safe = safe.map_err(|error| safety_error(py, guard.mesh(), &error))?;
        Ok(Safe {
            positions: vectors(py, &safe.positions)?.unbind(),
            impacts: safe.impacts,
            carried: safe.carried,
            frozen: safe.frozen,
        })
    }
}

/// Filters of surfaces by a list of those that are obstacles.
fn filters(obstacles: &Bound<'_, PyAny>) -> PyResult<Filters> {
    let count = obstacles.len()?;
    let numbers = integers_like(Argument { name: "obstacles", value: obstacles }, (count, ""))?;
    let mut surfaces = Vec::new();
    for number in numbers {
        const MOST: usize = 1 << 20;
        let surface = usize::try_from(number).ok().filter(|surface| *surface < MOST);
        let Some(surface) = surface else {
            return Err(value_error(format!("obstacles: there is no surface {number}")));
        };
        if surfaces.len() <= surface {
            surfaces.resize(surface + 1, SurfaceFilter::default());
        }
        surfaces[surface].role = Role::Obstacle;
    }
    Ok(Filters { surfaces })
}
