//! Repulsions as forces in the implicit system instead of impulses after it.

use ripstop_pipeline::scene::{
    Cloth, ClothShape, DynamicsMethod, ImpulseSettings, Obstacle, ObstacleShape, RepulsionForm,
    ResponseMethod, Scene, Settings,
};
use ripstop_pipeline::scene::{MeshRequest, builtin};
use ripstop_pipeline::{SceneError, Simulation};

const THICKNESS: f64 = 4e-3;

fn by_forces() -> ImpulseSettings {
    let mut impulse = ImpulseSettings::default();
    impulse.repulsion = RepulsionForm::Forces;
    impulse
}

/// A sheet just above a plane, under gravity that is tilted by an angle with this tangent.
fn on_a_plane(tangent: f64, friction: f64) -> Simulation {
    let length = (1.0 + tangent * tangent).sqrt();
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.4, 0.4], resolution: [7; 2] });
    cloth.transform.translate = [-0.5, 0.9, THICKNESS];
    cloth.friction = friction;
    cloth.thickness = THICKNESS;
    let mut plane = Obstacle::new(ObstacleShape::Plane { size: 4.0 });
    plane.friction = friction;
    plane.thickness = THICKNESS;
    let mut settings = Settings::default();
    settings.gravity = [9.81 * tangent / length, 0.0, -9.81 / length];
    settings.damping = 0.0;
    settings.dynamics = DynamicsMethod::Fem;
    settings.impulse = by_forces();
    crate::simulation(Scene::new(settings, vec![cloth], vec![plane]))
}

/// Springs carry the sheet within its thickness: `κ (h − d) = g` if every vertex has a spring of
/// its own.
#[test]
fn a_sheet_rests_on_its_springs() {
    let mut simulation = on_a_plane(0.0, 0.3);
    let mut resolved = 0;
    for _ in 0..60 {
        let report = simulation.advance_frame().expect("a step on a plane");
        resolved += report.response.resolved + report.fail_safe.zones;
        assert!(report.response.contacts > 0);
    }
    assert_eq!(resolved, 0, "springs alone hold it");
    let state = simulation.state();
    for (x, v) in state.positions[..49].iter().zip(&state.velocities) {
        assert!(x.z > 0.9 * THICKNESS && x.z <= THICKNESS, "{} m", x.z);
        assert!(v.length() < 1e-3, "{} m/s", v.length());
    }
}

/// Friction goes with the forces of the springs: it slides, faster than the speed below which the
/// mollifier fades friction out, if and only if the slope is steeper than the coefficient.
#[test]
fn friction_is_that_of_the_springs() {
    let speed = |tangent: f64| {
        let mut simulation = on_a_plane(tangent, 0.3);
        for _ in 0..60 {
            simulation.advance_frame().expect("a step on a plane");
        }
        let velocities = &simulation.state().velocities[..49];
        velocities.iter().map(|v| v.x).sum::<f64>() / 49.0
    };
    let fading = Settings::default().penalty.friction_speed;
    let below = speed(0.95 * 0.3);
    assert!(below < fading, "{below} m/s just below");
    let above = speed(1.1 * 0.3);
    let exact = 9.81 * 0.1 * 0.3 / (1.0 + 0.33 * 0.33_f64).sqrt();
    assert!((above - exact).abs() < 0.1 * exact, "{above} m/s just above, not {exact}");
}

#[test]
fn built_in_scenes_do_not_cross() {
    for name in ["drape", "stack"] {
        let mut scene = builtin::scene(name, 10).expect("a built-in scene");
        scene.settings.dynamics = DynamicsMethod::Fem;
        scene.settings.impulse = by_forces();
        let mut simulation = crate::simulation(scene);
        let mut pushing = 0;
        for frame in 0..40 {
            let report = simulation.advance_frame().expect("there is room");
            pushing += report.response.active_contacts;
            assert_eq!(crate::crossing_count(&simulation), 0, "{name}, frame {frame}");
            assert_eq!(
                report.fail_safe.frozen + report.fail_safe.carried,
                0,
                "{name}, frame {frame}"
            );
        }
        assert!(pushing > 0, "{name}: nothing was near");
    }
}

#[test]
fn position_based_cloth_has_no_repulsion_forces() {
    let mut scene = builtin::scene("drape", 8).expect("a built-in scene");
    scene.settings.respond = Some(ResponseMethod::Impulse);
    scene.settings.impulse = by_forces();
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    let refused = Simulation::new(&scene, &mut no_files).err();
    assert!(matches!(refused, Some(SceneError::Combination { .. })), "{refused:?}");
}
