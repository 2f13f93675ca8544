//! Signed distances of obstacles: push-out with friction, and the velocity filter.

mod incline;
mod laws;
mod lifted;
mod probe;
mod push_out;
mod refused;

use ripstop_detection::crossings;
use ripstop_geometry::tessellate;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{MeshRequest, Obstacle, ObstacleShape, Scene};

/// A simulation whose mesh files are closed boxes, `box`, and squares, `open`.
fn simulation(scene: &Scene) -> Simulation {
    let mut load = |request: &MeshRequest<'_>| match request.file {
        "box" => Ok(tessellate::cuboid([3.0, 2.0, 0.5]).into()),
        "open" => Ok(tessellate::grid([3.0, 2.0], [2, 2]).into()),
        "ball" => Ok(tessellate::sphere(0.1, 32).into()),
        file => Err(format!("{file} is not expected")),
    };
    Simulation::new(scene, &mut load).expect("a sound scene")
}

/// An obstacle from one of these files.
fn mesh(file: &str) -> Obstacle {
    let (file, import, frames) =
        (file.to_owned(), ripstop_pipeline::scene::Import::default(), None);
    Obstacle::new(ObstacleShape::Mesh { file, import, frames })
}

fn crossing_count(simulation: &Simulation) -> usize {
    let (mesh, filters) = (simulation.mesh(), simulation.filters());
    crossings(mesh, filters, &simulation.state().positions).expect("finite positions").len()
}
