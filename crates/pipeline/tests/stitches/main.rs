//! Stitches between points of edges: loads, momentum, closing, patterns, faults.

mod closing;
mod faults;
mod invariance;
mod load;
mod momentum;
mod patterns;
mod sewing_time;
mod tight;

use glam::DVec3;
use ripstop_pipeline::scene::{LoadedMesh, Scene};
use ripstop_pipeline::{SceneError, Simulation};

/// A simulation of a scene text without files.
fn simulation(text: &str) -> Simulation {
    start(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn start(text: &str) -> Result<Simulation, SceneError> {
    Simulation::new(&Scene::from_toml(text)?, &mut |_| Err("no files".to_owned()))
}

/// A simulation of a scene text whose files all hold the same mesh.
fn with_mesh(text: &str, mesh: &LoadedMesh) -> Result<Simulation, SceneError> {
    Simulation::new(&Scene::from_toml(text)?, &mut |_| Ok(mesh.clone()))
}

fn advance(simulation: &mut Simulation, frames: usize) {
    for _ in 0..frames {
        simulation.advance_frame().expect("room enough");
    }
}

/// Gaps of all stitches (m).
fn gaps(simulation: &Simulation) -> Vec<f64> {
    let x = &simulation.state().positions;
    let stitches = simulation.world().seams.iter().flat_map(|seam| &seam.stitches);
    stitches.map(|stitch| stitch.gap(x).length()).collect()
}

fn widest(simulation: &Simulation) -> f64 {
    gaps(simulation).into_iter().fold(0.0, f64::max)
}

/// Crossings of pairs that are not stitched.
fn crossings(simulation: &Simulation) -> usize {
    let found = simulation.world().crossing_search().search(&simulation.state().positions);
    found.expect("finite positions").len()
}

fn bits(simulation: &Simulation) -> Vec<[u64; 3]> {
    simulation.state().positions.iter().map(|x| x.to_array().map(f64::to_bits)).collect()
}

fn farthest(one: &[DVec3], other: &[DVec3]) -> f64 {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}
