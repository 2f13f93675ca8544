//! The gallery: pictures of all built-in scenes, made by the command itself.
//!
//! Runs are kept in `target/gallery` and used again; `--fresh` simulates anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Pictures of the built-in scenes for README and docs
#[derive(clap::Args)]
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

const FOLDER: &str = "docs/gallery";

/// Files in the gallery are small (bytes).
const LARGEST: u64 = 60_000;

/// A picture: its name, the scene, the frame, and how else it is made.
struct Exhibit {
    file: &'static str,
    scene: &'static str,
    frame: u32,
    options: &'static [&'static str],
}

const fn exhibit(scene: &'static str, frame: u32, options: &'static [&'static str]) -> Exhibit {
    Exhibit { file: scene, scene, frame, options }
}

const EXHIBITS: [Exhibit; 10] = [
    exhibit("drape", 150, &[]),
    exhibit("corner", 78, &["--view", "-50,14"]),
    exhibit("stack", 120, &[]),
    exhibit("twist", 150, &["--view", "-70,20"]),
    exhibit("pull", 150, &[]),
    exhibit("funnel", 20, &["--view", "-75,20"]),
    exhibit("pile", 32, &[]),
    Exhibit { file: "strain", ..exhibit("twist", 150, &["--view", "-70,20", "--color", "strain"]) },
    Exhibit { file: "contact", ..exhibit("pile", 60, &["--color", "contact"]) },
    Exhibit { file: "layer", ..exhibit("stack", 120, &["--color", "layer"]) },
];

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    for Exhibit { file, scene, frame, options } in &EXHIBITS {
        let run = simulated(scene, arguments)?;
        let work = PathBuf::from("target/gallery/pictures").join(file);
        let frame = frame.min(&arguments.frames).to_string();
        let work_name = work.to_string_lossy().into_owned();
        let fixed = ["render", &run.to_string_lossy(), "--frames", &frame, "--out", &work_name]
            .map(str::to_owned);
        let size = ["--size", "368x207", "--samples", "32", "--fit", "frames", "--quiet"]
            .map(str::to_owned);
        let options = options.iter().map(|&option| option.to_owned());
        ripstop(fixed.into_iter().chain(size).chain(options))?;
        let made = fs::read_dir(&work)?.next().context("no picture was made")??.path();
        fs::create_dir_all(FOLDER)?;
        let target = Path::new(FOLDER).join(format!("{file}.png"));
        fs::rename(&made, &target)?;
        fs::remove_dir_all(&work)?;
        let bytes = fs::metadata(&target)?.len();
        println!("{}: {bytes} bytes", target.display());
        ensure!(bytes <= LARGEST, "{} is too large for the gallery", target.display());
    }
    Ok(())
}

/// The run of a scene.
fn simulated(scene: &str, arguments: &Arguments) -> Result<PathBuf> {
    let folder = PathBuf::from(format!("target/gallery/{scene}-{}", arguments.resolution));
    if arguments.fresh && folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    if folder.join("scene.toml").exists() {
        return Ok(folder);
    }
    println!("simulating {scene}");
    let [frames, resolution] = [arguments.frames, arguments.resolution].map(|n| n.to_string());
    let out = folder.to_string_lossy().into_owned();
    let words = ["run", scene, "--frames", &frames, "--resolution", &resolution, "--out", &out];
    ripstop(words.into_iter().chain(["--quiet"]).map(str::to_owned))?;
    Ok(folder)
}

fn ripstop(arguments: impl Iterator<Item = String>) -> Result<()> {
    let arguments: Vec<String> = arguments.collect();
    let status = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--release", "--package", "ripstop", "--"])
        .args(&arguments)
        .status()
        .context("could not start cargo")?;
    ensure!(status.success(), "`ripstop {}` failed", arguments.join(" "));
    Ok(())
}
