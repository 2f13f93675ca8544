//! Cloth that answers by impulses: it is gripped, thrown, slides, and never crosses anything.

mod fast;
mod gripper;
mod incline;
mod momentum;
mod repulsion_forces;
mod rigid;
mod scenes;

use ripstop_pipeline::scene::{ResponseMethod, Scene};
use ripstop_pipeline::{MeshRequest, Simulation, crossings};

/// A scene with the response by impulses.
fn simulation(mut scene: Scene) -> Simulation {
    scene.settings.respond = Some(ResponseMethod::Impulse);
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    Simulation::new(&scene, &mut no_files).expect("a sound scene")
}

fn crossing_count(simulation: &Simulation) -> usize {
    let positions = &simulation.state().positions;
    crossings(simulation.mesh(), simulation.filters(), positions).expect("finite positions").len()
}
