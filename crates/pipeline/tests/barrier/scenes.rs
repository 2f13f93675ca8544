//! Built-in scenes, small: nothing crosses or touches in any frame, a readable table of each, the
//! same bits at every thread count.

use ripstop_pipeline::scene::builtin;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, Keyframe, Obstacle, ObstacleShape, Path, Scene, Settings, SolveMode,
    StiffnessRule,
};

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
            report.response.contacts,
            1e3 * report.response.least_distance.unwrap_or(f64::NAN),
            report.solve.newton_iterations,
            report.fail_safe.halvings,
            report.solve.unsolved,
        )
    },
    check: |report| report.response.least_distance.is_some_and(|least| least > 0.0),
};

/// Vertices per side and frames with which something comes close. A sheet that swings by a corner
/// has nothing to come close to.
const fn size(name: &str) -> (u32, usize) {
    match name.as_bytes() {
        b"curtain" => (8, 64),
        b"funnel" => (8, 40),
        b"twist" => (12, 60),
        _ => (8, 16),
    }
}

#[test]
fn nothing_touches_and_nothing_changes() {
    for name in builtin::SHEETS {
        let (side, frames) = size(name);
        let scene = builtin::scene(name, side).expect("the name is one of the list");
        let table = TABLE.of(&scene, frames);
        let is_close = |line: &str| line.contains(" contacts") && !line.contains("   0 contacts");
        assert_eq!(table.lines().any(is_close), name != "corner", "{name}:\n{table}");
        insta::assert_snapshot!(name, table);
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    for name in ["drape", "pile"] {
        TABLE.is_the_same_at_every_thread_count(&small(name), 10);
    }
}

/// Two sheets that meet: contacts are found in several tasks (of 4096 pairs), and their gradients
/// are added up in several windows (of 2048).
#[test]
fn threads_do_not_change_a_bit_of_many_contacts() {
    let start = |scene: Scene| {
        let mut simulation = crate::simulation(scene);
        for velocity in &mut simulation.state_mut().velocities[576..] {
            velocity.z = -0.12;
        }
        simulation
    };
    let sheet = |z: f64| {
        let mut cloth = Cloth::new(ClothShape::Grid { size: [0.5, 0.5], resolution: [24; 2] });
        cloth.transform.translate = [2.0 * z, 3.0 * z, z];
        cloth
    };
    let scene = Scene::new(Settings::default(), vec![sheet(0.0), sheet(4e-3)], vec![]);
    let report = start(scene.clone()).advance_frame().expect("there is room");
    assert!(
        report.response.contacts > 2 * 2048 && report.detection.candidates > 2 * 4096,
        "{report:?}"
    );
    Table { start, ..TABLE }.is_the_same_at_every_thread_count(&scene, 1);
}

/// Lagged friction without updates does not settle, and the report counts it; without friction
/// nothing lags.
#[test]
fn friction_that_has_not_settled_is_counted() {
    let unsettled = |updates: u32, friction: f64| -> usize {
        let mut scene = small("drape");
        scene.settings.barrier.friction_updates = updates;
        scene.settings.solve = SolveMode::Converge;
        scene.cloths[0].friction = friction;
        let mut simulation = crate::simulation(scene);
        (0..10)
            .map(|_| simulation.advance_frame().expect("there is room").solve.friction_unsettled)
            .sum()
    };
    let counts = [unsettled(0, 0.4), unsettled(10, 0.4), unsettled(0, 0.0)];
    assert!(counts[0] > counts[1] && counts[2] == 0, "{counts:?}");
}

/// Sheets of different thickness on a plane rest at the same part of it.
#[test]
fn thin_pairs_are_as_stiff_as_thick_ones() {
    let rest = |thickness: f64| {
        let sheet = |x: f64, thickness: f64| {
            let mut cloth = Cloth::new(ClothShape::Grid { size: [0.2, 0.2], resolution: [5; 2] });
            cloth.transform.translate = [x, 0.01, 0.9 * thickness];
            cloth.thickness = thickness;
            cloth
        };
        let mut plane = Obstacle::new(ObstacleShape::Plane { size: 2.0 });
        plane.thickness = thickness;
        let cloths = vec![sheet(-0.3, thickness), sheet(0.3, 10e-3)];
        let mut simulation =
            crate::simulation(Scene::new(Settings::default(), cloths, vec![plane]));
        for _ in 0..40 {
            simulation.advance_frame().expect("there is room");
        }
        simulation.state().positions[..25].iter().map(|x| x.z).sum::<f64>() / 25.0 / thickness
    };
    let parts = [rest(10e-3), rest(2e-3)];
    assert!((parts[0] - parts[1]).abs() < 0.1, "{parts:?}");
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
            let report = simulation.advance_frame().expect("there is room");
            // Newton's method does not get over the corner of the plain logarithm; what it leaves
            // is safe.
            let solved = report.solve.unsolved == 0 || form == PlainLog;
            assert!(solved, "{form:?} {stiffness:?}, frame {frame}");
            assert_eq!(crate::crossing_count(&simulation), 0, "{form:?} {stiffness:?}");
            assert!(report.response.least_distance > Some(0.0), "{form:?} {stiffness:?}");
        }
    }
}

/// Surfaces never come closer than their minimum separation.
#[test]
fn a_separation_is_kept() {
    let mut scene = small("drape");
    scene.settings.barrier.separation = 0.5;
    let mut simulation = crate::simulation(scene);
    let mut least = f64::INFINITY;
    for _ in 1..=20 {
        let report = simulation.advance_frame().expect("there is room");
        least = least.min(report.response.least_distance.expect("barriers measure"));
    }
    assert!(least > 1.5e-3 && least < 2.9e-3, "{least}");
}

/// A tablecloth is pulled and the pull stops: with little friction it slides on, with much it stays
/// where it is.
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
            simulation.advance_frame().expect("there is room");
        }
        simulation.state().positions[..64].iter().map(|x| x.x).sum::<f64>() / 64.0
    };
    let (smooth, rough) = (mean(0.05), mean(0.8));
    assert!(smooth > rough + 0.02, "{smooth} m and {rough} m");
}
