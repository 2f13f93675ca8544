//! Newton's method on a problem with a barrier and without friction converges quadratically: in its
//! last iterations the speed of the Newton direction is squared, up to a factor.

use ripstop_geometry::State;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, Obstacle, ObstacleShape, Scene, Settings, SolveMode,
};

/// Speeds (m/s) below this are rounding.
const ROUNDING: f64 = 1e-13;

/// A sheet that falls on a ball.
fn scene(tolerance: f64) -> Scene {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.4, 0.4], resolution: [8; 2] });
    cloth.transform.translate = [0.0, 0.0, 0.204];
    cloth.friction = 0.0;
    let mut ball = Obstacle::new(ObstacleShape::Sphere { radius: 0.2, rings: 10 });
    ball.friction = 0.0;
    let mut settings = Settings::default();
    settings.implicit_steps = 1;
    settings.solve = SolveMode::Converge;
    settings.barrier.tolerance = tolerance;
    settings.barrier.friction_speed = 1.0;
    Scene::new(settings, vec![cloth], vec![ball])
}

fn after_nine_frames() -> State {
    let mut simulation = crate::simulation(scene(1e-9));
    for _ in 0..9 {
        simulation.advance_frame().expect("there is room");
    }
    simulation.state().clone()
}

/// Iterations and speed of the last Newton direction (m/s) of the tenth frame, with a given
/// tolerance (m/s). The Hessian is never projected.
fn tenth_frame(start: &State, tolerance: f64) -> (usize, f64) {
    let mut simulation = crate::simulation(scene(tolerance));
    *simulation.state_mut() = start.clone();
    let report = simulation.advance_frame().expect("there is room");
    assert_eq!(
        (report.solve.unsolved, report.fail_safe.halvings, report.solve.projections),
        (0, 0, 0)
    );
    assert!(report.response.contacts > 0);
    (report.solve.newton_iterations, report.solve.residual)
}

/// The solve is done again with tolerances just below where it ended, which yields the speeds of
/// its last iterations one by one.
#[test]
fn the_last_iterations_converge_quadratically() {
    let start = after_nine_frames();
    let (mut iterations, mut speed) = tenth_frame(&start, 0.1);
    let mut speeds = vec![speed];
    while speed > 1e-10 {
        let (next, then) = tenth_frame(&start, 0.999 * speed);
        assert!(next > iterations, "{speeds:?}");
        (iterations, speed) = (next, then);
        speeds.push(speed);
    }
    let last: Vec<f64> = speeds.into_iter().filter(|speed| *speed < 1e-2).collect();
    assert!(last.len() >= 4, "{last:?}");
    // One factor for all: with a linear rate it would have to grow as the speeds fall.
    for pair in last.windows(2) {
        assert!(pair[1] <= 1e3 * pair[0] * pair[0] + ROUNDING, "{last:?}");
    }
}
