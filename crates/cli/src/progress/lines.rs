//! Progress in lines, for files and pipes.

use std::time::Instant;

use ripstop_pipeline::Moment;
use ripstop_run::ReportLine;

use super::{LONGEST_SILENCE, contacts, say};

/// Lines per run, if they are not too far apart.
const LINES: usize = 10;

/// Times that decide when the next line is due.
#[derive(Debug)]
pub(super) struct Lines {
    begun: Instant,
    last: Instant,
    first_frame: usize,
    frame_count: usize,
}

impl Lines {
    /// For a run that begins now behind `first_frame`.
    pub(super) fn new(first_frame: usize, frame_count: usize) -> Self {
        let now = Instant::now();
        Self { begun: now, last: now, first_frame, frame_count }
    }

    /// A frame is done.
    #[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
    pub(super) fn advance(&mut self, line: &ReportLine) {
        let frame = line.report.frame;
        let interval = self.frame_count.div_ceil(LINES);
        let is_due =
            frame.is_multiple_of(interval) || frame == self.frame_count || self.is_silent();
        if !is_due {
            return;
        }
        self.last = Instant::now();
        let seconds = self.begun.elapsed().as_secs_f64().max(1e-3);
        let per_second = (frame - self.first_frame) as f64 / seconds;
        let left = (self.frame_count - frame) as f64 / per_second;
        let total = self.frame_count;
        say(&format!(
            "frame {frame}/{total} · {per_second:.1}/s · {} · {left:.0} s left",
            contacts(line)
        ));
    }

    /// A frame is not done yet.
    pub(super) fn moment(&mut self, moment: &Moment) {
        if self.is_silent() {
            self.last = Instant::now();
            say(&format!("frame {}/{} · {moment}", moment.frame, self.frame_count));
        }
    }

    fn is_silent(&self) -> bool {
        self.last.elapsed() > LONGEST_SILENCE
    }
}
