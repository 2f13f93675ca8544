//! Detection passes by substeps and by Gauss–Seidel sweeps, with contacts present.

use glam::DVec3;
use ripstop_detection::crossings;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{CollisionPasses, Scene, builtin};

/// End, detection passes and active contacts of a run.
struct Run {
    positions: Vec<DVec3>,
    passes: usize,
    active: usize,
    deepest: f64,
}

fn run(iterations: usize, collision_passes: CollisionPasses) -> Run {
    let mut scene: Scene = builtin::scene("pile", 12).expect("a built-in scene");
    scene.settings.substeps = Some(4);
    (scene.settings.iterations, scene.settings.collision_passes) = (iterations, collision_passes);
    let mut simulation =
        Simulation::new(&scene, &mut |_| Err("no files".to_owned())).expect("a sound scene");
    let (mut passes, mut active, mut deepest) = (0, 0, 0.0_f64);
    for frame in 0..70 {
        let report = simulation.advance_frame().expect("room");
        passes += report.detection.passes;
        active += report.response.active_contacts;
        deepest = deepest.max(report.response.deepest);
        let positions = &simulation.state().positions;
        let found = crossings(simulation.mesh(), simulation.filters(), positions);
        assert_eq!(found.expect("finite").len(), 0, "{collision_passes:?}, frame {frame}");
    }
    let positions = simulation.state().positions.clone();
    Run { positions, passes, active, deepest }
}

#[test]
fn passes_follow_sweeps_where_they_are_counted_so() {
    use CollisionPasses::{Iterations, Substeps};
    let by_substeps = run(4, Substeps(1));
    let by_sweeps = run(4, Iterations(1));
    assert!(by_substeps.active > 1000 && by_sweeps.active > 1000, "contacts are present");
    let passes = [by_substeps.passes, by_sweeps.passes];
    assert!(passes[1] > passes[0] + passes[0] / 4, "{passes:?} detection passes");
    let deepest = [by_substeps.deepest, by_sweeps.deepest];
    assert!(deepest[1] < deepest[0], "{deepest:?} m below the thickness");
}

/// One sweep per substep: both units are the same.
#[test]
fn units_agree_where_they_mean_the_same() {
    use CollisionPasses::{Iterations, Substeps};
    for (iterations, substeps, sweeps) in [(1, 2, 2), (3, 1, 3), (2, 4, 8)] {
        let [a, b] = [Substeps(substeps), Iterations(sweeps)].map(|passes| run(iterations, passes));
        assert!(a.active > 0);
        assert_eq!(a.positions, b.positions, "{iterations} sweeps per substep");
        assert_eq!(a.passes, b.passes);
    }
}
