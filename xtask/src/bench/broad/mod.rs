//! `cargo xtask bench broad`: the BVH alone. Tables on the terminal, CSV and SVG under
//! `target/bench`.

mod costs;
mod rebuild;
mod refit;

use clap::{Args, ValueEnum};

use crate::measure::{self, Clock};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Parts to run
    #[arg(long, value_enum, value_delimiter = ',', default_value = "refit,rebuild,costs")]
    parts: Vec<Part>,
    /// Repeats; times are the least
    #[arg(long, default_value_t = 5)]
    repeats: usize,
    /// Wall time, or processor time, which holds on a machine that others load
    #[arg(long, value_enum, default_value = "cpu")]
    clock: Clock,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
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
            Part::Refit => refit::run(arguments)?,
            Part::Rebuild => rebuild::run(arguments)?,
            Part::Costs => costs::run(arguments)?,
        }
    }
    Ok(())
}

impl Arguments {
    /// Least time (s) of `work` over the repeats.
    fn least<O>(&self, work: impl FnMut() -> O) -> f64 {
        measure::least(self.clock, self.repeats, work)
    }
}
