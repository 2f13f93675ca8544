//! Two sheets fly into each other without gravity and drag: nothing crosses, and every response
//! keeps linear momentum.

use glam::DVec3;
use ripstop_pipeline::FrameReport;
use ripstop_pipeline::scene::{
    AxisAngle, Cloth, ClothShape, DynamicsMethod, ImpulseSettings, Scene, Settings,
};

fn sheet(height: f64, degrees: f64) -> Cloth {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.4, 0.4], resolution: [9; 2] });
    cloth.transform.translate = [0.013, 0.017, height];
    cloth.transform.rotate = AxisAngle { axis: [0.2, 1.0, 0.3], degrees };
    cloth
}

/// Sums of the reports, with either dynamics.
pub(crate) fn meet(impulse: &ImpulseSettings) -> [FrameReport; 2] {
    [DynamicsMethod::Pbd, DynamicsMethod::Fem].map(|dynamics| {
        let mut settings = Settings::default();
        settings.gravity = [0.0; 3];
        settings.damping = 0.0;
        settings.dynamics = dynamics;
        settings.impulse = impulse.clone();
        let cloths = vec![sheet(0.0, 4.0), sheet(0.06, -3.0)];
        let mut simulation = crate::simulation(Scene::new(settings, cloths, vec![]));
        let velocities = &mut simulation.state_mut().velocities;
        let half = velocities.len() / 2;
        velocities[..half].fill(DVec3::new(0.1, 0.0, 1.0));
        velocities[half..].fill(DVec3::new(0.0, 0.2, -2.0));
        let state = simulation.state();
        let pairs = state.velocities.iter().zip(&state.inverse_masses);
        let before: DVec3 = pairs.clone().map(|(v, w)| *v / *w).sum();
        let size: f64 = pairs.map(|(v, w)| v.length() / w).sum();
        let mut sum = FrameReport::default();
        for frame in 0..12 {
            let report = simulation.advance_frame().expect("there is room");
            sum.response.resolved += report.response.resolved;
            sum.response.active_contacts += report.response.active_contacts;
            sum.fail_safe.zones += report.fail_safe.zones;
            sum.fail_safe.rigid_zones += report.fail_safe.rigid_zones;
            sum.fail_safe.frozen += report.fail_safe.frozen + report.fail_safe.carried;
            assert_eq!(crate::crossing_count(&simulation), 0, "{dynamics:?}, frame {frame}");
            let change = DVec3::from(report.energy.momentum) - before;
            assert!(change.length() < 1e-10 * size, "{dynamics:?}, frame {frame}: {change}");
        }
        sum
    })
}

#[test]
fn impulses_keep_momentum() {
    for simultaneous in [false, true] {
        let mut impulse = ImpulseSettings::default();
        impulse.simultaneous = simultaneous;
        for sum in meet(&impulse) {
            assert!(
                sum.response.resolved + sum.response.active_contacts > 0,
                "they have missed each other"
            );
            assert_eq!(sum.fail_safe.frozen, 0);
        }
    }
}

#[test]
fn optimised_zones_keep_momentum() {
    let mut impulse = ImpulseSettings::default();
    (impulse.rounds, impulse.sweeps) = (0, 0);
    for sum in meet(&impulse) {
        assert!(sum.fail_safe.zones > 0);
        assert_eq!((sum.fail_safe.rigid_zones, sum.fail_safe.frozen), (0, 0));
    }
}
