//! A run into a folder, interrupted, resumed, and read back.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use std::ops::ControlFlow;

use ripstop_pipeline::NoClock;
use ripstop_run::{Ending, RecordedRun, Run, SceneSource};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("ripstop-record-{}", std::process::id()));
    let mut source = SceneSource::builtin("drape", 12).ok_or("no such scene")?;
    source.scene.settings.frames = 25;

    // An observer sees every frame, and may end the run.
    let mut run = Run::begin(source, Some(&folder), NoClock)?;
    let ending = run.complete(|line| {
        if line.report.frame == 13 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    assert_eq!(ending, Ending::Interrupted);
    drop(run);

    // It goes on from its last checkpoint, with the bits of a run that was never interrupted.
    let mut run = Run::resume(&folder, NoClock)?;
    assert_eq!(run.complete(|_| ControlFlow::Continue(()))?, Ending::Finished);
    println!("{} frames, {} intersections", run.totals().frames, run.totals().intersections);
    drop(run);

    let mut recorded = RecordedRun::open(&folder)?;
    let last = recorded.frames.read(recorded.frames.count() - 1)?;
    let lowest = last.iter().map(|x| x.z).fold(f64::INFINITY, f64::min);
    println!("{} frames on the disk, lowest vertex at {lowest:.3} m", recorded.frames.count());
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
