//! `cargo xtask lab gallery`: pictures of all built-in scenes, made by the command itself.
//!
//! Runs are kept in `target/gallery` and used again; `--fresh` simulates anew.

use std::fs;

use anyhow::Result;
use clap::Args;

use crate::command::{KeptRun, picture};
use crate::pictures::{checked_size, place};
use crate::places;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Vertices per side
    #[arg(long, default_value_t = 64)]
    resolution: u32,
    /// Frames to simulate; pictures show earlier ones too
    #[arg(long, default_value_t = 180)]
    frames: u32,
    /// Simulate anew, even if there are runs
    #[arg(long)]
    fresh: bool,
}

/// Largest file (bytes).
const LARGEST: u64 = 60_000;

/// A picture: its name, the scene, the frame, and further options of `ripstop render`.
struct Exhibit {
    file: &'static str,
    scene: &'static str,
    frame: u32,
    options: &'static [&'static str],
}

const fn exhibit(scene: &'static str, frame: u32, options: &'static [&'static str]) -> Exhibit {
    Exhibit { file: scene, scene, frame, options }
}

const EXHIBITS: [Exhibit; 13] = [
    exhibit("skirt", 104, &["--eye", "2,-4.2,1.15", "--target", "0.63,-1.19,0.84", "--fov", "30"]),
    exhibit("shirt", 70, &["--eye", "1.3,-3.6,1.25", "--target", "0.1,-0.54,0.86", "--fov", "30"]),
    exhibit("drape", 150, &[]),
    exhibit("corner", 78, &["--view", "-50,14"]),
    exhibit("stack", 120, &[]),
    exhibit("twist", 150, &["--view", "-70,20"]),
    exhibit("pull", 150, &[]),
    exhibit("funnel", 20, &["--view", "-75,20"]),
    exhibit("pile", 32, &[]),
    exhibit("curtain", 100, &["--view", "-60,14"]),
    Exhibit { file: "strain", ..exhibit("twist", 150, &["--view", "-70,20", "--color", "strain"]) },
    Exhibit { file: "contact", ..exhibit("pile", 60, &["--color", "contact"]) },
    Exhibit { file: "layer", ..exhibit("stack", 120, &["--color", "layer"]) },
];

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { resolution, frames, .. } = *arguments;
    for (i, Exhibit { file, scene, frame, options }) in EXHIBITS.iter().enumerate() {
        let name = format!("gallery/{scene}-{resolution}");
        // A scene with two pictures is simulated once.
        let fresh = arguments.fresh && EXHIBITS[..i].iter().all(|before| before.scene != *scene);
        let run = KeptRun { name, scene, resolution, frames, options: &[], fresh }.folder()?;
        let options = [&["--size", "368x207", "--samples", "32"], *options].concat();
        let made = picture(&run, *frame.min(&frames), &options)?;
        let target = place(places::GALLERY, file)?;
        fs::rename(&made, &target)?;
        println!("{}: {} bytes", target.display(), checked_size(&target, LARGEST)?);
    }
    Ok(())
}
