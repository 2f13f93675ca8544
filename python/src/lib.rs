//! The extension module `ripstop._ripstop`: the crates of the workspace on NumPy arrays.
//!
//! Arguments are checked and copied in `arrays`, work happens on the pool of `threads` without the
//! interpreter's lock, and errors become the exceptions of `errors`. What users import is in the
//! folder `python/ripstop` beside this crate, with a stub for every function here.

#![forbid(unsafe_code)]
#![allow(clippy::needless_pass_by_value, reason = "Python hands arguments over by value")]

mod arrays;
mod barrier;
mod ccd;
mod check;
mod command;
mod description;
mod errors;
mod guard;
mod mesh;
mod recording;
mod scene;
mod simulation;
mod steps;
mod threads;
mod untangling;

use pyo3::prelude::*;

#[pymodule]
fn _ripstop(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<barrier::Barrier>()?;
    module.add_class::<check::ContourCurve>()?;
    module.add_class::<check::Crossings>()?;
    module.add_class::<guard::Guard>()?;
    module.add_class::<guard::Safe>()?;
    module.add_class::<mesh::Mesh>()?;
    module.add_class::<scene::Scene>()?;
    module.add_class::<simulation::Simulation>()?;
    module.add_class::<steps::Candidates>()?;
    module.add_class::<steps::Step>()?;
    module.add_class::<untangling::Untangled>()?;
    module.add_function(wrap_pyfunction!(ccd::edge_edge, module)?)?;
    module.add_function(wrap_pyfunction!(ccd::vertex_face, module)?)?;
    module.add_function(wrap_pyfunction!(check::check, module)?)?;
    module.add_function(wrap_pyfunction!(command::command, module)?)?;
    module.add_function(wrap_pyfunction!(recording::record, module)?)?;
    module.add_function(wrap_pyfunction!(recording::resume, module)?)?;
    module.add_function(wrap_pyfunction!(steps::candidates, module)?)?;
    module.add_function(wrap_pyfunction!(steps::collision_free_step, module)?)?;
    module.add_function(wrap_pyfunction!(threads::set_threads, module)?)?;
    module.add_function(wrap_pyfunction!(threads::threads, module)?)?;
    module.add_function(wrap_pyfunction!(untangling::untangle, module)?)
}
