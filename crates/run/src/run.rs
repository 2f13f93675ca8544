//! The loop over the frames.

use std::ops::ControlFlow;
use std::path::Path;

use ripstop_pipeline::scene::Scene;
use ripstop_pipeline::{Clock, FrameReport, SceneError, Simulation, StepError, Watch};

use crate::scene_source::read_scene;
use crate::{
    MeshFiles, Recorder, ReportLine, RunDirectory, RunError, RunLayout, SceneSource, Totals,
};

/// Frames between checkpoints. The simulation drops its caches at each of them, so this number is
/// part of what a run computes: a run that is resumed must use the same.
pub const CHECKPOINT_EVERY: usize = 10;

/// A simulation whose frames go to a run directory.
pub struct Run {
    scene: Scene,
    simulation: Simulation,
    recorder: Recorder,
    clock: Box<dyn Clock>,
    file_notes: Vec<String>,
    check: FrameCheck,
}

/// Search for the intersections of a frame; both count the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrameCheck {
    /// Among the pairs that the certificate of the frame does not cover.
    #[default]
    Certified,
    /// Among all pairs, whatever was certified.
    Full,
}

/// End of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All frames are there.
    Finished,
    /// The cloth is at rest, which is what the scene waits for.
    AtRest,
    /// The caller asked for it.
    Interrupted,
}

impl Run {
    /// Makes a run directory and records frame 0. Without `out` it is the first of `runs/NAME`,
    /// `runs/NAME-2` and so on that does not exist. Nothing is written before the scene is known to
    /// be sound. The clock measures what reports say about time.
    ///
    /// # Errors
    /// If the scene cannot be simulated, the folder is not empty, or something cannot be written.
    pub fn begin(
        source: SceneSource,
        out: Option<&Path>,
        clock: impl Clock + Clone + 'static,
    ) -> Result<Self, RunError> {
        Self::begin_watched(source, out, clock, Watch::default())
    }

    /// As [`Run::begin`], with somebody who follows the run inside its frames, and may stop it
    /// there: the frame in the making is given up, everything before it is on the disk.
    ///
    /// # Errors
    /// As [`Run::begin`], and [`RunError::Stopped`] if it was stopped before anything was written.
    pub fn begin_watched(
        source: SceneSource,
        out: Option<&Path>,
        clock: impl Clock + Clone + 'static,
        watch: Watch,
    ) -> Result<Self, RunError> {
        let mut meshes = source.mesh_files();
        let simulation = Simulation::watched(&source.scene, &mut meshes.loader(), watch)
            .map_err(|cause| not_begun(source.origin.clone(), cause))?;
        let mut simulation = simulation.with_clock(Box::new(clock.clone()));
        let file_notes = meshes.notes().to_vec();
        let directory = RunDirectory::create(out, &source, meshes)?;
        let recorder = Recorder::begin(directory, &source.scene, &mut simulation)?;
        let (scene, clock) = (source.scene, Box::new(clock));
        Ok(Self { scene, simulation, recorder, clock, file_notes, check: FrameCheck::default() })
    }

    /// The same run with another search for the intersections of its frames.
    #[must_use]
    pub fn with_check(self, check: FrameCheck) -> Self {
        Self { check, ..self }
    }

    /// Opens a run directory at its last checkpoint. A run that was ended before its first
    /// checkpoint begins again.
    ///
    /// # Errors
    /// If the folder holds no run, another process writes to it, or its files are damaged.
    pub fn resume(path: &Path, clock: impl Clock + Clone + 'static) -> Result<Self, RunError> {
        Self::resume_watched(path, clock, Watch::default())
    }

    /// As [`Run::resume`], with somebody who follows the run: see [`Run::begin_watched`].
    ///
    /// # Errors
    /// As [`Run::resume`], and [`RunError::Stopped`] if it was stopped before its first frame.
    pub fn resume_watched(
        path: &Path,
        clock: impl Clock + Clone + 'static,
        watch: Watch,
    ) -> Result<Self, RunError> {
        let directory = RunDirectory::open(path)?;
        let scene = read_scene(&directory.scene())?;
        let mut meshes = MeshFiles::in_folder(directory.path());
        let origin = directory.scene().display().to_string();
        let mut simulation = Simulation::watched(&scene, &mut meshes.loader(), watch)
            .map_err(|cause| not_begun(origin, cause))?
            .with_clock(Box::new(clock.clone()));
        let recorder = match directory.last_checkpoint()? {
            Some(checkpoint) => {
                let path = directory.checkpoint();
                simulation
                    .restore(&checkpoint)
                    .map_err(|cause| RunError::ForeignCheckpoint { path, cause })?;
                // A run that was begun before there was such a file gets one.
                RunLayout::new(&scene, simulation.mesh(), simulation.filters())
                    .write(&directory.surfaces())?;
                Recorder::resume(directory, &checkpoint)?
            }
            None => Recorder::begin(directory, &scene, &mut simulation)?,
        };
        let file_notes = meshes.notes().to_vec();
        Ok(Self {
            scene,
            simulation,
            recorder,
            clock: Box::new(clock),
            file_notes,
            check: FrameCheck::default(),
        })
    }

    /// Simulates and records the frames that are left. `observe` is called after each; if it
    /// breaks, the run ends there, with everything on the disk. So it does if whoever watches it
    /// stops it inside a frame.
    ///
    /// # Errors
    /// If a frame cannot be simulated, checked or recorded; [`RunError::EndedEarly`] says which
    /// frames there are.
    pub fn complete(
        &mut self,
        mut observe: impl FnMut(&ReportLine) -> ControlFlow<()>,
    ) -> Result<Ending, RunError> {
        let Self { scene, simulation, recorder, clock, .. } = self;
        let check = self.check;
        let frame_count = scene.settings.frames;
        let on_frame = |simulation: &mut Simulation, report: &FrameReport| {
            let is_at_rest = simulation.is_at_rest();
            let last = if is_at_rest { simulation.frame() } else { frame_count };
            let observed = count_and_record(simulation, recorder, (report, check), clock.as_mut())
                .and_then(|line| Ok((checkpoint_if_due(simulation, recorder, last)?, line)))
                .map(|((), line)| observe(&line));
            match observed {
                Err(error) => ControlFlow::Break(Err(error)),
                Ok(_) if is_at_rest && simulation.frame() < frame_count => {
                    let finished = recorder.finish().map_err(|error| early(recorder, last, error));
                    ControlFlow::Break(finished.map(|()| Ending::AtRest))
                }
                Ok(ControlFlow::Break(())) if simulation.frame() < frame_count => {
                    let last = simulation.frame();
                    let finished = recorder.finish().map_err(|error| early(recorder, last, error));
                    ControlFlow::Break(finished.map(|()| Ending::Interrupted))
                }
                Ok(_) => ControlFlow::Continue(()),
            }
        };
        if simulation.is_at_rest() {
            return Ok(Ending::AtRest);
        }
        match simulation.run_until(frame_count, on_frame) {
            Ok(None) => Ok(Ending::Finished),
            Ok(Some(ending)) => ending,
            Err(StepError::Stopped) => {
                let last = simulation.frame();
                recorder.finish().map_err(|error| early(recorder, last, error))?;
                Ok(Ending::Interrupted)
            }
            Err(cause) => {
                let last = simulation.frame();
                let error = RunError::SimulateFrame { frame: last + 1, cause };
                Err(early(recorder, last, error))
            }
        }
    }

    /// The scene.
    #[must_use]
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The simulation, at the last frame.
    #[must_use]
    pub const fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Sentences on the mesh files of the scene: see [`MeshFiles::notes`].
    #[must_use]
    pub fn file_notes(&self) -> &[String] {
        &self.file_notes
    }

    /// The run directory.
    #[must_use]
    pub const fn directory(&self) -> &RunDirectory {
        self.recorder.directory()
    }

    /// Sums and peaks over all frames so far.
    #[must_use]
    pub const fn totals(&self) -> &Totals {
        self.recorder.totals()
    }
}

/// A run whose simulation was not even built.
fn not_begun(origin: String, cause: SceneError) -> RunError {
    match cause {
        SceneError::Stopped => RunError::Stopped,
        cause => RunError::Simulate { origin, cause },
    }
}

/// Counts the intersections of a frame and records it.
fn count_and_record(
    simulation: &mut Simulation,
    recorder: &mut Recorder,
    (report, check): (&FrameReport, FrameCheck),
    clock: &mut dyn Clock,
) -> Result<ReportLine, RunError> {
    let frame = simulation.frame();
    let before = clock.seconds();
    let found = match check {
        FrameCheck::Certified => simulation.crossings(),
        FrameCheck::Full => {
            let positions = &simulation.state().positions;
            let mut search = simulation.world().crossing_search();
            search.search(positions).map_err(|cause| RunError::CheckFrame { frame, cause })?
        }
    };
    let released = found.iter().filter(|crossing| simulation.is_released(crossing)).count();
    let line = ReportLine {
        report: *report,
        intersections: found.len() - released,
        released_intersections: released,
        check_time: clock.seconds() - before,
    };
    recorder.record(&simulation.state().positions, &line).map_err(|error| {
        let error = RunError::KeepFrame { frame, cause: Box::new(error) };
        early(recorder, frame - 1, error)
    })?;
    Ok(line)
}

/// Saves a checkpoint every so many frames, and at the last.
fn checkpoint_if_due(
    simulation: &mut Simulation,
    recorder: &mut Recorder,
    frame_count: usize,
) -> Result<(), RunError> {
    let frame = simulation.frame();
    if !frame.is_multiple_of(CHECKPOINT_EVERY) && frame != frame_count {
        return Ok(());
    }
    let checkpoint = simulation.checkpoint();
    recorder.save(&checkpoint).map_err(|error| early(recorder, frame, error))
}

/// Adds to an error which frames there are.
fn early(recorder: &Recorder, last_frame: usize, error: RunError) -> RunError {
    let directory = recorder.directory().path().to_owned();
    RunError::EndedEarly { directory, last_frame, cause: Box::new(error) }
}
