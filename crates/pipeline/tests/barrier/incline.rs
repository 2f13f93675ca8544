//! A sheet on an incline slides if and only if `tan θ > μ`, within one half of a hundredth: below it creeps slower than friction fades.

use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, Obstacle, ObstacleShape, Scene, Settings, Transform,
};

/// Mean speeds (m/s) down the incline at the ends of two half seconds; gravity is tilted instead of the plane.
fn speeds(tangent: f64, friction: f64, static_ratio: f64) -> [f64; 2] {
    let length = (1.0 + tangent * tangent).sqrt();
    let gravity = [9.81 * tangent / length, 0.0, -9.81 / length];
    let cloth = Cloth {
        shape: ClothShape::Grid { size: [0.4, 0.4], resolution: [5; 2] },
        transform: Transform { translate: [-0.5, 0.9, 2.5e-3], ..Transform::default() },
        friction,
        ..Cloth::default()
    };
    let plane =
        Obstacle { shape: ObstacleShape::Plane { size: 4.0 }, friction, ..Obstacle::default() };
    let mut settings = Settings { damping: 0.0, ..Settings::default() };
    settings.barrier.static_ratio = static_ratio;
    settings.barrier.tolerance = 1e-5;
    let scene = Scene { settings, cloths: vec![cloth], obstacles: vec![plane], ..Scene::default() };
    let mut simulation = crate::simulation(scene);
    let mean = |s: &Simulation| s.state().positions[..25].iter().map(|x| x.x).sum::<f64>() / 25.0;
    // It comes to rest on the level first.
    for _ in 0..30 {
        simulation.step().expect("a step on a plane");
    }
    simulation.set_gravity(gravity);
    [30, 30].map(|frames| {
        let mut before = 0.0;
        for _ in 0..frames {
            before = mean(&simulation);
            simulation.step().expect("a step on a plane");
        }
        60.0 * (mean(&simulation) - before)
    })
}

#[test]
fn the_threshold_is_the_coefficient() {
    for friction in [0.2, 0.5] {
        let below = speeds(0.995 * friction, friction, 1.0);
        assert!(below[1] < 1e-3, "μ = {friction}: {below:?} m/s just below");
        let tangent = 1.005 * friction;
        let above = speeds(tangent, friction, 1.0);
        let exact = 0.5 * 9.81 * 0.005 * friction / (1.0 + tangent * tangent).sqrt();
        let gain = above[1] - above[0];
        assert!(above[1] > 1e-3 && (gain - exact).abs() < 0.1 * exact, "{above:?}, not {exact}");
    }
}

/// With static friction of 1.5 times kinetic friction it holds on a slope on which it would slide on.
#[test]
fn static_friction_holds_more() {
    let held = speeds(1.4 * 0.3, 0.3, 1.5);
    assert!(held[1] < 1e-3, "{held:?}");
    let lost = speeds(1.6 * 0.3, 0.3, 1.5);
    let exact = 0.5 * 9.81 * 0.18 / (1.0_f64 + 0.48 * 0.48).sqrt();
    assert!((lost[1] - lost[0] - exact).abs() < 0.05 * exact, "{lost:?}, not {exact}");
}
