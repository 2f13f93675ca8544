//! `ripstop sweep run`: runs that have no result yet, one after another, each on all threads.

use std::io::{IsTerminal, Write, stderr};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use ripstop_pipeline::Watch;
use ripstop_run::sweep::{Execution, Outcome, Plan, RunStatus, SweepHooks, run_planned};

use super::super::session::set_threads;
use crate::arguments::SweepRunOptions;
use crate::interruption::{INTERRUPTED, Interruption};
use crate::picture::RenderOptions;
use crate::wall_clock::WallClock;

const TEMPLATE: &str = "{bar:24} {pos}/{len} runs · {msg} · {eta} left";

/// Size of the picture of a last frame.
const PICTURE: &str = "320x240";

pub(super) fn execute(options: &SweepRunOptions) -> Result<ExitCode> {
    set_threads(options.session)?;
    let plan = Plan::read(&options.folder.plan)?;
    let out = options.folder.results();
    let indices: Vec<usize> = match options.index {
        Some(index) => vec![plan.run(index)?.index],
        None => (0..plan.runs.len()).collect(),
    };
    let interruption = Interruption::listen()?;
    let progress = Progress::new(options, indices.len());
    let mut failed = 0;
    for index in indices {
        let execution = Execution {
            plan: &plan,
            index,
            out: &out,
            waits: options.index.is_some(),
            retries: options.retry_failed,
        };
        let flag = interruption.flag();
        let hooks = SweepHooks {
            watch: Watch::new(flag.clone(), |_| {}),
            on_frame: &mut |line| {
                progress.frame(index, line.report.frame);
                let is_requested = interruption.is_requested();
                if is_requested { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
            on_end: &mut |folder, run| {
                if !options.no_picture {
                    last_frame(folder, run);
                }
            },
        };
        let outcome = run_planned(&execution, WallClock::start(), hooks)?;
        progress.run(index, &outcome)?;
        match outcome {
            Outcome::Interrupted => {
                interruption.end();
                return Ok(INTERRUPTED.into());
            }
            Outcome::Skipped(RunStatus::Failed) => failed += 1,
            Outcome::Done(result) if result.status == RunStatus::Failed => failed += 1,
            _ => {}
        }
    }
    interruption.end();
    progress.end();
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Takes a picture of the last frame. A run is no worse without it.
fn last_frame(folder: &Path, run: &Path) {
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: RenderOptions,
    }
    let words = ["render", "--frames", "last", "--size", PICTURE, "--samples", "4", "--quiet"];
    let Ok(mut line) = Line::try_parse_from(words.into_iter().chain(["RUN"])) else { return };
    run.clone_into(&mut line.options.directory);
    let pictures = run.join("last");
    line.options.out = Some(pictures.clone());
    if super::super::render(&line.options).is_err() {
        return;
    }
    let first = std::fs::read_dir(&pictures).ok().and_then(|mut found| found.next()?.ok());
    if let Some(picture) = first {
        // As above.
        let _ = std::fs::rename(picture.path(), folder.join("last.png"));
    }
    let _ = std::fs::remove_dir_all(&pictures);
}

/// A bar on a terminal, a line for each run elsewhere.
struct Progress {
    bar: Option<ProgressBar>,
    is_quiet: bool,
}

impl Progress {
    fn new(options: &SweepRunOptions, count: usize) -> Self {
        let is_quiet = options.session.quiet;
        let bar = (!is_quiet && stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template(TEMPLATE);
            let bar = ProgressBar::new(count as u64);
            style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
        });
        Self { bar, is_quiet }
    }

    fn frame(&self, index: usize, frame: usize) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("run {index}, frame {frame}"));
        }
    }

    fn run(&self, index: usize, outcome: &Outcome) -> Result<()> {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        let said = match outcome {
            Outcome::Done(result) => match &result.reason {
                Some(reason) => format!("failed: {reason}"),
                None if self.bar.is_some() => return Ok(()),
                None => format!("finished in {:.1} s", result.seconds),
            },
            Outcome::Skipped(_) => return Ok(()),
            Outcome::Busy => "another process works on it".to_owned(),
            Outcome::Interrupted => "interrupted; the next `ripstop sweep run` goes on".to_owned(),
        };
        if self.is_quiet {
            return Ok(());
        }
        let text = format!("run {index}: {said}");
        match &self.bar {
            Some(bar) => bar.println(text),
            None => writeln!(stderr(), "{text}")?,
        }
        Ok(())
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
