//! `Simulation`: a scene in motion, frame by frame.
//!
//! Caches are dropped after as many frames as in a run directory, so that positions are the same
//! to the bit as those of the command.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyList;
use ripstop::geometry::{State, StopFlag};
use ripstop::glam::DVec3;
use ripstop::pipeline::{Checkpoint, Simulation as Moving, Watch};
use ripstop::run::{CHECKPOINT_EVERY, RunLayout, write_atomically};
use ripstop_cli::WallClock;

use crate::arrays::{Argument, indices, positions_like, vectors};
use crate::errors::{cause, plain, run_error, scene_error, step_error, value_error};
use crate::scene::Scene;
use crate::threads::{interruptible, work};

/// A scene in motion; iterating yields the report of every frame that is left.
#[pyclass(frozen, subclass, module = "ripstop")]
pub(crate) struct Simulation {
    state: Mutex<Kept>,
    shared: Arc<Mutex<Shared>>,
    layout: RunLayout,
    /// Frames that the scene asks for.
    frames: usize,
}

struct Kept {
    simulation: Moving,
    /// Positions of this frame, once somebody has asked for them.
    positions: Option<Py<PyArray2<f64>>>,
}

/// Part of a simulation that callbacks reach.
#[derive(Default)]
struct Shared {
    stop: StopFlag,
    error: Option<PyErr>,
}

#[pymethods]
impl Simulation {
    /// Builds a scene and stands at its start.
    #[new]
    fn new(py: Python<'_>, scene: &Bound<'_, Scene>) -> PyResult<Self> {
        let source = &scene.get().source;
        let stop = StopFlag::default();
        let watch = Watch::new(stop.clone(), |_| {});
        let built = interruptible(py, &stop, || {
            let mut files = source.mesh_files();
            let mut simulation = Moving::watched(&source.scene, &mut files.loader(), watch)?;
            let _ = simulation.checkpoint();
            Ok(simulation.with_clock(Box::new(WallClock::start())))
        })?;
        let simulation = built.map_err(|error| scene_error(py, &error))?;
        let layout = RunLayout::new(&source.scene, simulation.mesh(), simulation.filters());
        let frames = source.scene.settings.frames;
        let state = Mutex::new(Kept { simulation, positions: None });
        Ok(Self { state, shared: Arc::default(), layout, frames })
    }

    /// Advances by one frame and returns its report, as JSON.
    fn _step(&self, py: Python<'_>) -> PyResult<String> {
        let mut kept = self.kept()?;
        let stop = StopFlag::default();
        self.shared().stop = stop.clone();
        let Kept { simulation, positions } = &mut *kept;
        simulation.set_watch(Watch::new(stop.clone(), |_| {}));
        *positions = None;
        let last = self.frames;
        let stepped = interruptible(py, &stop, || {
            let report = simulation.advance_frame();
            let frame = simulation.frame();
            if report.is_ok() && (frame.is_multiple_of(CHECKPOINT_EVERY) || frame == last) {
                let _ = simulation.checkpoint();
            }
            report
        });
        if let Some(error) = self.shared().error.take() {
            return Err(error);
        }
        let frame = simulation.frame() + 1;
        let report =
            stepped?.map_err(|error| step_error(py, simulation.mesh(), (&error, frame)))?;
        serde_json::to_string(&report).map_err(|error| value_error(error.to_string()))
    }

    /// `(n, 3)` positions of all vertices (m), read-only; copied once per frame.
    #[getter]
    fn positions(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        let mut kept = self.kept()?;
        if let Some(positions) = &kept.positions {
            return Ok(positions.clone_ref(py));
        }
        let array = vectors(py, &kept.simulation.state().positions)?;
        array.getattr("flags")?.setattr("writeable", false)?;
        let array = array.unbind();
        kept.positions = Some(array.clone_ref(py));
        Ok(array)
    }

    /// `(n, 3)` velocities of all vertices (m/s); a copy.
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        vectors(py, &self.kept()?.simulation.state().velocities)
    }

    /// `(m, 3)` vertices of all faces; a copy.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let kept = self.kept()?;
        indices(py, kept.simulation.mesh().faces().iter().map(|face| face.map(|corner| corner.0)))
    }

    /// Frames done so far.
    #[getter]
    fn frame(&self) -> PyResult<usize> {
        Ok(self.kept()?.simulation.frame())
    }

    /// Frames that the scene asks for.
    #[getter]
    const fn frames(&self) -> usize {
        self.frames
    }

    /// Simulated time (s).
    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.kept()?.simulation.time())
    }

    /// Sentences about the scene that are rarely meant.
    #[getter]
    fn warnings(&self) -> PyResult<Vec<String>> {
        Ok(self.kept()?.simulation.warnings().iter().map(ToString::to_string).collect())
    }

    /// Names, kinds and ranges of the surfaces, as JSON.
    fn _layout(&self) -> PyResult<String> {
        serde_json::to_string(&self.layout).map_err(|error| value_error(error.to_string()))
    }

    /// Crossings now, exactly; pairs of two obstacles are left out.
    fn crossings(&self, py: Python<'_>) -> PyResult<usize> {
        let kept = self.kept()?;
        let (world, state) = (kept.simulation.world(), kept.simulation.state());
        let found = work(py, || world.crossing_search().search(&state.positions))?;
        found.map(|found| found.len()).map_err(|error| value_error(error.to_string()))
    }

    /// Adds a force field: called with the time (s), positions and velocities of all vertices, it
    /// returns the `(n, 3)` forces on them (N).
    fn add_force(&self, force: Py<PyAny>) -> PyResult<()> {
        let shared = self.shared.clone();
        let field = move |time: f64, state: &State, forces: &mut [DVec3]| {
            let called = Python::attach(|py| called(py, (&force, time), state));
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            match called {
                Ok(found) => forces.iter_mut().zip(found).for_each(|(sum, own)| *sum += own),
                Err(error) => {
                    shared.stop.raise();
                    shared.error.get_or_insert(error);
                }
            }
        };
        self.kept()?.simulation.add_force(Box::new(field));
        Ok(())
    }

    /// Replaces positions (m) or velocities (m/s) of all vertices, for a start that a scene cannot
    /// describe.
    #[pyo3(signature = (*, positions=None, velocities=None))]
    fn set_state(
        &self,
        positions: Option<&Bound<'_, PyAny>>,
        velocities: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut kept = self.kept()?;
        let like = (kept.simulation.state().positions.len(), "the scene");
        let taken = |name, value: Option<&Bound<'_, PyAny>>| {
            value.map(|value| positions_like(Argument { name, value }, like)).transpose()
        };
        let positions = taken("positions", positions)?;
        let velocities = taken("velocities", velocities)?;
        kept.positions = None;
        let state = kept.simulation.state_mut();
        if let Some(positions) = positions {
            state.positions = positions;
        }
        if let Some(velocities) = velocities {
            state.velocities = velocities;
        }
        Ok(())
    }

    /// Writes a checkpoint. What comes after it is the same to the bit here and where it is loaded.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let bytes = self.kept()?.simulation.checkpoint().to_bytes();
        write_atomically(&path, |writer| writer.write_all(&bytes))
            .map_err(|error| run_error(py, error))
    }

    /// Goes to a checkpoint of the same scene.
    fn load(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let bytes = fs::read(&path).map_err(|error| cause(py, (&path, &error.into())))?;
        let checkpoint = Checkpoint::from_bytes(&bytes);
        let checkpoint = checkpoint.map_err(|error| cause(py, (&path, &error.into())))?;
        let mut kept = self.kept()?;
        kept.positions = None;
        let restored = kept.simulation.restore(&checkpoint);
        restored.map_err(|error| plain(py, "RunError", &format!("{}: {error}", path.display())))
    }

    fn __repr__(&self) -> PyResult<String> {
        let names: Vec<&str> =
            self.layout.surfaces.iter().map(|surface| surface.name.as_str()).collect();
        Ok(format!("Simulation({}, frame {} of {})", names.join(", "), self.frame()?, self.frames))
    }
}

impl Simulation {
    fn kept(&self) -> PyResult<MutexGuard<'_, Kept>> {
        match self.state.try_lock() {
            Ok(kept) => Ok(kept),
            Err(std::sync::TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(std::sync::TryLockError::WouldBlock) => Err(value_error(
                "the simulation is at work: callbacks and other threads have to wait for it",
            )),
        }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Calls a force field.
fn called(py: Python<'_>, (force, time): (&Py<PyAny>, f64), state: &State) -> PyResult<Vec<DVec3>> {
    let arguments = PyList::empty(py);
    arguments.append(time)?;
    arguments.append(vectors(py, &state.positions)?)?;
    arguments.append(vectors(py, &state.velocities)?)?;
    let found = force.bind(py).call1(arguments.to_tuple())?;
    positions_like(
        Argument { name: "the result of a force", value: &found },
        (state.positions.len(), "the scene"),
    )
}
