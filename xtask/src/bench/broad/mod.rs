//! `cargo xtask bench broad`: the matrix of methods, scenes, sizes and threads; refitting; the
//! rebuild rule; costs as curves. Tables on the terminal, CSV and SVG under `target/bench`.

mod costs;
mod matrix;
#[cfg(feature = "peers")]
mod parry;
mod plot;
mod rebuild;
mod refit;

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};

use crate::broad::Clock;

/// What to measure, and how.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Parts to run
    #[arg(long, value_enum, value_delimiter = ',', default_value = "matrix,refit,rebuild,costs")]
    parts: Vec<Part>,
    /// Sizes of the scenes (triangles)
    #[arg(long, value_delimiter = ',', default_value = "10000,100000,500000")]
    triangles: Vec<u32>,
    /// Numbers of threads
    #[arg(long, value_delimiter = ',', default_value = "1,2")]
    threads: Vec<usize>,
    /// Repetitions; times are the minimum
    #[arg(long, default_value_t = 5)]
    repeat: usize,
    /// Clock of the runs with one thread; those with more always take wall time
    #[arg(long, value_enum, default_value = "cpu")]
    clock: Clock,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Methods × scenes × sizes × threads, beside parry3d with the feature `peers`
    Matrix,
    /// Refit against build, and traversal after each, on drape over 20 steps
    Refit,
    /// A sheet that folds over 300 steps: when does refitting stop to pay?
    Rebuild,
    /// Build, refit and single queries against the number of boxes
    Costs,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    for part in &arguments.parts {
        match part {
            Part::Matrix => matrix::run(arguments)?,
            Part::Refit => refit::run(arguments)?,
            Part::Rebuild => rebuild::run(arguments)?,
            Part::Costs => costs::run(arguments)?,
        }
    }
    Ok(())
}

/// Writes a file under `target/bench` and says so.
fn write(name: &str, contents: &str) -> anyhow::Result<()> {
    let folder = PathBuf::from("target/bench");
    fs::create_dir_all(&folder).context("making target/bench")?;
    let path = folder.join(name);
    fs::write(&path, contents).with_context(|| format!("writing {}", path.display()))?;
    println!("written to {}", path.display());
    Ok(())
}

/// The least time of `work` over some repetitions (s).
fn least<T>(arguments: &Arguments, mut work: impl FnMut() -> T) -> f64 {
    (0..arguments.repeat.max(1))
        .map(|_| {
            let begin = arguments.clock.now();
            std::hint::black_box(work());
            arguments.clock.now() - begin
        })
        .fold(f64::INFINITY, f64::min)
}
