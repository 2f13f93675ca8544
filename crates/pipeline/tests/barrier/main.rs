//! Cloth that barriers keep apart: it is gripped, slides, is piled up, and never touches anything.

mod convergence;
mod gripper;
mod incline;
mod projection;
mod scenes;

use ripstop_pipeline::scene::{DynamicsMethod, ResponseMethod, Scene};
use ripstop_pipeline::{MeshRequest, Simulation, crossings};

/// A scene of finite elements with barriers.
fn simulation(mut scene: Scene) -> Simulation {
    scene.settings.dynamics = DynamicsMethod::Fem;
    scene.settings.respond = Some(ResponseMethod::Barrier);
    build(&scene)
}

fn build(scene: &Scene) -> Simulation {
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    Simulation::new(scene, &mut no_files).expect("a sound scene")
}

fn crossing_count(simulation: &Simulation) -> usize {
    let positions = &simulation.state().positions;
    crossings(simulation.mesh(), simulation.filters(), positions).expect("finite positions").len()
}
