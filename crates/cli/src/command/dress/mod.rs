//! `ripstop dress`: sewing patterns on a body, from files to a garment that is worn.
//!
//! The scene: each pattern is a cloth with a layer, the body an obstacle that stands. Seams are
//! closed layer by layer without gravity, then the garment hangs until it is at rest, or the body
//! goes through its poses.

mod body;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use ripstop_pipeline::scene::{
    Cloth, ClothShape, Fabric, OnTangled, Scene, Settings, SewingPattern,
};
use ripstop_run::{Run, SceneSource};

use super::session::Session;
use crate::arguments::DressOptions;
use crate::wall_clock::WallClock;
use body::Body;

/// Frames per second (1/s).
const FRAME_RATE: f64 = 25.0;
/// Longest time for closing the seams of a garment (s).
const SEWING_TIME: f64 = 12.0;
/// Speed at which seams close (m/s): at twice that, corners of a sleeve whip past each other.
const SPEED: f64 = 0.1;

/// Depth by which the body is thinner until the garment is sewn (m).
const THINNER: f64 = 0.06;
/// Speed at which a garment is at rest (m/s).
const AT_REST: f64 = 0.02;
/// Rate at which velocities fade (1/s): a garment is to come to rest, not to swing.
const DAMPING: f64 = 2.0;
/// Thickness of garments and of the body (m).
const THICKNESS: f64 = 1e-3;
/// Time for which a body stands before it moves (s).
const STANDING: f64 = 1.0;

pub(crate) fn dress(options: &DressOptions) -> Result<ExitCode> {
    let session = Session::begin(options.session)?;
    let body = Body::read(options)?;
    let mut scene = scene(options, &body)?;
    scene = scene.with(&options.assignments).context("--set")?;
    let name = options.patterns[0].file_stem().unwrap_or_default().to_string_lossy();
    name.trim_end_matches("_specification").clone_into(&mut scene.name);
    let source = SceneSource::new(scene, Path::new(""));
    let (out, clock) = (options.out.as_deref(), WallClock::start());
    session.complete_dressed(Run::begin_watched(source, out, clock, session.watch()))
}

fn scene(options: &DressOptions, body: &Body) -> Result<Scene> {
    let fabric = Fabric::preset(&options.fabric)
        .with_context(|| format!("there is no fabric `{}`", options.fabric))?;
    let count = options.patterns.len();
    let cloth = |(number, path): (usize, &std::path::PathBuf)| {
        let mut pattern = SewingPattern::new(&path.to_string_lossy());
        pattern.edge_length = Some(options.edge_length);
        let mut cloth = Cloth::new(ClothShape::Pattern(pattern));
        cloth.name = if count == 1 { "garment".to_owned() } else { format!("garment{number}") };
        cloth.fabric = fabric;
        cloth.thickness = THICKNESS;
        cloth.layer = (count > 1).then(|| i32::try_from(number).unwrap_or(i32::MAX));
        cloth
    };
    let cloths = options.patterns.iter().enumerate().map(cloth).collect();
    let mut settings = Settings::default();
    settings.frame_rate = FRAME_RATE;
    settings.sewing.time = SEWING_TIME * count as f64;
    settings.sewing.thinner = THINNER;
    settings.sewing.speed = SPEED;
    settings.on_tangled = OnTangled::Untangle;
    settings.frames = options.frames as usize;
    match body.poses {
        None => {
            settings.until_rest = AT_REST;
            settings.damping = DAMPING;
        }
        Some(_) => settings.until_rest = 0.0,
    }
    let mut obstacle = body.obstacle(options);
    obstacle.thickness = THICKNESS;
    Ok(Scene::new(settings, cloths, vec![obstacle]))
}
