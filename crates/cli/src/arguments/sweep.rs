//! The arguments of `ripstop sweep`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::SessionOptions;

#[derive(Debug, Subcommand)]
pub(crate) enum SweepCommand {
    /// Write the plan of a sweep: a line for each run, with an id.
    Plan(PlanOptions),
    /// Execute the runs of a plan that have no result yet, or one of them; exit code 1 if a run has
    /// failed. What was interrupted is resumed bit for bit, and any number of processes may work on
    /// one plan.
    Run(SweepRunOptions),
    /// Count the runs of a plan: finished, failed, running, interrupted, waiting.
    Status(SweepFolder),
    /// Write the table of all runs as CSV, and a sheet of their last frames.
    Collect(CollectOptions),
}

#[derive(Debug, Args)]
pub(crate) struct PlanOptions {
    /// The file of the sweep.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// File for the plan, in the folder of FILE [default: plan.jsonl].
    #[arg(long, value_name = "NAME", default_value = "plan.jsonl")]
    pub(crate) name: PathBuf,
}

/// A plan and its results.
#[derive(Debug, Args)]
pub(crate) struct SweepFolder {
    /// The plan.
    #[arg(value_name = "PLAN")]
    pub(crate) plan: PathBuf,
    /// Folder for the results [default: the plan without `.jsonl`].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

impl SweepFolder {
    /// Folder of the results.
    pub(crate) fn results(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| self.plan.with_extension(""))
    }
}

#[derive(Debug, Args)]
pub(crate) struct SweepRunOptions {
    #[command(flatten)]
    pub(crate) folder: SweepFolder,
    /// This run alone, from 0 on; if another process works on it, its end is waited for.
    #[arg(long, value_name = "I")]
    pub(crate) index: Option<usize>,
    /// Do runs again that have failed.
    #[arg(long)]
    pub(crate) retry_failed: bool,
    /// Take no picture of the last frame.
    #[arg(long)]
    pub(crate) no_picture: bool,
    #[command(flatten)]
    pub(crate) session: SessionOptions,
}

#[derive(Debug, Args)]
pub(crate) struct CollectOptions {
    #[command(flatten)]
    pub(crate) folder: SweepFolder,
    /// File for the table [default: table.csv in the folder of the results].
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
    /// File for the sheet of last frames [default: sheet.png in the folder of the results].
    #[arg(long, value_name = "FILE")]
    pub(crate) sheet: Option<PathBuf>,
}
