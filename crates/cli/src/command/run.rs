//! `ripstop run`: a scene from its start.

use std::process::ExitCode;

use anyhow::{Context, Result};
use ripstop_run::Run;

use super::session;
use crate::arguments::RunOptions;
use crate::interruption::Interruption;
use crate::scene_argument::find_scene;
use crate::wall_clock::WallClock;

pub(crate) fn run(options: &RunOptions) -> Result<ExitCode> {
    session::set_threads(options.session)?;
    let interruption = Interruption::listen()?;
    let mut source = find_scene(&options.scene, options.resolution)?;
    source.scene = source.scene.with(&options.assignments).context("--set")?;
    options.apply_to(&mut source.scene);
    let run = Run::begin(source, options.out.as_deref(), WallClock::start())?;
    session::complete(run, &interruption, options.session)
}
