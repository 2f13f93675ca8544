//! `ripstop render`: pictures of a run.

use std::fs;
use std::io::{StdoutLock, Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use glam::DVec3;
use ripstop_pipeline::{Clock, World};
use ripstop_render::{Camera, Coloring, Image, Picture, Quality, Snapshot};
use ripstop_run::RecordedRun;

use super::session;
use crate::picture::{Fit, FrameList, RenderOptions, Staging, paint, spread, write_png};
use crate::wall_clock::WallClock;

/// Pictures on a sheet, if nobody says which.
const ON_A_SHEET: usize = 6;

pub(crate) fn render(options: &RenderOptions) -> Result<ExitCode> {
    session::set_threads(options.session)?;
    let mut run = RecordedRun::open(&options.directory)?;
    let frame_count = run.frames.count();
    let frames = match &options.frames {
        Some(list) => list.frames(frame_count)?,
        None if options.sheet => spread(frame_count, ON_A_SHEET),
        None => FrameList::last().frames(frame_count)?,
    };
    let staging = Staging::scout(&mut run, &options.hide)?;
    let coloring = Coloring::from(options.color);
    let [width, height] = options.size.0;
    let aspect = f64::from(width) / f64::from(height);
    let view = staging.view(options.view.0, options.fov, aspect);
    let mut camera = match options.fit {
        Fit::Motion => staging.camera(&mut run, 0..frame_count, &view)?,
        Fit::Frames => staging.camera(&mut run, frames.iter().copied(), &view)?,
    };
    if let Some(target) = options.target {
        camera.target = target.0;
    }
    if let Some(eye) = options.eye {
        camera.eye = eye.0;
    }
    ensure!(camera.eye != camera.target, "the camera is where it looks at");

    let folder = options.out.clone().unwrap_or_else(|| options.directory.join("pictures"));
    fs::create_dir_all(&folder).with_context(|| format!("cannot write `{}`", folder.display()))?;
    let quality = Quality::new(width, height, options.samples);
    let shot = Shot { staging: &staging, camera, coloring, quality };
    let mut clock = WallClock::start();
    let mut on_sheet = Vec::new();
    for frame in frames {
        let positions = run.frames.read(frame)?;
        let start = clock.seconds();
        let picture = shot
            .take(&run.world, &positions)
            .with_context(|| format!("cannot draw frame {frame}"))?;
        let seconds = clock.seconds() - start;
        say(options, |out| {
            let millions = picture.rays as f64 * 1e-6;
            let rate = millions / seconds.max(1e-9);
            writeln!(
                out,
                "frame {frame}: {seconds:.2} s, {millions:.1} million rays, \
                 {rate:.1} million per second"
            )
        })?;
        if options.sheet {
            on_sheet.push(picture.image);
        } else {
            let name = format!("frame-{frame:04}{}.png", suffix(coloring));
            write_picture(options, &folder.join(name), &picture.image)?;
        }
    }
    if options.sheet {
        let columns = options.columns.unwrap_or_else(|| columns(on_sheet.len() as u32));
        let sheet = Image::sheet(&on_sheet, columns, 6, [255; 3]);
        write_picture(options, &folder.join(format!("sheet{}.png", suffix(coloring))), &sheet)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Camera, colours and quality of all pictures of a run.
struct Shot<'a> {
    staging: &'a Staging,
    camera: Camera,
    coloring: Coloring,
    quality: Quality,
}

impl Shot<'_> {
    fn take(&self, world: &World, positions: &[DVec3]) -> Result<Picture> {
        let colors = paint(world, self.coloring, positions)?;
        let stage = self.staging.stage(world, self.coloring);
        let snapshot = Snapshot::new(&stage, positions, &colors)?;
        let light = self.staging.light(&self.camera);
        Ok(snapshot.picture(&self.camera, &light, &self.quality))
    }
}

fn write_picture(options: &RenderOptions, path: &Path, image: &Image) -> Result<()> {
    write_png(path, image)?;
    say(options, |out| writeln!(out, "{}", path.display()))
}

/// Prints something, unless nothing is to be printed.
fn say(
    options: &RenderOptions,
    text: impl FnOnce(&mut StdoutLock) -> std::io::Result<()>,
) -> Result<()> {
    if !options.session.quiet {
        text(&mut stdout().lock())?;
    }
    Ok(())
}

/// As square as it gets.
fn columns(count: u32) -> u32 {
    (1..=count).find(|columns| columns * columns >= count).unwrap_or(1)
}

fn suffix(coloring: Coloring) -> &'static str {
    match coloring {
        Coloring::Fabric => "",
        Coloring::Strain => "-strain",
        Coloring::Contact => "-contact",
        Coloring::Layer => "-layer",
    }
}
