//! Writes the files of a run while it goes on.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, Result};
use glam::DVec3;
use ripstop_io::{NpyWriter, write_obj};
use ripstop_pipeline::scene::Scene;
use ripstop_pipeline::{Checkpoint, Simulation};

use super::report_file::ReportFile;
use super::surfaces::surface_mesh;
use super::{ReportLine, RunDirectory, Totals};
use crate::atomic_file;

/// The open files of a run.
#[derive(Debug)]
pub(crate) struct Recorder {
    directory: RunDirectory,
    positions: NpyWriter<File>,
    report: ReportFile,
}

impl Recorder {
    /// Writes the mesh, frame 0 and its checkpoint.
    pub(crate) fn begin(
        directory: RunDirectory,
        scene: &Scene,
        simulation: &mut Simulation,
    ) -> Result<Self> {
        let start = simulation.state().positions.clone();
        let mesh = surface_mesh(scene, simulation.mesh(), start);
        atomic_file::write(&directory.mesh(), |writer| Ok(write_obj(writer, &mesh)?))?;
        let path = directory.positions();
        let positions = first_frame(&path, &simulation.state().positions)
            .with_context(|| atomic_file::cannot_write(&path))?;
        let path = directory.report();
        let report = ReportFile::create(&path).with_context(|| atomic_file::cannot_write(&path))?;
        let mut recorder = Self { directory, positions, report };
        recorder.save(&simulation.checkpoint())?;
        Ok(recorder)
    }

    /// Goes on behind a checkpoint; what was written after it is cut off.
    pub(crate) fn go_on(directory: RunDirectory, checkpoint: &Checkpoint) -> Result<Self> {
        let frame_count = checkpoint.frame as u64 + 1;
        let path = directory.positions();
        let positions = kept_frames(&path, frame_count)
            .with_context(|| format!("cannot go on with `{}`", path.display()))?;
        let path = directory.report();
        let report = ReportFile::keep(&path, checkpoint.frame)
            .with_context(|| format!("cannot go on with `{}`", path.display()))?;
        Ok(Self { directory, positions, report })
    }

    /// The last checkpoint, if there is one.
    pub(crate) fn last_checkpoint(directory: &RunDirectory) -> Result<Option<Checkpoint>> {
        let path = directory.checkpoint();
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            bytes => bytes.with_context(|| format!("cannot read `{}`", path.display()))?,
        };
        let checkpoint = Checkpoint::from_bytes(&bytes).with_context(|| {
            let shown = path.display();
            format!("cannot use `{shown}` (delete it to begin again at frame 0)")
        })?;
        Ok(Some(checkpoint))
    }

    /// Appends a frame and its line.
    pub(crate) fn record(&mut self, positions: &[DVec3], line: &ReportLine) -> Result<()> {
        if let Err(error) = self.positions.append(positions) {
            // If this fails as well, part of a frame is left behind, which no reader looks at.
            let _ = self.positions.get_ref().set_len(self.positions.byte_length());
            let path = self.directory.positions();
            return Err(error).with_context(|| atomic_file::cannot_write(&path));
        }
        let path = self.directory.report();
        self.report.append(line).with_context(|| atomic_file::cannot_write(&path))
    }

    /// Replaces the checkpoint, once everything up to it is on the disk.
    pub(crate) fn save(&mut self, checkpoint: &Checkpoint) -> Result<()> {
        let path = self.directory.checkpoint();
        let synced = self.positions.get_ref().sync_data().map_err(Into::into);
        synced
            .and_then(|()| self.report.sync())
            .with_context(|| atomic_file::cannot_write(&path))?;
        let bytes = checkpoint.to_bytes();
        atomic_file::write(&path, |writer| Ok(writer.write_all(&bytes)?))
    }

    /// Waits until everything is on the disk.
    pub(crate) fn finish(&self) -> Result<()> {
        self.positions.get_ref().sync_data()?;
        self.report.sync()
    }

    pub(crate) fn directory(&self) -> &RunDirectory {
        &self.directory
    }

    pub(crate) fn totals(&self) -> &Totals {
        self.report.totals()
    }
}

/// A file with one frame, which gets its name when it is whole and stays open.
fn first_frame(path: &Path, positions: &[DVec3]) -> Result<NpyWriter<File>> {
    let temporary = atomic_file::temporary_name(path);
    let attempt = || {
        let file = File::create(&temporary)?;
        let mut writer = NpyWriter::create(file, positions.len())?;
        writer.append(positions)?;
        fs::rename(&temporary, path)?;
        Ok(writer)
    };
    attempt().inspect_err(|_: &anyhow::Error| atomic_file::discard(&temporary))
}

/// A file of which the first frames are kept.
fn kept_frames(path: &Path, frame_count: u64) -> Result<NpyWriter<File>> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    let writer = NpyWriter::resume(file, frame_count)?;
    writer.get_ref().set_len(writer.byte_length())?;
    Ok(writer)
}
