//! `ripstop view`: a page that plays a run.

use std::fs;
use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::Result;
use glam::DVec3;
use rayon::prelude::*;
use ripstop_render::Coloring;
use ripstop_render::player::{FrameLevels, Player, Survey};
use ripstop_run::{RecordedRun, RunError, write_atomically};

use super::session;
use crate::picture::{
    DEFAULT_FIELD_OF_VIEW, DEFAULT_VIEW, Staging, ViewOptions, levels, report_columns,
};

/// Frames whose levels are computed side by side.
const BATCH: usize = 16;

/// Width over height of the picture that the first camera is made for.
const ASPECT: f64 = 16.0 / 9.0;

pub(crate) fn view(options: &ViewOptions) -> Result<ExitCode> {
    session::set_threads(options.session)?;
    let mut run = RecordedRun::open(&options.directory)?;
    let staging = Staging::scout(&mut run, &options.hide)?;
    let first_view = staging.view(DEFAULT_VIEW, DEFAULT_FIELD_OF_VIEW, ASPECT);
    let every_frame = 0..run.frames.count();
    let camera = staging.camera(&mut run, every_frame, &first_view)?;
    let RecordedRun { scene, world, frames, .. } = &mut run;
    let frame_count = frames.count();
    let mut survey = Survey::default();
    for frame in 0..frame_count {
        survey.add(&frames.read(frame)?);
    }
    let mut player = Player::new(staging.player_scene(scene, world, &first_view, camera), &survey);
    for first in (0..frame_count).step_by(BATCH) {
        let batch = first..(first + BATCH).min(frame_count);
        let batch: Vec<Vec<DVec3>> =
            batch.map(|i| frames.read(i)).collect::<Result<_, RunError>>()?;
        let computed: Vec<[Vec<f64>; 2]> = batch
            .par_iter()
            .map(|x| {
                Ok([levels(world, Coloring::Strain, x)?, levels(world, Coloring::Contact, x)?])
            })
            .collect::<Result<_>>()?;
        for (positions, [strain, contact]) in batch.iter().zip(&computed) {
            player.push(positions, FrameLevels { strain, contact })?;
        }
    }
    let report = report_columns(&options.directory.join("report.jsonl"), frame_count)?;
    let path = options.out.clone().unwrap_or_else(|| options.directory.join("view.html"));
    write_atomically(&path, |writer| player.write(&report, writer))?;
    if !options.session.quiet {
        let megabytes = fs::metadata(&path)?.len() as f64 * 1e-6;
        let shown = path.display();
        writeln!(
            stdout(),
            "{shown}: {frame_count} frames, {megabytes:.1} MB; open it in a browser"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
