//! Scenes for more than one collision response, and tables of their runs.

pub(crate) mod gripper;
pub(crate) mod incline;
pub(crate) mod table;

use ripstop_detection::crossings;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::MeshRequest;
use ripstop_pipeline::scene::Scene;

/// Turns a scene into a simulation with the response that is tested.
pub(crate) type Start = fn(Scene) -> Simulation;

/// A simulation of a scene without files.
pub(crate) fn build(scene: &Scene) -> Simulation {
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    Simulation::new(scene, &mut no_files).expect("a sound scene")
}

/// Number of crossings now, exactly.
pub(crate) fn crossing_count(simulation: &Simulation) -> usize {
    let positions = &simulation.state().positions;
    crossings(simulation.mesh(), simulation.filters(), positions).expect("finite positions").len()
}
