//! Progress of a run: a bar on a terminal, a line now and then elsewhere.

mod lines;

use std::io::{IsTerminal, Write, stderr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ripstop_pipeline::Moment;
use ripstop_run::ReportLine;

use lines::Lines;

const TEMPLATE: &str = "{bar:24} frame {pos}/{len} · {per_sec} · {msg} · {eta} left";
/// Time after which a frame says where it is.
const SLOW: Duration = Duration::from_secs(2);
/// Time after which a plain line is due in any case.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);

/// Progress of a run, printed to the error stream. Clones show the same.
#[derive(Clone, Debug)]
pub(crate) struct Progress(Arc<Mutex<Shown>>);

#[derive(Debug)]
struct Shown {
    form: Form,
    /// Since then the same frame is in the making, or the start.
    frame_begun: Instant,
}

#[derive(Debug)]
enum Form {
    /// Nothing.
    Quiet,
    /// Before the first frame: nothing but for a start that takes long.
    Start { spinner: Option<ProgressBar>, said: Instant },
    /// A bar that is drawn over and over.
    Bar(ProgressBar),
    /// Lines, for files and pipes.
    Lines(Lines),
}

impl Progress {
    /// Shows nothing, ever.
    pub(crate) fn quiet() -> Self {
        Self::showing(Form::Quiet)
    }

    /// Shows a start that takes long.
    pub(crate) fn start() -> Self {
        Self::showing(Form::Start { spinner: None, said: Instant::now() })
    }

    fn showing(form: Form) -> Self {
        Self(Arc::new(Mutex::new(Shown { form, frame_begun: Instant::now() })))
    }

    /// A thread that has panicked while it showed something is no reason for another to do so.
    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what is about to happen, unless it is quiet; frames up to `first_frame` are there
    /// already.
    pub(crate) fn begin(&self, title: &str, first_frame: usize, frame_count: usize) {
        let mut shown = self.shown();
        if matches!(shown.form, Form::Quiet) {
            return;
        }
        shown.clear();
        say(title.trim_end());
        shown.frame_begun = Instant::now();
        shown.form = if stderr().is_terminal() {
            Form::Bar(bar(first_frame, frame_count))
        } else {
            Form::Lines(Lines::new(first_frame, frame_count))
        };
    }

    /// A frame is done.
    pub(crate) fn advance(&self, line: &ReportLine) {
        let mut shown = self.shown();
        shown.frame_begun = Instant::now();
        match &mut shown.form {
            Form::Quiet | Form::Start { .. } => {}
            Form::Bar(bar) => {
                bar.set_message(contacts(line));
                bar.set_position(line.report.frame as u64);
            }
            Form::Lines(lines) => lines.advance(line),
        }
    }

    /// The run has come to a moment inside a frame, which is shown if the frame takes long.
    pub(crate) fn moment(&self, moment: &Moment) {
        let mut shown = self.shown();
        if shown.frame_begun.elapsed() < SLOW {
            return;
        }
        match &mut shown.form {
            Form::Quiet => {}
            Form::Start { spinner, said } => {
                if stderr().is_terminal() {
                    let spinner = spinner.get_or_insert_with(ProgressBar::new_spinner);
                    spinner.set_message(moment.to_string());
                    spinner.tick();
                } else if said.elapsed() > LONGEST_SILENCE {
                    *said = Instant::now();
                    say(&moment.to_string());
                }
            }
            Form::Bar(bar) => bar.set_message(moment.to_string()),
            Form::Lines(lines) => lines.moment(moment),
        }
    }

    /// Leaves the terminal as it was.
    pub(crate) fn end(&self) {
        self.shown().clear();
    }
}

impl Shown {
    fn clear(&mut self) {
        if let Form::Bar(bar) | Form::Start { spinner: Some(bar), .. } = &self.form {
            bar.finish_and_clear();
        }
    }
}

fn bar(first_frame: usize, frame_count: usize) -> ProgressBar {
    let bar = ProgressBar::new(frame_count as u64).with_position(first_frame as u64);
    bar.reset_eta();
    // The template is a constant; were it wrong, the default would serve.
    let style = ProgressStyle::with_template(TEMPLATE);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
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
