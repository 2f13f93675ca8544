//! Newton's method on a problem with a barrier and without friction converges quadratically: in its last iterations the speed of the direction
//! is squared, up to a factor.

use ripstop_pipeline::scene::{
    Cloth, ClothShape, Obstacle, ObstacleShape, Scene, Settings, Transform,
};

/// The Newton iterations of the tenth frame of a sheet that falls on a ball, with a given tolerance (m/s).
fn iterations(tolerance: f64) -> usize {
    let cloth = Cloth {
        shape: ClothShape::Grid { size: [0.4, 0.4], resolution: [8; 2] },
        transform: Transform { translate: [0.0, 0.0, 0.204], ..Transform::default() },
        friction: 0.0,
        ..Cloth::default()
    };
    let ball = Obstacle {
        shape: ObstacleShape::Sphere { radius: 0.2, rings: 10 },
        friction: 0.0,
        ..Obstacle::default()
    };
    let mut settings = Settings { implicit_steps: 1, ..Settings::default() };
    settings.barrier.tolerance = 1e-9;
    let mut scene =
        Scene { settings, cloths: vec![cloth], obstacles: vec![ball], ..Scene::default() };
    let start = {
        let mut simulation = crate::simulation(scene.clone());
        for _ in 0..9 {
            simulation.step().expect("there is room");
        }
        simulation.state().clone()
    };
    scene.settings.barrier.tolerance = tolerance;
    let mut simulation = crate::simulation(scene);
    *simulation.state_mut() = start;
    let report = simulation.step().expect("there is room");
    assert_eq!((report.unsolved, report.halvings), (0, 0));
    assert!(report.contacts > 0);
    report.newton_iterations
}

/// From 10⁻³ to 10⁻¹² m/s it takes no more iterations than squaring does: one that ends below 10⁻³ but not below 10⁻¹², and one or two more.
#[test]
fn the_last_iterations_converge_quadratically() {
    let counts = [1e-3, 1e-6, 1e-12].map(iterations);
    assert!(counts[2] - counts[0] <= 3 && counts[1] - counts[0] <= 2, "{counts:?}");
}
