//! Material points.

use glam::DVec3;
use ripstop_geometry::FaceId;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{Cloth, ClothShape, Obstacle, ObstacleShape, Scene, Settings};

use crate::simulation;

fn fallen() -> Simulation {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.4, 0.4], resolution: [6; 2] });
    cloth.transform.translate = [0.05, 0.02, 0.01];
    let mut ball = Obstacle::new(ObstacleShape::Sphere { radius: 0.1, rings: 12 });
    ball.transform.translate = [0.0, 0.0, -0.1];
    simulation(&Scene::new(Settings::default(), vec![cloth], vec![ball]))
}

/// A point that stands off a face follows it, and its velocity is the change of its position.
#[test]
fn a_probe_follows_the_face_that_it_was_bound_to() {
    let mut simulation = fallen();
    let face = FaceId(7);
    let corners = simulation.mesh().faces()[7].map(|v| simulation.state().positions[v.index()]);
    let x = 0.2 * corners[0] + 0.5 * corners[1] + 0.3 * corners[2] + 0.02 * DVec3::Z;
    let point = simulation.material_point(face, x).expect("a face with an area");
    let expected = [0.2, 0.5, 0.3];
    assert!((0..3).all(|i| (point.weights[i] - expected[i]).abs() < 1e-12), "{point:?}");
    assert!((point.offset.abs() - 0.02).abs() < 1e-12);
    for _ in 0..10 {
        simulation.advance_frame().expect("room enough");
    }
    let probe = simulation.probe(&point).expect("the same face");
    assert!(probe.position.distance(x) > 0.01, "it has moved");
    // A little further along the velocities.
    let h = 1e-7;
    let state = simulation.state_mut();
    let velocities = state.velocities.clone();
    for (x, v) in state.positions.iter_mut().zip(&velocities) {
        *x += h * *v;
    }
    let later = simulation.probe(&point).expect("the same face");
    let difference = (later.position - probe.position) / h;
    assert!(difference.distance(probe.velocity) < 1e-5 * probe.velocity.length(), "{difference}");
    assert_eq!(simulation.material_point(FaceId(1_000_000), x), None);
}
