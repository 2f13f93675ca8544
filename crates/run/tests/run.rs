//! Runs as a front end other than the command sees them.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ripstop_pipeline::{NoClock, REPORT_VERSION};
use ripstop_run::{Ending, RecordedRun, Run, RunError, SceneSource};

const FRAMES: usize = 15;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn source() -> SceneSource {
    let mut source = SceneSource::builtin("drape", 8).expect("it is built in");
    source.scene.settings.frames = FRAMES;
    source
}

#[test]
fn an_interrupted_run_resumes_to_the_same_bytes() {
    let [whole, halted] = ["whole", "halted"].map(folder);
    let mut run = Run::begin(source(), Some(&whole), NoClock).unwrap();
    assert_eq!(run.complete(|_| ControlFlow::Continue(())).unwrap(), Ending::Finished);
    let totals = run.totals().clone();
    assert_eq!((totals.frames, totals.intersections), (FRAMES, 0));

    let mut run = Run::begin(source(), Some(&halted), NoClock).unwrap();
    let stop_at = |frame: usize| {
        move |line: &ripstop_run::ReportLine| {
            if line.report.frame == frame {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }
    };
    assert_eq!(run.complete(stop_at(12)).unwrap(), Ending::Interrupted);
    assert!(matches!(Run::resume(&halted, NoClock), Err(RunError::InUse { .. })));
    drop(run);
    let mut run = Run::resume(&halted, NoClock).unwrap();
    assert_eq!(run.simulation().frame(), 10);
    // A request to stop at the last frame comes too late.
    assert_eq!(run.complete(stop_at(FRAMES)).unwrap(), Ending::Finished);
    assert_eq!(run.totals(), &totals);
    for file in ["scene.toml", "mesh.obj", "positions.npy", "checkpoint", "report.jsonl"] {
        let [a, b] = [&whole, &halted].map(|run| fs::read(run.join(file)).unwrap());
        assert!(a == b, "{file} differs");
    }
    for line in fs::read_to_string(whole.join("report.jsonl")).unwrap().lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["version"], REPORT_VERSION);
    }
    let mut recorded = RecordedRun::open(&whole).unwrap();
    assert_eq!(recorded.frames.count(), FRAMES + 1);
    assert_eq!(recorded.frames.read(0).unwrap(), recorded.world.start.positions);
    assert!(matches!(recorded.frames.read(99), Err(RunError::ReadFrame { frame: 99, .. })));
}

#[test]
fn errors_carry_the_path() {
    let full = folder("full");
    fs::create_dir_all(&full).unwrap();
    fs::write(full.join("letter.txt"), "dear").unwrap();
    let refused = Run::begin(source(), Some(&full), NoClock).err();
    assert!(matches!(refused, Some(RunError::NotEmpty { path }) if path == full));
    let missing = Run::resume(&folder("missing"), NoClock).err();
    assert!(matches!(missing, Some(RunError::NoRun { .. })));
    let error = ripstop_run::read_mesh(&full.join("letter.txt")).unwrap_err();
    assert_eq!(error.path, full.join("letter.txt"));
}
