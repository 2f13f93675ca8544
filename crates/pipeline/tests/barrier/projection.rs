//! Position-based cloth whose proposals are made safe by descent on a barrier.

use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::BarrierDescent::EveryStep;
use ripstop_pipeline::scene::{BarrierLaw, DynamicsMethod, ResponseMethod, builtin};

use crate::contact_scenes::incline::{Incline, gravity};

#[test]
fn position_based_cloth_is_made_safe() {
    for name in ["drape", "stack", "twist"] {
        let mut scene = builtin::scene(name, 12).expect("a built-in scene");
        scene.settings.respond = Some(ResponseMethod::Barrier);
        let mut simulation = crate::build(&scene);
        for frame in 0..30 {
            let report = simulation.advance_frame().expect("there is room");
            assert!(report.response.least_distance > Some(0.0), "{name}, frame {frame}");
            assert_eq!(crate::crossing_count(&simulation), 0, "{name}, frame {frame}");
        }
    }
}

/// Descent on barriers as the whole response: it acts wherever something is close, also where no
/// step has an impact, and keeps distances that contacts alone do not.
#[test]
fn descent_acts_on_every_step_with_contacts() {
    for (name, form) in [("drape", BarrierLaw::Log), ("stack", BarrierLaw::SquaredLog)] {
        let mut scene = builtin::scene(name, 8).expect("a built-in scene");
        scene.settings.respond = Some(ResponseMethod::Barrier);
        (scene.settings.barrier.form, scene.settings.barrier.descent) = (form, EveryStep);
        let mut simulation = crate::build(&scene);
        let (mut acting, mut without_impacts) = (0, 0);
        for frame in 0..50 {
            let report = simulation.advance_frame().expect("there is room");
            assert!(report.response.least_distance > Some(0.0), "{name}, frame {frame}");
            assert_eq!(crate::crossing_count(&simulation), 0, "{name}, frame {frame}");
            if report.response.active_contacts > 0 {
                acting += 1;
                without_impacts += usize::from(report.fail_safe.impacts == 0);
            }
        }
        assert!(acting > 20 && without_impacts > 20, "{name}: {acting}, {without_impacts}");
    }
}

/// Its friction: a sheet on an incline stays below the angle of friction and slides above it.
#[test]
fn descent_has_friction() {
    let speed = |tangent: f64| {
        let incline = Incline { side: 4, height: 2.95e-3, friction: 0.4 };
        let mut scene = incline.scene();
        scene.settings.dynamics = DynamicsMethod::Pbd;
        scene.settings.respond = Some(ResponseMethod::Barrier);
        scene.settings.barrier.descent = EveryStep;
        let mut simulation = crate::build(&scene);
        for _ in 0..10 {
            simulation.advance_frame().expect("a step on a plane");
        }
        simulation.set_gravity(gravity(tangent));
        incline.speed_after(20, &mut simulation)
    };
    let (below, above) = (speed(0.9 * 0.4), speed(1.2 * 0.4));
    let exact = 9.81 * 0.08 / (1.0_f64 + 0.48 * 0.48).sqrt() / 3.0;
    assert!(below < 2e-3, "{below} m/s below the angle of friction");
    assert!((above - exact).abs() < 0.15 * exact, "{above} m/s above, not {exact}");
}

#[test]
fn a_barrier_with_a_kink_is_refused_for_descent_in_every_step() {
    let mut scene = builtin::scene("drape", 8).expect("a built-in scene");
    scene.settings.respond = Some(ResponseMethod::Barrier);
    scene.settings.barrier.form = BarrierLaw::PlainLog;
    scene.settings.barrier.descent = EveryStep;
    let refused = Simulation::new(&scene, &mut |_| Err("no files".to_owned())).map(|_| ());
    let text = refused.expect_err("a kink").to_string();
    assert!(text.contains("plain_log") && text.contains("every_step"), "{text}");
}
