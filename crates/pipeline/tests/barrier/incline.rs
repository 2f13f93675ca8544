//! A sheet on an incline slides if and only if `tan θ > μ`, within one half of a hundredth: below,
//! it creeps slower than the friction mollifier allows.

use ripstop_pipeline::scene::SolveMode;

use crate::contact_scenes::incline::{Incline, gravity};

/// Mean speeds (m/s) down the incline at the ends of two half seconds.
fn speeds(tangent: f64, friction: f64, static_ratio: f64) -> [f64; 2] {
    speeds_with(SolveMode::Converge, tangent, friction, static_ratio)
}

fn speeds_with(solve: SolveMode, tangent: f64, friction: f64, static_ratio: f64) -> [f64; 2] {
    let incline = Incline { side: 5, height: 2.5e-3, friction };
    let mut scene = incline.scene();
    scene.settings.barrier.static_ratio = static_ratio;
    scene.settings.solve = solve;
    let mut simulation = crate::simulation(scene);
    // It comes to rest on the level first.
    for _ in 0..30 {
        simulation.advance_frame().expect("a step on a plane");
    }
    simulation.set_gravity(gravity(tangent));
    [30, 30].map(|frames| incline.speed_after(frames, &mut simulation))
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

/// Solves for motion know the threshold to two hundredths.
#[test]
fn the_threshold_is_nearly_as_sharp_in_motion() {
    for friction in [0.2, 0.5] {
        let below = speeds_with(SolveMode::Advance, 0.98 * friction, friction, 1.0);
        assert!(below[1] < 1e-3, "μ = {friction}: {below:?} m/s just below");
        let tangent = 1.02 * friction;
        let above = speeds_with(SolveMode::Advance, tangent, friction, 1.0);
        let exact = 0.5 * 9.81 * 0.02 * friction / (1.0 + tangent * tangent).sqrt();
        let gain = above[1] - above[0];
        assert!(above[1] > 1e-3 && (gain - exact).abs() < 0.1 * exact, "{above:?}, not {exact}");
    }
}

/// Static friction of 1.5 times kinetic friction holds on a slope on which a sheet in motion would
/// slide on.
#[test]
fn static_friction_holds_more() {
    let held = speeds(1.4 * 0.3, 0.3, 1.5);
    assert!(held[1] < 1e-3, "{held:?}");
    let lost = speeds(1.6 * 0.3, 0.3, 1.5);
    let exact = 0.5 * 9.81 * 0.18 / (1.0_f64 + 0.48 * 0.48).sqrt();
    assert!((lost[1] - lost[0] - exact).abs() < 0.05 * exact, "{lost:?}, not {exact}");
}
