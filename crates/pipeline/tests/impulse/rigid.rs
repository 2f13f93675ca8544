//! Rigid zones, end to end: impulses and the optimisation of zones are off, so that every impact is
//! left to them.

use ripstop_pipeline::FrameReport;
use ripstop_pipeline::scene::builtin;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, ImpulseSettings, Obstacle, ObstacleShape, Path, Scene, Settings,
};

use crate::momentum::meet;

/// No repulsion, no rounds, no optimisation.
fn rigid_only() -> ImpulseSettings {
    let mut impulse = ImpulseSettings::default();
    (impulse.rounds, impulse.sweeps, impulse.zone_rounds) = (0, 0, 0);
    impulse
}

#[test]
fn sheets_that_meet_go_on_together() {
    let mut impulse = rigid_only();
    impulse.strain_limit = 0.0;
    for sum in meet(&impulse) {
        assert!(sum.fail_safe.rigid_zones > 0, "they have missed each other");
        assert_eq!((sum.response.resolved, sum.fail_safe.zones, sum.fail_safe.frozen), (0, 0, 0));
    }
}

/// A ball that translates takes rigid zones along, and cloth that hangs folds onto itself in them.
#[test]
fn a_moving_ball_takes_rigid_zones_along() {
    let mut scene = builtin::scene("curtain", 14).expect("a built-in scene");
    scene.settings.impulse = rigid_only();
    let mut simulation = crate::simulation(scene);
    let mut sum = FrameReport::default();
    for frame in 0..80 {
        let report = simulation.advance_frame().expect("there is room");
        sum.fail_safe.rigid_zones += report.fail_safe.rigid_zones;
        sum.fail_safe.halvings += report.fail_safe.halvings;
        sum.fail_safe.frozen += report.fail_safe.frozen + report.fail_safe.carried;
        assert_eq!(crate::crossing_count(&simulation), 0, "frame {frame}");
    }
    assert!(sum.fail_safe.rigid_zones > 0);
    assert_eq!(
        sum.fail_safe.frozen, 0,
        "of {} rigid zones, {} steps halved",
        sum.fail_safe.rigid_zones, sum.fail_safe.halvings
    );
}

/// So does a paddle that turns.
#[test]
fn a_turning_paddle_takes_rigid_zones_along() {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.4, 0.4], resolution: [9; 2] });
    cloth.transform.translate = [0.3, 0.01, 0.0];
    let mut paddle = Obstacle::new(ObstacleShape::Cuboid { size: [1.2, 0.6, 0.02] });
    paddle.transform.translate = [0.0, 0.0, -0.04];
    paddle.path = Path::Steady {
        velocity: [0.0; 3],
        axis: [0.0, -1.0, 0.1],
        degrees_per_second: 90.0,
        pivot: [0.0; 3],
        from: 0.0,
        until: None,
    };
    let mut settings = Settings::default();
    settings.gravity = [0.0; 3];
    settings.impulse = rigid_only();
    let mut simulation = crate::simulation(Scene::new(settings, vec![cloth], vec![paddle]));
    let mut sum = FrameReport::default();
    for frame in 0..30 {
        let report = simulation.advance_frame().expect("there is room");
        sum.fail_safe.rigid_zones += report.fail_safe.rigid_zones;
        sum.fail_safe.halvings += report.fail_safe.halvings;
        sum.fail_safe.frozen += report.fail_safe.frozen + report.fail_safe.carried;
        assert_eq!(crate::crossing_count(&simulation), 0, "frame {frame}");
    }
    assert!(sum.fail_safe.rigid_zones > 0);
    assert_eq!(
        (sum.fail_safe.halvings, sum.fail_safe.frozen),
        (0, 0),
        "{} rigid zones",
        sum.fail_safe.rigid_zones
    );
}
