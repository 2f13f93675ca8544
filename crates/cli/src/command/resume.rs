//! `ripstop resume`: a run from its last checkpoint.

use std::process::ExitCode;

use anyhow::Result;
use ripstop_run::Run;

use super::session;
use crate::arguments::ResumeOptions;
use crate::interruption::Interruption;
use crate::wall_clock::WallClock;

pub(crate) fn resume(options: &ResumeOptions) -> Result<ExitCode> {
    session::set_threads(options.session)?;
    let interruption = Interruption::listen()?;
    let run = Run::resume(&options.directory, WallClock::start())?;
    session::complete(run, &interruption, options.session)
}
