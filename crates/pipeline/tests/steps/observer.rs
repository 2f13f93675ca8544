//! An observer sees every frame, and may cancel the run.

use std::ops::ControlFlow;

use ripstop_pipeline::scene::builtin;

#[test]
fn an_observer_sees_every_frame_and_can_cancel() {
    let scene = builtin::scene("drape", 6).expect("a built-in scene");
    let mut straight = crate::built(&scene);
    let mut observed = crate::built(&scene);
    let mut reports = Vec::new();
    let ended = observed.run_until(9, |simulation, report| {
        assert_eq!(simulation.frame(), report.frame);
        reports.push(*report);
        if report.frame == 4 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
    });
    assert_eq!(ended, Ok(Some("enough")));
    assert_eq!(observed.frame(), 4);
    let ended = observed.run_until(9, |_, report| {
        reports.push(*report);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(ended, Ok(None));
    let expected: Vec<_> = (0..9).map(|_| straight.advance_frame().expect("a step")).collect();
    assert_eq!(reports, expected);
    assert_eq!(observed.state(), straight.state());
    let ended = observed.run_until(9, |_, _| ControlFlow::Break(()));
    assert_eq!(ended, Ok(None), "the frame is there already");
}
