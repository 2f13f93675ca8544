//! Bridson's implicit half-step for the velocities of what had an impulse.

use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, DynamicsMethod, EndVelocity, Obstacle, ObstacleShape, Scene, Settings,
};

/// Rate of drag (1/s).
const DRAG: f64 = 30.0;

/// A sheet that slides over a plane without friction, pressed on it by gravity.
fn sliding(dynamics: DynamicsMethod, velocity: EndVelocity) -> Simulation {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.3, 0.3], resolution: [5; 2] });
    cloth.transform.translate = [0.0, 0.0, 2.9e-3];
    cloth.friction = 0.0;
    let mut plane = Obstacle::new(ObstacleShape::Plane { size: 4.0 });
    plane.friction = 0.0;
    let mut settings = Settings::default();
    (settings.dynamics, settings.damping) = (dynamics, DRAG);
    (settings.impulse.steps, settings.implicit_steps, settings.substeps) = (1, 1, Some(1));
    settings.impulse.velocity = velocity;
    let mut simulation = crate::simulation(Scene::new(settings, vec![cloth], vec![plane]));
    let cloth = simulation.cloth_vertex_count();
    simulation.state_mut().velocities[..cloth].iter_mut().for_each(|v| v.x = 1.0);
    simulation
}

/// With finite elements repulsions are impulses after the step: the half-step takes its share of
/// drag, implicitly, from the velocity along the step.
#[test]
fn drag_acts_for_half_a_step_more() {
    let [average, half] = [EndVelocity::Average, EndVelocity::HalfStep].map(|velocity| {
        let mut simulation = sliding(DynamicsMethod::Fem, velocity);
        let report = simulation.advance_frame().expect("room enough");
        assert!(report.response.active_contacts > 0, "{velocity:?}");
        simulation.state().velocities[0].x
    });
    let expected = average / (1.0 + 0.5 * DRAG / 60.0);
    assert!(average > 0.5 && (half - expected).abs() < 1e-9, "{half}, not {expected}");
}

/// Falls with soft cloth, which the elastic forces of a half-step do not upset, onto a ball.
#[test]
fn cloth_comes_to_rest_with_half_steps() {
    for dynamics in [DynamicsMethod::Pbd, DynamicsMethod::Fem] {
        let shape = ClothShape::Grid { size: [0.4, 0.4], resolution: [9; 2] };
        let mut cloth = Cloth::new(shape);
        cloth.transform.translate = [0.01, 0.02, 0.22];
        cloth.fabric.stretch_stiffness.0 = [20.0; 2];
        cloth.fabric.shear_stiffness = 10.0;
        let ball = Obstacle::new(ObstacleShape::Sphere { radius: 0.2, rings: 12 });
        let mut settings = Settings::default();
        (settings.dynamics, settings.damping) = (dynamics, 2.0);
        settings.impulse.velocity = EndVelocity::HalfStep;
        let mut simulation = crate::simulation(Scene::new(settings, vec![cloth], vec![ball]));
        let (mut fastest, mut touched) = (0.0_f64, 0);
        for frame in 0..60 {
            let report = simulation.advance_frame().expect("room enough");
            assert_eq!(crate::crossing_count(&simulation), 0, "{dynamics:?}, frame {frame}");
            fastest = fastest.max(report.energy.fastest);
            touched += report.response.resolved + report.response.active_contacts;
        }
        assert!(touched > 0 && fastest < 4.0, "{dynamics:?}: {touched}, {fastest} m/s");
    }
}
