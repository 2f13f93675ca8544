//! `ripstop run`: a scene from its start.

use std::process::ExitCode;

use anyhow::{Context, Result};
use ripstop_run::Run;

use super::session::Session;
use crate::arguments::RunOptions;
use crate::scene_argument::find_scene;
use crate::wall_clock::WallClock;

pub(crate) fn run(options: &RunOptions) -> Result<ExitCode> {
    let session = Session::begin(options.session)?;
    let mut source = find_scene(&options.scene, options.resolution)?;
    source.scene = source.scene.with(&options.assignments).context("--set")?;
    options.apply_to(&mut source.scene);
    let (out, clock) = (options.out.as_deref(), WallClock::start());
    let run = Run::begin_watched(source, out, clock, session.watch());
    session.complete(run, options.check.search())
}
