//! Collision response by impulses: cloth is gripped, thrown, slides, and never crosses anything.

#[path = "../contact_scenes/mod.rs"]
mod contact_scenes;
mod energy;
mod fast;
mod gripper;
mod half_step;
mod incline;
mod momentum;
mod repulsion_forces;
mod rigid;
mod scenes;
mod zone_friction;

use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{ResponseMethod, Scene};

use contact_scenes::{build, crossing_count};

/// A scene with the response by impulses.
fn simulation(mut scene: Scene) -> Simulation {
    scene.settings.respond = Some(ResponseMethod::Impulse);
    build(&scene)
}
