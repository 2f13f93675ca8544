//! Pins on springs, elastic bands and buttons: forces, repeatability, faults.

mod faults;
mod forces;
mod hips;
mod invariance;

use glam::DVec3;
use ripstop_dynamics::Tie;
use ripstop_pipeline::scene::Scene;
use ripstop_pipeline::{SceneError, Simulation};

fn start(text: &str) -> Result<Simulation, SceneError> {
    Simulation::new(&Scene::from_toml(text)?, &mut |_| Err("no files".to_owned()))
}

fn simulation(text: &str) -> Simulation {
    start(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn advance(simulation: &mut Simulation, frames: usize) {
    for _ in 0..frames {
        simulation.advance_frame().expect("room enough");
    }
}

fn ties(simulation: &Simulation) -> &[Tie] {
    simulation.world().ties.list()
}

/// Forces of all ties on their vertices (N).
fn pulls(simulation: &Simulation) -> Vec<DVec3> {
    let x = &simulation.state().positions;
    let pull = |tie: &Tie| -tie.tension(x) * tie.gap(x).normalize_or_zero();
    ties(simulation).iter().map(pull).collect()
}

fn crossings(simulation: &Simulation) -> usize {
    let found = simulation.world().crossing_search().search(&simulation.state().positions);
    found.expect("finite positions").len()
}

/// Weight of the free vertices of a cloth (N).
fn weight(simulation: &Simulation, cloth: usize) -> f64 {
    let masses = &simulation.state().inverse_masses[simulation.world().cloths[cloth].vertices()];
    9.81 * masses.iter().filter(|w| **w > 0.0).map(|w| w.recip()).sum::<f64>()
}
