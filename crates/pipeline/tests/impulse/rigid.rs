//! Zones as rigid bodies, end to end: impulses and optimisation are told to do nothing, so that every impact is theirs.

use ripstop_pipeline::scene::Impulse;
use ripstop_pipeline::{StepReport, builtin};

use crate::momentum::meet;

/// No repulsion, no rounds, no optimisation.
fn rigid_only() -> Impulse {
    Impulse { rounds: 0, sweeps: 0, zone_rounds: 0, ..Impulse::default() }
}

#[test]
fn sheets_that_meet_go_on_together() {
    for sum in meet(&Impulse { strain_limit: 0.0, ..rigid_only() }) {
        assert!(sum.rigid_zones > 0, "they have missed each other");
        assert_eq!((sum.answered, sum.zones, sum.frozen), (0, 0, 0));
    }
}

/// A ball that translates takes rigid zones along, and cloth that hangs folds onto itself in them.
#[test]
fn a_moving_ball_takes_rigid_zones_along() {
    let mut scene = builtin::scene("curtain", 14).expect("a built-in scene");
    scene.settings.impulse = rigid_only();
    let mut simulation = crate::simulation(scene);
    let mut sum = StepReport::default();
    for frame in 0..80 {
        let report = simulation.step().expect("there is room");
        sum.rigid_zones += report.rigid_zones;
        sum.halvings += report.halvings;
        sum.frozen += report.frozen + report.carried;
        assert_eq!(crate::crossing_count(&simulation), 0, "frame {frame}");
    }
    assert!(sum.rigid_zones > 0);
    assert_eq!(sum.frozen, 0, "of {} rigid zones, {} steps halved", sum.rigid_zones, sum.halvings);
}
