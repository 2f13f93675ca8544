//! `cargo xtask lab characters`: characters made by Blender, every frame beside its own vertices.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, io};

use anyhow::{Context, anyhow, ensure};
use clap::Args;
use ripstop_io::NpyReader;
use ripstop_run::import_character;

use crate::places;

/// Farthest that a vertex may be from where Blender has it (m).
const NEAR: f64 = 1e-5;

/// Frames per second of the script.
const RATE: f64 = 24.0;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A Python of version 3.11 in which `pip install numpy bpy` has been done
    #[arg(long, default_value = "python3")]
    python: PathBuf,
    /// Folder for the characters [default: a temporary one, removed at the end]
    #[arg(long)]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let temporary = env::temp_dir().join(format!("ripstop-characters-{}", std::process::id()));
    let folder = arguments.out.as_ref().unwrap_or(&temporary);
    fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    let status = Command::new(&arguments.python)
        .arg(places::script("characters.py"))
        .arg(folder)
        .stdout(io::stderr())
        .status()
        .with_context(|| format!("could not start `{}`", arguments.python.display()))?;
    ensure!(status.success(), "the characters could not be made");
    let characters = [("walker", "walk"), ("dancer", "Scene"), ("robot", "Scene")];
    let result = characters.into_iter().try_for_each(|names| compare(folder, names));
    if arguments.out.is_none() {
        // A temporary folder that stays does no harm.
        let _ = fs::remove_dir_all(&temporary);
    }
    result
}

/// Compares all frames of a character, which has a name, and one of its animations.
fn compare(folder: &Path, (name, animation): (&str, &str)) -> anyhow::Result<()> {
    let character = import_character(&folder.join(format!("{name}.glb")))?;
    let number = character.animations().iter().position(|other| other.name() == animation);
    let number = number.ok_or_else(|| anyhow!("{name} has no animation `{animation}`"))?;
    let mut expected = NpyReader::new(File::open(folder.join(format!("{name}.npy")))?)?;
    let mut farthest = 0.0_f64;
    for frame in 0..expected.frame_count() {
        let pose = character.pose(number, frame as f64 / RATE);
        let places = expected.read_frame(frame)?;
        ensure!(pose.len() == places.len(), "{name} has {} vertices", pose.len());
        let off = pose.iter().zip(&places).map(|(x, y)| x.distance(*y)).fold(0.0, f64::max);
        farthest = farthest.max(off);
    }
    println!(
        "{name:<8} {:>4} vertices, {} frames, farthest from Blender {farthest:.1e} m",
        expected.vertex_count(),
        expected.frame_count()
    );
    ensure!(farthest < NEAR, "{name} is not where Blender has it");
    Ok(())
}
