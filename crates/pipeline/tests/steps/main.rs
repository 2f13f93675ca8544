//! Guarantees of a step beyond scenes that go well: pinched pairs, starts below the thickness,
//! pairs that are not checked, observers.

mod close_start;
mod groups;
mod observer;
mod penalty_budget;
mod pinched;
mod projection;
mod stopping;
mod stretch;
mod weak_penalties;

use ripstop_detection::crossings;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::MeshRequest;
use ripstop_pipeline::scene::Scene;

/// A scene from its text.
fn simulation(text: &str) -> Simulation {
    built(&Scene::from_toml(text).expect("a scene"))
}

fn built(scene: &Scene) -> Simulation {
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    Simulation::new(scene, &mut no_files).expect("a sound scene")
}

/// Number of crossings now, exactly.
fn crossing_count(simulation: &Simulation) -> usize {
    let positions = &simulation.state().positions;
    crossings(simulation.mesh(), simulation.filters(), positions).expect("finite positions").len()
}
