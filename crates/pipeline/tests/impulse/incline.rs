//! A sheet on an incline slides if and only if `tan θ > μ`, within one in a hundred.

use crate::contact_scenes::incline::{Incline, gravity};

/// Mean speed (m/s) down the incline in the last frame of a second.
fn speed(tangent: f64, friction: f64) -> f64 {
    let incline = Incline { side: 8, height: 3e-3, friction };
    let mut scene = incline.scene();
    scene.settings.gravity = gravity(tangent);
    incline.speed_after(60, &mut crate::simulation(scene))
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
