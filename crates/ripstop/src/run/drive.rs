//! The loop over the frames.

use anyhow::{Context, Result};
use ripstop_pipeline::{Clock, Simulation, crossings};

use super::{Recorder, ReportLine};
use crate::interruption::Interruption;
use crate::progress::Progress;
use crate::wall_clock::WallClock;

/// Frames between checkpoints. The simulation forgets what it remembered at each of them, so this number is
/// part of what a run computes: a run that goes on must use the same.
const CHECKPOINT_EVERY: usize = 10;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// All frames are there.
    Finished,
    /// Somebody asked for it.
    Interrupted,
}

/// Simulates up to the given frame and records everything.
pub(crate) fn drive(
    simulation: &mut Simulation,
    recorder: &mut Recorder,
    frame_count: usize,
    progress: &mut Progress,
    interruption: &Interruption,
) -> Result<Ending> {
    let mut clock = WallClock::start();
    while simulation.frame() < frame_count {
        if interruption.is_requested() {
            recorder.finish().with_context(|| kept(recorder, simulation))?;
            return Ok(Ending::Interrupted);
        }
        let frame = simulation.frame() + 1;
        let failed = |what: &str| format!("{what} frame {frame}");
        let step = simulation
            .step()
            .with_context(|| failed("cannot simulate"))
            .with_context(|| kept(recorder, simulation))?;
        let before = clock.seconds();
        let positions = &simulation.state().positions;
        let intersections = crossings(simulation.mesh(), simulation.filters(), positions)
            .with_context(|| failed("cannot check"))?
            .len();
        let line = ReportLine { step, intersections, check_time: clock.seconds() - before };
        recorder
            .record(positions, &line)
            .with_context(|| failed("cannot keep") + " (`ripstop resume` tries again)")
            .with_context(|| kept_before(recorder, frame))?;
        if frame.is_multiple_of(CHECKPOINT_EVERY) || frame == frame_count {
            let checkpoint = simulation.checkpoint();
            recorder.save(&checkpoint).with_context(|| kept(recorder, simulation))?;
        }
        progress.advance(&line);
    }
    Ok(Ending::Finished)
}

fn kept(recorder: &Recorder, simulation: &Simulation) -> String {
    kept_before(recorder, simulation.frame() + 1)
}

/// What an error leaves behind.
fn kept_before(recorder: &Recorder, frame: usize) -> String {
    let shown = recorder.directory().path().display();
    format!("the run ends early; frames 0 to {} are in `{shown}`", frame - 1)
}
