//! Tolerance and iterations of solves with penalties.

use std::sync::{Arc, Mutex};

use ripstop_geometry::StopFlag;
use ripstop_pipeline::scene::{PenaltySettings, ResponseMethod, Scene, SolveMode, builtin};
use ripstop_pipeline::{Checkpoint, FrameReport, Simulation, Stage, Watch};

/// A sheet that slides on a ball, by penalties.
fn sliding() -> Scene {
    let mut scene = builtin::scene("drape", 10).expect("a built-in scene");
    scene.settings.dynamics = ResponseMethod::Penalty.dynamics();
    scene.settings.respond = Some(ResponseMethod::Penalty);
    scene.settings.solve = SolveMode::Converge;
    scene
}

/// The frame after a checkpoint with some settings, and the most iterations of its substeps.
fn frame(checkpoint: &Checkpoint, penalty: PenaltySettings) -> (FrameReport, u32, Simulation) {
    let most = Arc::new(Mutex::new(0));
    let seen = Arc::clone(&most);
    let watch = Watch::new(StopFlag::default(), move |moment| {
        if let Stage::Newton { iterations, .. } = moment.stage {
            let mut most = seen.lock().expect("no panic");
            *most = iterations.max(*most);
        }
    });
    let mut scene = sliding();
    scene.settings.penalty = penalty;
    let mut simulation = crate::built(&scene);
    simulation.set_watch(watch);
    simulation.restore(checkpoint).expect("its own checkpoint");
    let report = simulation.advance_frame().expect("a frame");
    let most = *most.lock().expect("no panic");
    (report, most + 1, simulation)
}

/// A substep with friction is two solves, before and after its update, and each has the iterations
/// of the settings: with one less than both need together nothing changes.
#[test]
fn every_solve_has_a_budget_of_its_own() {
    let mut simulation = crate::built(&sliding());
    let checkpoint = loop {
        let checkpoint = simulation.checkpoint();
        let report = simulation.advance_frame().expect("a frame");
        if report.response.active_contacts > 10 {
            break checkpoint;
        }
        assert!(simulation.frame() < 60, "nothing slides");
    };
    let usual = sliding().settings.penalty;
    let (report, both, free) = frame(&checkpoint, usual);
    assert_eq!(report.solve.unsolved, 0);
    assert!(both > 3 && both < 80, "{both}");
    let mut scarce = usual;
    scarce.iterations = Some(both - 1);
    let (report, _, limited) = frame(&checkpoint, scarce);
    assert_eq!(report.solve.unsolved, 0, "of {both} iterations each solve needs fewer");
    assert!(limited.state() == free.state(), "no solve was cut");
    scarce.iterations = Some(1);
    let (report, most, _) = frame(&checkpoint, scarce);
    assert!(report.solve.unsolved > 0 && most <= 3, "{most}");
    let mut coarse = usual;
    coarse.tolerance = 0.05;
    let (report, least, _) = frame(&checkpoint, coarse);
    assert!(report.solve.unsolved == 0 && least < both, "{least}, {both}");
}
