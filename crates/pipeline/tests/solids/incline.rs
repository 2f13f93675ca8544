//! Coulomb's limit of push-out by fields: on planes, boxes and sampled meshes.

use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, DynamicsMethod, Obstacle, ObstacleShape, Path, Scene, Settings,
};

use crate::{crossing_count, mesh, simulation};

const VERTICES: usize = 25;
const FRICTION: f64 = 0.3;

/// A sheet on an obstacle with a flat top at z = 0.
fn scene(dynamics: DynamicsMethod, mut ground: Obstacle) -> Scene {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.3, 0.3], resolution: [5; 2] });
    cloth.transform.translate = [-0.6, 0.13, 3.05e-3];
    (cloth.friction, ground.friction) = (FRICTION, FRICTION);
    let mut settings = Settings::default();
    settings.dynamics = dynamics;
    settings.damping = 0.0;
    settings.solids.field_resolution = 24;
    // The older name works as well.
    match dynamics {
        DynamicsMethod::Fem => settings.penalty.fields = true,
        DynamicsMethod::Pbd => settings.solids.push_out = true,
    }
    Scene::new(settings, vec![cloth], vec![ground])
}

fn plane() -> Obstacle {
    Obstacle::new(ObstacleShape::Plane { size: 4.0 })
}

fn cuboid() -> Obstacle {
    let mut cuboid = Obstacle::new(ObstacleShape::Cuboid { size: [3.0, 2.0, 0.5] });
    cuboid.transform.translate = [0.0, 0.0, -0.25];
    cuboid
}

fn sampled() -> Obstacle {
    let mut cuboid = mesh("box");
    cuboid.transform.translate = [0.0, 0.0, -0.25];
    cuboid
}

/// Mean velocity along x (m/s) after half a second.
fn speed_after_half_a_second(scene: &Scene) -> f64 {
    let mut simulation = simulation(scene);
    assert_eq!(simulation.world().solids.len(), 1);
    let mut last = None;
    for _ in 0..30 {
        last = Some(simulation.advance_frame().expect("a step on a plane"));
    }
    let report = last.expect("30 frames");
    // The field holds every vertex, and no pair pushes beside it.
    assert_eq!(report.response.contacts, VERTICES, "{report:?}");
    assert!(report.response.active_contacts > 0);
    assert_eq!(crossing_count(&simulation), 0);
    mean(&simulation)
}

fn mean(simulation: &Simulation) -> f64 {
    let sheet = &simulation.state().velocities[..VERTICES];
    sheet.iter().map(|v| v.x).sum::<f64>() / VERTICES as f64
}

fn on_slope(dynamics: DynamicsMethod, ground: Obstacle, tangent: f64) -> f64 {
    let length = (1.0 + tangent * tangent).sqrt();
    let mut scene = scene(dynamics, ground);
    scene.settings.gravity = [9.81 * tangent / length, 0.0, -9.81 / length];
    speed_after_half_a_second(&scene)
}

#[test]
fn a_sheet_on_a_field_slides_if_and_only_if_it_is_steep() {
    for dynamics in [DynamicsMethod::Fem, DynamicsMethod::Pbd] {
        for ground in [plane, cuboid, sampled] {
            let what = format!("{dynamics:?} {:?}", ground().shape);
            let resting = on_slope(dynamics, ground(), 0.97 * FRICTION);
            assert!(resting.abs() < 1e-3, "{what}: {resting} m/s on a slope that holds");
            let tangent = 2.0 * FRICTION;
            let expected = 0.5 * 9.81 * (tangent - FRICTION) / (1.0 + tangent * tangent).sqrt();
            let found = on_slope(dynamics, ground(), tangent);
            assert!((found / expected - 1.0).abs() < 0.03, "{what}: {found}, not {expected}");
        }
    }
}

/// A ground that moves off takes the sheet along with `μ g`, until both have the same speed.
#[test]
fn friction_is_relative_to_the_motion_of_the_solid() {
    for dynamics in [DynamicsMethod::Fem, DynamicsMethod::Pbd] {
        for ground in [plane, cuboid, sampled] {
            let carried = |speed: f64| {
                let mut ground = ground();
                ground.path = Path::Steady {
                    velocity: [speed, 0.0, 0.0],
                    axis: [0.0; 3],
                    degrees_per_second: 0.0,
                    pivot: [0.0; 3],
                    from: 0.0,
                    until: None,
                };
                ground.transform.translate[0] = -0.6;
                speed_after_half_a_second(&scene(dynamics, ground))
            };
            let slow = carried(0.5);
            assert!((slow - 0.5).abs() < 5e-3, "{dynamics:?}: {slow}");
        }
    }
}
