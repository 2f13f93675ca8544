//! `ripstop resume`: a run from its last checkpoint.

use std::process::ExitCode;

use anyhow::{Context, Result};
use ripstop_pipeline::Simulation;

use super::session::{self, Session};
use crate::arguments::ResumeOptions;
use crate::interruption::Interruption;
use crate::mesh_files::MeshFiles;
use crate::run::{Recorder, RunDirectory};
use crate::scene_source::read_scene;
use crate::wall_clock::WallClock;

/// A run that was ended before its first checkpoint begins again.
pub(crate) fn resume(options: &ResumeOptions) -> Result<ExitCode> {
    session::set_threads(options.session)?;
    let interruption = Interruption::listen()?;
    let directory = RunDirectory::open(&options.directory)?;
    let scene = read_scene(&directory.scene())?;
    let mut meshes = MeshFiles::in_folder(directory.path());
    let mut simulation = Simulation::new(&scene, &mut |file| meshes.load(file))
        .with_context(|| format!("cannot simulate `{}`", directory.scene().display()))?
        .with_clock(Box::new(WallClock::start()));
    let recorder = match Recorder::last_checkpoint(&directory)? {
        Some(checkpoint) => {
            simulation.restore(&checkpoint).with_context(|| {
                format!("cannot use `{}` with its scene", directory.checkpoint().display())
            })?;
            Recorder::go_on(directory, &checkpoint)?
        }
        None => Recorder::begin(directory, &scene, &mut simulation)?,
    };
    Session { scene, simulation, recorder, interruption }.complete(options.session)
}
