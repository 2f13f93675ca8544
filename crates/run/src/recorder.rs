//! Writes the files of a run while it goes on.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use glam::DVec3;
use ripstop_io::{NpyError, NpyWriter, write_obj};
use ripstop_pipeline::scene::Scene;
use ripstop_pipeline::{Checkpoint, Simulation};

use crate::report_file::ReportFile;
use crate::surfaces::surface_mesh;
use crate::{ReportLine, RunDirectory, RunError, RunLayout, Totals, atomic_file, write_atomically};

/// The open files of a run.
#[derive(Debug)]
pub struct Recorder {
    directory: RunDirectory,
    positions: NpyWriter<File>,
    report: ReportFile,
}

impl Recorder {
    /// Writes the mesh, its surfaces, frame 0 and its checkpoint.
    ///
    /// # Errors
    /// [`RunError::Write`] if a file cannot be written.
    pub fn begin(
        directory: RunDirectory,
        scene: &Scene,
        simulation: &mut Simulation,
    ) -> Result<Self, RunError> {
        let start = simulation.state().positions.clone();
        let mesh = surface_mesh(scene, simulation.mesh(), start);
        write_atomically(&directory.mesh(), |writer| write_obj(writer, &mesh))?;
        RunLayout::new(scene, simulation.mesh(), simulation.filters())
            .write(&directory.surfaces())?;
        let path = directory.positions();
        let positions =
            first_frame(&path, &simulation.state().positions).map_err(RunError::writing(&path))?;
        let path = directory.report();
        let report = ReportFile::create(&path).map_err(RunError::writing(&path))?;
        let mut recorder = Self { directory, positions, report };
        recorder.save(&simulation.checkpoint())?;
        Ok(recorder)
    }

    /// Goes on behind a checkpoint; frames after it are cut off.
    ///
    /// # Errors
    /// [`RunError::Resume`] if the files do not reach up to the checkpoint.
    pub fn resume(directory: RunDirectory, checkpoint: &Checkpoint) -> Result<Self, RunError> {
        let frame_count = checkpoint.frame as u64 + 1;
        let path = directory.positions();
        let positions = kept_frames(&path, frame_count).map_err(RunError::resuming(&path))?;
        let path = directory.report();
        let report =
            ReportFile::keep(&path, checkpoint.frame).map_err(RunError::resuming(&path))?;
        Ok(Self { directory, positions, report })
    }

    /// Appends a frame and its line.
    ///
    /// # Errors
    /// [`RunError::Write`]; the files then end with the frame before.
    pub fn record(&mut self, positions: &[DVec3], line: &ReportLine) -> Result<(), RunError> {
        if let Err(error) = self.positions.append(positions) {
            // If this fails as well, part of a frame is left behind, which no reader looks at.
            let _ = self.positions.get_ref().set_len(self.positions.byte_length());
            return Err(RunError::writing(&self.directory.positions())(error));
        }
        self.report.append(line).map_err(RunError::writing(&self.directory.report()))
    }

    /// Replaces the checkpoint, once everything up to it is on the disk.
    ///
    /// # Errors
    /// [`RunError::Write`] if the disk fails.
    pub fn save(&mut self, checkpoint: &Checkpoint) -> Result<(), RunError> {
        let path = self.directory.checkpoint();
        let synced = self.positions.get_ref().sync_data().and_then(|()| self.report.sync());
        synced.map_err(RunError::writing(&path))?;
        let bytes = checkpoint.to_bytes();
        write_atomically(&path, |writer| writer.write_all(&bytes))
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// [`RunError::Write`] if the disk fails.
    pub fn finish(&self) -> Result<(), RunError> {
        let positions = self.positions.get_ref().sync_data();
        positions.map_err(RunError::writing(&self.directory.positions()))?;
        self.report.sync().map_err(RunError::writing(&self.directory.report()))
    }

    /// The run directory.
    #[must_use]
    pub const fn directory(&self) -> &RunDirectory {
        &self.directory
    }

    /// Sums and peaks over all frames so far.
    #[must_use]
    pub const fn totals(&self) -> &Totals {
        self.report.totals()
    }
}

/// Opens a file with one frame, which gets its name when it is whole.
fn first_frame(path: &Path, positions: &[DVec3]) -> Result<NpyWriter<File>, NpyError> {
    let temporary = atomic_file::temporary_name(path);
    let attempt = || {
        let file = File::create(&temporary)?;
        let mut writer = NpyWriter::create(file, positions.len())?;
        writer.append(positions)?;
        fs::rename(&temporary, path)?;
        Ok(writer)
    };
    attempt().inspect_err(|_| atomic_file::discard(&temporary))
}

/// Opens a file of which the first frames are kept.
fn kept_frames(path: &Path, frame_count: u64) -> Result<NpyWriter<File>, NpyError> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    let writer = NpyWriter::resume(file, frame_count)?;
    writer.get_ref().set_len(writer.byte_length())?;
    Ok(writer)
}
