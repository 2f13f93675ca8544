//! Progress of a run: a bar on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use ripstop_run::ReportLine;

const TEMPLATE: &str = "{bar:32} frame {pos}/{len} · {per_sec} · {msg} · {eta} left";
/// Plain lines per run, if they are not too far apart.
const LINES: usize = 10;
/// Time after which a plain line is due in any case.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);

/// Progress of a run, printed to the error stream.
#[derive(Debug)]
pub(crate) enum Progress {
    /// Nothing.
    Quiet,
    /// A bar that is drawn over and over.
    Bar(ProgressBar),
    /// Lines, for files and pipes.
    Lines(Lines),
}

/// Times that decide when the next line is due.
#[derive(Debug)]
pub(crate) struct Lines {
    begun: Instant,
    last: Instant,
    first_frame: usize,
    frame_count: usize,
}

impl Progress {
    /// Says what is about to happen; frames up to `first_frame` are there already.
    pub(crate) fn begin(title: &str, first_frame: usize, frame_count: usize) -> Self {
        say(title.trim_end());
        if !stderr().is_terminal() {
            let now = Instant::now();
            return Self::Lines(Lines { begun: now, last: now, first_frame, frame_count });
        }
        let bar = ProgressBar::new(frame_count as u64).with_position(first_frame as u64);
        bar.reset_eta();
        // The template is a constant; were it wrong, the default would serve.
        let style = ProgressStyle::with_template(TEMPLATE);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(250));
        Self::Bar(bar)
    }

    /// A frame is done.
    pub(crate) fn advance(&mut self, line: &ReportLine) {
        match self {
            Self::Quiet => {}
            Self::Bar(bar) => {
                bar.set_message(contacts(line));
                bar.set_position(line.report.frame as u64);
            }
            Self::Lines(lines) => lines.advance(line),
        }
    }

    /// Leaves the terminal as it was.
    pub(crate) fn end(self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

impl Lines {
    #[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
    fn advance(&mut self, line: &ReportLine) {
        let frame = line.report.frame;
        let interval = self.frame_count.div_ceil(LINES);
        let is_due = frame.is_multiple_of(interval)
            || frame == self.frame_count
            || self.last.elapsed() > LONGEST_SILENCE;
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
}

fn contacts(line: &ReportLine) -> String {
    format!("{} contacts", line.report.response.contacts)
}

/// A run does not end because nobody listens.
fn say(text: &str) {
    let _ = writeln!(stderr(), "{text}");
}

#[test]
fn the_template_is_valid() {
    assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
}
