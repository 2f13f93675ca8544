//! `ripstop resume`: a run from its last checkpoint.

use std::process::ExitCode;

use anyhow::Result;
use ripstop_run::Run;

use super::session::Session;
use crate::arguments::ResumeOptions;
use crate::wall_clock::WallClock;

pub(crate) fn resume(options: &ResumeOptions) -> Result<ExitCode> {
    let session = Session::begin(options.session)?;
    let run = Run::resume_watched(&options.directory, WallClock::start(), session.watch());
    session.complete(run, options.check.search())
}
