//! Friction in impact zones: with neither repulsion nor impulses, zones alone carry a sheet.

use crate::contact_scenes::incline::{Incline, gravity};

const FRICTION: f64 = 0.4;

/// Mean speed (m/s) down the incline in the last of thirty frames.
fn speed(tangent: f64) -> f64 {
    let incline = Incline { side: 4, height: 3e-4, friction: FRICTION };
    let mut scene = incline.scene();
    (scene.settings.impulse.rounds, scene.settings.impulse.sweeps) = (0, 0);
    (scene.settings.gravity, scene.settings.zone_friction) = (gravity(tangent), true);
    let mut simulation = crate::simulation(scene);
    let speed = incline.speed_after(30, &mut simulation);
    let report = simulation.advance_frame().expect("a step on a plane").fail_safe;
    assert!(report.zones > 0 && report.impacts > 0, "zones carry it: {report:?}");
    assert_eq!((report.rigid_zones, report.carried, report.frozen), (0, 0, 0), "{report:?}");
    assert_eq!(crate::crossing_count(&simulation), 0);
    speed
}

#[test]
fn zones_hold_a_sheet_up_to_the_angle_of_friction() {
    let below = speed(0.95 * FRICTION);
    assert!(below.abs() < 1e-3, "{below} m/s below the angle of friction");
    for factor in [1.3, 2.0] {
        let tangent = factor * FRICTION;
        let above = speed(tangent);
        let exact = 0.5 * 9.81 * (tangent - FRICTION) / (1.0 + tangent * tangent).sqrt();
        assert!((above - exact).abs() < 0.05 * exact, "{above} m/s above it, not {exact}");
    }
}
