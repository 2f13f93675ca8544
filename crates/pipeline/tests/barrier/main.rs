//! Cloth that barriers keep apart: it is gripped, slides, is piled up, and never touches anything.

mod choices;
#[path = "../contact_scenes/mod.rs"]
mod contact_scenes;
mod convergence;
mod gripper;
mod incline;
mod projection;
mod scenes;
mod separation;
mod stiffness;

use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{DynamicsMethod, ResponseMethod, Scene};

use contact_scenes::{build, crossing_count};

/// A scene of finite elements with barriers.
fn simulation(mut scene: Scene) -> Simulation {
    scene.settings.dynamics = DynamicsMethod::Fem;
    scene.settings.respond = Some(ResponseMethod::Barrier);
    build(&scene)
}
