//! Built-in scenes, small: nothing crosses or touches in any frame, a readable table of each, the same bits at every thread count.

use std::fmt::Write as _;

use glam::DVec3;
use ripstop_pipeline::builtin;
use ripstop_pipeline::scene::{Keyframe, Path, Scene, StiffnessRule};

fn small(name: &str) -> Scene {
    builtin::scene(name, 8).expect("the name is one of the list")
}

/// A line every 8 frames, and FNV-1a over the bits of all positions.
fn table(scene: &Scene, frames: usize) -> String {
    let mut simulation = crate::simulation(scene.clone());
    let mut digest = 0xCBF2_9CE4_8422_2325_u64;
    let mut text = String::new();
    for frame in 1..=frames {
        let report = simulation.step().expect("built-in scenes do not end in an error");
        assert_eq!(crate::crossing_count(&simulation), 0, "{}, frame {frame}", scene.name);
        assert!(report.least_distance > 0.0, "{}, frame {frame}", scene.name);
        let positions = &simulation.state().positions;
        for number in positions.iter().flat_map(DVec3::to_array) {
            digest = (digest ^ number.to_bits()).wrapping_mul(0x0100_0000_01B3);
        }
        if frame.is_multiple_of(8) {
            writeln!(
                text,
                "{frame:3}  {:9.4} mJ  {:4} contacts  {:7.4} mm apart  {:3} iterations  {:2} halved  {:2} unsolved",
                1e3 * report.kinetic_energy,
                report.contacts,
                1e3 * report.least_distance,
                report.newton_iterations,
                report.halvings,
                report.unsolved,
            )
            .expect("a string takes everything");
        }
    }
    writeln!(text, "bits {digest:016x}").expect("a string takes everything");
    text
}

#[test]
fn nothing_touches_and_nothing_changes() {
    for name in builtin::NAMES {
        insta::assert_snapshot!(name, table(&small(name), 16));
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    for name in ["drape", "pile"] {
        let scene = small(name);
        let expected = table(&scene, 10);
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(|| table(&scene, 10)), expected, "{name}, {threads} threads");
        }
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
            assert!(report.least_distance > 0.0, "{form:?} {stiffness:?}");
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
        least = least.min(simulation.step().expect("there is room").least_distance);
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
