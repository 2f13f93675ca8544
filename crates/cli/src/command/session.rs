//! The common part of `run` and `resume`: from the thread pool to the summary.

use std::io::{Write, stderr, stdout};
use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::{Context, Result};
use ripstop_pipeline::Watch;
use ripstop_run::{FrameCheck, Run, RunError};

use crate::arguments::SessionOptions;
use crate::interruption::{INTERRUPTED, Interruption};
use crate::introduction::Introduction;
use crate::progress::Progress;
use crate::summary::Summary;

/// Takes as many threads as asked for.
pub(crate) fn set_threads(options: SessionOptions) -> Result<()> {
    let Some(threads) = options.threads else { return Ok(()) };
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads as usize)
        .build_global()
        .with_context(|| format!("cannot start {threads} threads"))
}

/// A run that is followed on the error stream and that Ctrl-C ends.
pub(crate) struct Session {
    options: SessionOptions,
    interruption: Interruption,
    progress: Progress,
}

impl Session {
    /// Takes as many threads as asked for, and listens to Ctrl-C.
    pub(crate) fn begin(options: SessionOptions) -> Result<Self> {
        set_threads(options)?;
        let interruption = Interruption::listen()?;
        let progress = if options.quiet { Progress::quiet() } else { Progress::start() };
        Ok(Self { options, interruption, progress })
    }

    /// Follows a simulation inside its frames, and stops it there.
    pub(crate) fn watch(&self) -> Watch {
        let progress = self.progress.clone();
        let stop = self.interruption.flag().clone();
        Watch::new(stop, move |moment| progress.moment(moment))
    }

    /// As [`Session::complete`]; a seam that is open at the end is a failure.
    pub(crate) fn complete_dressed(&self, run: Result<Run, RunError>) -> Result<ExitCode> {
        self.complete_with(run, FrameCheck::default(), true)
    }

    /// Simulates the frames that are left and prints a summary.
    pub(crate) fn complete(
        &self,
        run: Result<Run, RunError>,
        check: FrameCheck,
    ) -> Result<ExitCode> {
        self.complete_with(run, check, false)
    }

    fn complete_with(
        &self,
        run: Result<Run, RunError>,
        check: FrameCheck,
        sews: bool,
    ) -> Result<ExitCode> {
        let Self { options, interruption, progress } = self;
        let mut run = match run {
            Err(stopped @ RunError::Stopped) => {
                progress.end();
                if !options.quiet {
                    writeln!(stderr(), "{stopped}")?;
                }
                return Ok(INTERRUPTED.into());
            }
            run => run?.with_check(check),
        };
        let title = Introduction { run: &run }.to_string();
        progress.begin(&title, run.simulation().frame(), run.scene().settings.frames);
        let ending = run.complete(|line| {
            progress.advance(line);
            let is_requested = interruption.is_requested();
            if is_requested { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        interruption.end();
        progress.end();
        let summary = Summary { run: &run, ending: ending?, sews };
        match (options.json, options.quiet) {
            (true, is_quiet) => {
                if !is_quiet {
                    write!(stderr(), "{summary}")?;
                }
                writeln!(stdout(), "{}", summary.json())?;
            }
            (false, false) => write!(stdout(), "{summary}")?,
            (false, true) => {}
        }
        Ok(summary.verdict().into())
    }
}
