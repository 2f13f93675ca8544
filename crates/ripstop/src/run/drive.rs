//! The loop over the frames.

use std::ops::ControlFlow;

use anyhow::{Context, Result};
use ripstop_detection::crossings;
use ripstop_pipeline::{Clock, FrameReport, Simulation};

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
    let observe = |simulation: &mut Simulation, report: &FrameReport| {
        let line = match keep(simulation, recorder, report, &mut clock) {
            Ok(line) => line,
            Err(error) => return ControlFlow::Break(Err(error)),
        };
        let frame = simulation.frame();
        if frame.is_multiple_of(CHECKPOINT_EVERY) || frame == frame_count {
            let checkpoint = simulation.checkpoint();
            let saved = recorder.save(&checkpoint).with_context(|| kept(recorder, simulation));
            if let Err(error) = saved {
                return ControlFlow::Break(Err(error));
            }
        }
        progress.advance(&line);
        if interruption.is_requested() && frame < frame_count {
            let finished = recorder.finish().with_context(|| kept(recorder, simulation));
            return ControlFlow::Break(finished.map(|()| Ending::Interrupted));
        }
        ControlFlow::Continue(())
    };
    match simulation.run_until(frame_count, observe) {
        Ok(None) => Ok(Ending::Finished),
        Ok(Some(ending)) => ending,
        Err(error) => Err(error)
            .with_context(|| format!("cannot simulate frame {}", simulation.frame() + 1))
            .with_context(|| kept(recorder, simulation)),
    }
}

/// Counts the intersections of a frame and records it.
fn keep(
    simulation: &Simulation,
    recorder: &mut Recorder,
    report: &FrameReport,
    clock: &mut WallClock,
) -> Result<ReportLine> {
    let frame = simulation.frame();
    let before = clock.seconds();
    let positions = &simulation.state().positions;
    let intersections = crossings(simulation.mesh(), simulation.filters(), positions)
        .with_context(|| format!("cannot check frame {frame}"))?
        .len();
    let line = ReportLine { report: *report, intersections, check_time: clock.seconds() - before };
    recorder
        .record(positions, &line)
        .with_context(|| format!("cannot keep frame {frame} (`ripstop resume` tries again)"))
        .with_context(|| kept_before(recorder, frame))?;
    Ok(line)
}

fn kept(recorder: &Recorder, simulation: &Simulation) -> String {
    kept_before(recorder, simulation.frame() + 1)
}

/// What an error leaves behind.
fn kept_before(recorder: &Recorder, frame: usize) -> String {
    let shown = recorder.directory().path().display();
    format!("the run ends early; frames 0 to {} are in `{shown}`", frame - 1)
}
