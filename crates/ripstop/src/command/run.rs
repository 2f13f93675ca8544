//! `ripstop run`: a scene from its start.

use std::process::ExitCode;

use anyhow::{Context, Result};
use ripstop_pipeline::Simulation;

use super::session::{self, Session};
use crate::arguments::RunOptions;
use crate::interruption::Interruption;
use crate::mesh_files::MeshFiles;
use crate::run::{Recorder, RunDirectory};
use crate::scene_source::SceneSource;
use crate::wall_clock::WallClock;

/// Nothing is written before the scene is known to be sound.
pub(crate) fn run(options: &RunOptions) -> Result<ExitCode> {
    session::set_threads(options.session)?;
    let interruption = Interruption::listen()?;
    let SceneSource { mut scene, name, folder } =
        SceneSource::find(&options.scene, options.resolution)?;
    options.apply_to(&mut scene);
    let mut meshes = MeshFiles::in_folder(&folder);
    let mut simulation = Simulation::new(&scene, &mut |file| meshes.load(file))
        .with_context(|| format!("cannot simulate `{}`", options.scene))?
        .with_clock(Box::new(WallClock::start()));
    let directory = RunDirectory::create(options.out.as_deref(), &name, &scene, meshes)?;
    let recorder = Recorder::begin(directory, &scene, &mut simulation)?;
    Session { scene, simulation, recorder, interruption }.complete(options.session)
}
