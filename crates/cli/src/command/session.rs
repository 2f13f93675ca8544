//! The common part of `run` and `resume`: from an open run to its summary.

use std::io::{Write, stderr, stdout};
use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::{Context, Result};
use ripstop_run::Run;

use crate::arguments::SessionOptions;
use crate::interruption::Interruption;
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

/// Simulates the frames that are left and prints a summary.
pub(crate) fn complete(
    mut run: Run,
    interruption: &Interruption,
    options: SessionOptions,
) -> Result<ExitCode> {
    let mut progress = if options.quiet {
        Progress::Quiet
    } else {
        let title = Introduction { run: &run }.to_string();
        Progress::begin(&title, run.simulation().frame(), run.scene().settings.frames)
    };
    let ending = run.complete(|line| {
        progress.advance(line);
        if interruption.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress.end();
    let summary = Summary { run: &run, ending: ending? };
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
