//! Progress of untangling: a bar on a terminal, a line now and then elsewhere; and its time limit.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ripstop_response::untangle::UntangleProgress;

const TEMPLATE: &str = "{bar:24} iteration {msg}";

/// Time between lines where there is no bar.
const PAUSE: Duration = Duration::from_secs(10);

/// Shows iterations, and ends them when their time is over.
pub(super) struct Progress {
    begun: Instant,
    said: Instant,
    limit: Option<Duration>,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Begins now; a limit is in seconds.
    pub(super) fn new(limit: Option<f64>) -> Self {
        let limit =
            limit.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(TEMPLATE);
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { begun: Instant::now(), said: Instant::now(), limit, bar }
    }

    /// Shows where it is. False once the time is over.
    pub(super) fn goes_on(&mut self, now: UntangleProgress) -> bool {
        let UntangleProgress { iterations, crossings_before, fewest, .. } = now;
        let done = crossings_before - fewest.min(crossings_before);
        let message = format!("{iterations}: {fewest} of {crossings_before} intersections left");
        if let Some(bar) = &self.bar {
            bar.set_length(crossings_before as u64);
            bar.set_position(done as u64);
            bar.set_message(message);
        } else if self.said.elapsed() > PAUSE {
            self.said = Instant::now();
            // Nobody to tell is no reason to stop.
            let _ = writeln!(stderr(), "iteration {message}");
        }
        self.limit.is_none_or(|limit| self.begun.elapsed() < limit)
    }

    /// Removes the bar.
    pub(super) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
