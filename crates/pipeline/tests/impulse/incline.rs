//! A sheet on an incline slides if and only if `tan θ > μ`, within one in a hundred.

use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, Obstacle, ObstacleShape, Scene, Settings, Transform,
};

/// Mean speed (m/s) down the incline in the last frame of a second; gravity is tilted instead of the plane.
fn speed(tangent: f64, friction: f64) -> f64 {
    let length = (1.0 + tangent * tangent).sqrt();
    let gravity = [9.81 * tangent / length, 0.0, -9.81 / length];
    let cloth = Cloth {
        shape: ClothShape::Grid { size: [0.4, 0.4], resolution: [8; 2] },
        transform: Transform { translate: [-0.5, 0.9, 3e-3], ..Transform::default() },
        friction,
        ..Cloth::default()
    };
    let plane =
        Obstacle { shape: ObstacleShape::Plane { size: 4.0 }, friction, ..Obstacle::default() };
    let settings = Settings { gravity, damping: 0.0, ..Settings::default() };
    let scene = Scene { settings, cloths: vec![cloth], obstacles: vec![plane], ..Scene::default() };
    let mut simulation = crate::simulation(scene);
    let mean = |s: &Simulation| s.state().positions[..64].iter().map(|x| x.x).sum::<f64>() / 64.0;
    let mut before = 0.0;
    for _ in 0..60 {
        before = mean(&simulation);
        simulation.step().expect("a step on a plane");
    }
    60.0 * (mean(&simulation) - before)
}

#[test]
fn the_threshold_is_the_coefficient() {
    for friction in [0.2, 0.5] {
        let below = speed(0.99 * friction, friction);
        assert!(below.abs() < 1e-6, "μ = {friction}: {below} m/s just below");
        let above = speed(1.01 * friction, friction);
        let tangent = 1.01 * friction;
        let exact = 9.81 * 0.01 * friction / (1.0 + tangent * tangent).sqrt();
        assert!((above - exact).abs() < 0.1 * exact, "μ = {friction}: {above} m/s, not {exact}");
    }
}
