//! The command `ripstop` in a process of its own, and the runs that it leaves behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::places;

/// The command, built with optimisation.
pub(crate) fn ripstop() -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--release", "--bin", "ripstop", "--"]);
    command
}

/// Run of a built-in scene, kept below `target` and used again.
pub(crate) struct KeptRun<'a> {
    /// Name of its folder.
    pub(crate) name: String,
    pub(crate) scene: &'a str,
    /// Vertices per side.
    pub(crate) resolution: u32,
    pub(crate) frames: u32,
    /// More options of `ripstop run`.
    pub(crate) options: &'a [&'a str],
    /// Simulate anew, even if there is such a run.
    pub(crate) fresh: bool,
}

impl KeptRun<'_> {
    /// Folder of the run, which is simulated if it has to be.
    pub(crate) fn folder(&self) -> Result<PathBuf> {
        let folder = places::kept(&self.name);
        if self.fresh && folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        if !folder.join("scene.toml").exists() {
            println!("simulating {}", self.name);
            let [frames, resolution] = [self.frames, self.resolution].map(|n| n.to_string());
            let mut run = ripstop();
            run.args(["run", self.scene, "--frames", &frames, "--resolution", &resolution])
                .args(self.options)
                .arg("--quiet")
                .arg("--out")
                .arg(&folder);
            finish(run)?;
        }
        Ok(folder)
    }
}

/// Renders a frame of a run and returns the picture, which lies in the run's folder.
pub(crate) fn picture(run: &Path, frame: u32, options: &[&str]) -> Result<PathBuf> {
    let work = run.join("pictures");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    let mut render = ripstop();
    render
        .arg("render")
        .arg(run)
        .args(["--frames", &frame.to_string(), "--fit", "frames", "--quiet"])
        .args(options)
        .arg("--out")
        .arg(&work);
    finish(render)?;
    Ok(fs::read_dir(&work)?.next().context("no picture was made")??.path())
}

fn finish(mut command: Command) -> Result<()> {
    let status = command.status().context("could not start cargo")?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}
