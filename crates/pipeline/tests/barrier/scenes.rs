//! Built-in scenes, small: nothing crosses or touches in any frame, a readable table of each, the same bits at every thread count.

use ripstop_pipeline::builtin;
use ripstop_pipeline::scene::{Keyframe, Path, Scene, StiffnessRule};

use crate::contact_scenes::table::Table;

fn small(name: &str) -> Scene {
    builtin::scene(name, 8).expect("the name is one of the list")
}

pub(crate) const TABLE: Table = Table {
    start: crate::simulation,
    every: 8,
    line: |report| {
        format!(
            "{:4} contacts  {:7.4} mm apart  {:3} iterations  {:2} halved  {:2} unsolved",
            report.contacts,
            1e3 * report.least_distance.unwrap_or(f64::NAN),
            report.newton_iterations,
            report.halvings,
            report.unsolved,
        )
    },
    check: |report| report.least_distance.is_some_and(|least| least > 0.0),
};

#[test]
fn nothing_touches_and_nothing_changes() {
    for name in builtin::NAMES {
        insta::assert_snapshot!(name, TABLE.of(&small(name), 16));
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    for name in ["drape", "pile"] {
        TABLE.is_the_same_at_every_thread_count(&small(name), 10);
    }
}

#[test]
fn every_form_and_every_stiffness_works() {
    use ripstop_pipeline::scene::BarrierLaw::{Cubic, Log, PlainLog, SquaredLog};
    for (form, stiffness) in [
        (SquaredLog, StiffnessRule::Elastic),
        (SquaredLog, StiffnessRule::Balance),
        (Log, StiffnessRule::Inertia),
        (Cubic, StiffnessRule::Elastic),
        (PlainLog, StiffnessRule::Inertia),
    ] {
        let mut scene = small("drape");
        scene.settings.barrier.form = form;
        scene.settings.barrier.stiffness = stiffness;
        let mut simulation = crate::simulation(scene);
        for frame in 1..=12 {
            let report = simulation.step().expect("there is room");
            // Newton's method does not get over the corner of the plain logarithm; what it leaves is safe.
            let solved = report.unsolved == 0 || form == PlainLog;
            assert!(solved, "{form:?} {stiffness:?}, frame {frame}");
            assert_eq!(crate::crossing_count(&simulation), 0, "{form:?} {stiffness:?}");
            assert!(report.least_distance > Some(0.0), "{form:?} {stiffness:?}");
        }
    }
}

/// Surfaces with a thickness of their own never come closer than it.
#[test]
fn a_separation_is_kept() {
    let mut scene = small("drape");
    scene.settings.barrier.separation = 0.5;
    let mut simulation = crate::simulation(scene);
    let mut least = f64::INFINITY;
    for _ in 1..=20 {
        let report = simulation.step().expect("there is room");
        least = least.min(report.least_distance.expect("barriers measure"));
    }
    assert!(least > 1.5e-3 && least < 2.9e-3, "{least}");
}

/// A tablecloth is pulled and the pull stops: with little friction it slides on, with much it stays where it is.
#[test]
fn pulling_depends_on_friction() {
    let mean = |friction: f64| {
        let mut scene = builtin::scene("pull", 8).expect("a built-in scene");
        for cloth in &mut scene.cloths {
            cloth.friction = friction;
            let key = |time: f64, x: f64| Keyframe {
                time,
                translate: [x, 0.0, 0.0],
                ..Keyframe::default()
            };
            let keys = vec![key(0.3, 0.0), key(0.6, 0.4)];
            cloth.pins[0].path = Path::Keyframes { keys, pivot: [0.0; 3] };
        }
        for obstacle in &mut scene.obstacles {
            obstacle.friction = friction;
        }
        let mut simulation = crate::simulation(scene);
        for _ in 0..54 {
            simulation.step().expect("there is room");
        }
        simulation.state().positions[..64].iter().map(|x| x.x).sum::<f64>() / 64.0
    };
    let (smooth, rough) = (mean(0.05), mean(0.8));
    assert!(smooth > rough + 0.02, "{smooth} m and {rough} m");
}
