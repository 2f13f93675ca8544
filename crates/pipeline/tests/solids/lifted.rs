//! Signed distances of obstacles: penalties of fields, and the velocity filter.

use glam::DVec3;
use ripstop_detection::crossings;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, DynamicsMethod, Obstacle, ObstacleShape, Path, Scene, Settings,
};

const RADIUS: f64 = 0.1;
const SPEED: f64 = 0.5;

/// A sheet that lies on a ball, and the ball goes up.
fn lifted(fields: bool, velocity_filter: bool) -> (Simulation, DVec3) {
    let path = Path::Steady {
        velocity: [0.0, 0.0, SPEED],
        axis: [0.0, 0.0, 1.0],
        degrees_per_second: 30.0,
        pivot: [0.0; 3],
        from: 0.0,
        until: None,
    };
    let mut ball = Obstacle::new(ObstacleShape::Sphere { radius: RADIUS, rings: 8 });
    ball.path = path;
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.2, 0.2], resolution: [9; 2] });
    cloth.transform.translate = [0.0, 0.0, RADIUS + 4e-3];
    let mut settings = Settings::default();
    settings.dynamics = DynamicsMethod::Fem;
    (settings.penalty.fields, settings.penalty.velocity_filter) = (fields, velocity_filter);
    let scene = Scene::new(settings, vec![cloth], vec![ball]);
    let mut simulation =
        Simulation::new(&scene, &mut |_| Err("no files".to_owned())).expect("a good scene");
    for frame in 0..20 {
        let report = simulation.advance_frame().expect("room enough");
        assert_eq!(report.solve.unsolved, 0, "frame {frame}: every solve converges");
        let (mesh, filters) = (simulation.mesh(), simulation.filters());
        let found = crossings(mesh, filters, &simulation.state().positions).expect("a mesh");
        assert!(found.is_empty(), "frame {frame}: {found:?}");
    }
    let center = SPEED * simulation.time() * DVec3::Z;
    (simulation, center)
}

/// Vertices of the sheet near the ball: largest overlap with the thickness (m), and largest speed
/// into the ball (m/s).
fn worst((simulation, center): &(Simulation, DVec3)) -> [f64; 2] {
    let state = simulation.state();
    let (mut deepest, mut fastest) = (0.0_f64, 0.0_f64);
    for (x, v) in state.positions.iter().zip(&state.velocities).take(81) {
        let away = *x - *center;
        let lack = RADIUS + 3e-3 - away.length();
        if lack > 0.0 {
            deepest = deepest.max(lack);
            fastest = fastest.max(-away.normalize().dot(*v - SPEED * DVec3::Z));
        }
    }
    [deepest, fastest]
}

#[test]
fn a_moving_ball_keeps_a_sheet_off_by_its_signed_distance() {
    let [pairs, fields, filtered] =
        [(false, false), (true, false), (true, true)].map(|(f, v)| worst(&lifted(f, v)));
    // Eight rings lie up to 2 mm inside the ball.
    assert!(fields[0] < 0.7 * pairs[0], "{fields:?} {pairs:?}");
    assert!(filtered[1] < 1e-9, "nothing goes on into the ball: {filtered:?}");
}
