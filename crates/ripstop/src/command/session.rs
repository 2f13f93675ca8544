//! What `run` and `resume` have in common: from an open run to its summary.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Context, Result};
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::Scene;

use crate::arguments::SessionOptions;
use crate::interruption::{INTERRUPTED, Interruption};
use crate::progress::Progress;
use crate::run::{Ending, Recorder, drive};
use crate::summary::Summary;

/// A run that is ready to go on.
pub(crate) struct Session {
    pub(crate) scene: Scene,
    pub(crate) simulation: Simulation,
    pub(crate) recorder: Recorder,
    pub(crate) interruption: Interruption,
}

/// Takes as many threads as asked for.
pub(crate) fn set_threads(options: SessionOptions) -> Result<()> {
    let Some(threads) = options.threads else { return Ok(()) };
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.into())
        .build_global()
        .with_context(|| format!("cannot start {threads} threads"))
}

impl Session {
    /// Simulates what is left and prints a summary.
    pub(crate) fn complete(mut self, options: SessionOptions) -> Result<ExitCode> {
        let frame_count = self.scene.settings.frames;
        let mut progress = if options.quiet {
            Progress::Quiet
        } else {
            Progress::begin(&self.title(), self.simulation.frame(), frame_count)
        };
        let ending = drive(
            &mut self.simulation,
            &mut self.recorder,
            frame_count,
            &mut progress,
            &self.interruption,
        );
        progress.end();
        let ending = ending?;
        let (recorder, settings) = (&self.recorder, &self.scene.settings);
        if !options.quiet {
            write!(stdout(), "{}", Summary { recorder, settings, ending })?;
        }
        Ok(match ending {
            Ending::Interrupted => ExitCode::from(INTERRUPTED),
            Ending::Finished if recorder.totals().intersections > 0 => ExitCode::FAILURE,
            Ending::Finished => ExitCode::SUCCESS,
        })
    }

    fn title(&self) -> String {
        let mesh = self.simulation.mesh();
        let (vertices, faces) = (mesh.vertex_count(), mesh.faces().len());
        let shown = self.recorder.directory().path().display();
        let Scene { name, description, .. } = &self.scene;
        let what = [name.as_str(), description.as_str()];
        let what: Vec<&str> = what.into_iter().filter(|text| !text.is_empty()).collect();
        let what = what.join(": ");
        let from = match self.simulation.frame() {
            0 => String::new(),
            frame => format!(", from frame {frame}"),
        };
        format!("{what} ({vertices} vertices, {faces} faces) → {shown}{from}")
    }
}
