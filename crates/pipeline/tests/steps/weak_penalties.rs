//! Penalties that are too weak for what presses.

use ripstop_pipeline::scene::{ResponseMethod, builtin};

/// The force of a penalty is bounded, here below what presses the sheet on the ball. Pairs that are
/// driven together become stiffer within their solve, and do not hold up all others.
#[test]
fn pairs_that_are_pressed_too_hard_hold_up_nobody() {
    let mut scene = builtin::scene("drape", 10).expect("a built-in scene");
    scene.settings.dynamics = ResponseMethod::Penalty.dynamics();
    scene.settings.respond = Some(ResponseMethod::Penalty);
    scene.settings.penalty.stiffness = Some(1e4);
    let mut simulation = crate::built(&scene);
    let (mut active, mut deepest) = (0, 0.0_f64);
    for frame in 0..40 {
        let report = simulation.advance_frame().expect("room enough");
        assert_eq!(report.solve.unsolved, 0, "frame {frame}");
        active = active.max(report.response.active_contacts);
        deepest = deepest.max(report.response.deepest);
    }
    let thickness = scene.cloths[0].thickness;
    assert!(active > 10 && deepest > 0.8 * thickness, "{active} pairs, {deepest} m deep");
    assert_eq!(crate::crossing_count(&simulation), 0);
}
