//! The arguments of the command line.

mod body;
mod dress;
mod export;
mod meshes;
mod methods;
mod numbers;
mod run;
mod sweep;
mod units;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ripstop_run::FrameCheck;

use crate::picture::{RenderOptions, ViewOptions};

pub(crate) use body::BodyOptions;
pub(crate) use dress::DressOptions;
pub(crate) use export::{ExportFormat, ExportOptions};
pub(crate) use meshes::{CheckOptions, UntangleOptions, Untangling};
pub(crate) use run::RunOptions;
pub(crate) use sweep::{CollectOptions, PlanOptions, SweepCommand, SweepFolder, SweepRunOptions};
pub(crate) use units::{Unit, Up};

/// Table of the exit codes, at the end of the help.
const EXIT_CODES: &str = "\
Exit codes:
    0  all is well
    1  there are intersections: in a frame of a run, the start included, or in a mesh; or a seam of
       a garment that was to be sewn is open
    2  an error, or arguments that make no sense
  130  ended by Ctrl-C or a request to terminate, with everything written";

/// Cloth that never passes through itself.
#[derive(Debug, Parser)]
#[command(name = "ripstop", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Simulate a scene and leave a run directory.
    #[command(after_help = EXIT_CODES)]
    Run(RunOptions),
    /// Go on with a run that was interrupted, bit for bit as if it had not been.
    #[command(after_help = EXIT_CODES)]
    Resume(ResumeOptions),
    /// Sew garments on a body, from patterns to a run in which they are worn; exit code 1 if a seam
    /// stays open.
    #[command(after_help = EXIT_CODES)]
    Dress(DressOptions),
    /// Count and list the intersections of meshes with themselves, exactly; exit code 1 if there
    /// are any.
    #[command(after_help = EXIT_CODES)]
    Check(CheckOptions),
    /// Say what a body is that is to wear something: parts, size, crossings with itself, and how it
    /// moves. Exit code 0, though it crosses itself.
    Body(BodyOptions),
    /// Repair a mesh that passes through itself or whose parts pass through each other; exit code 1
    /// if something is left.
    #[command(after_help = EXIT_CODES)]
    Untangle(UntangleOptions),
    /// Write a run in a format of other programs.
    Export(ExportOptions),
    /// Take pictures of a run, as PNG files.
    Render(RenderOptions),
    /// Make one page of HTML that plays a run in a browser, offline.
    View(ViewOptions),
    /// Plan, execute and collect many runs of a scene.
    #[command(subcommand)]
    Sweep(SweepCommand),
    /// Write a commented scene to start from.
    New(NewOptions),
    /// List the built-in scenes, or print the schema of scene files.
    Scenes(ScenesOptions),
}

#[derive(Debug, Args)]
pub(crate) struct NewOptions {
    /// Name of the scene; the file has `.toml` behind it, and is never overwritten.
    pub(crate) name: String,
    /// Scene to start from.
    #[arg(long, value_enum, value_name = "TEMPLATE", default_value_t = Template::Garment)]
    pub(crate) from: Template,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Template {
    /// A skirt, or a mesh of your own, on a body that walks.
    Garment,
    /// A sheet that falls on a ball.
    Sheet,
    /// A flag in gusts of wind.
    Flag,
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ScenesOptions {
    /// Print the JSON schema of scene files, with which editors complete keys and mark errors.
    #[arg(long)]
    pub(crate) schema: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ResumeOptions {
    /// The run directory.
    #[arg(value_name = "RUN")]
    pub(crate) directory: PathBuf,
    #[command(flatten)]
    pub(crate) check: CheckChoice,
    #[command(flatten)]
    pub(crate) session: SessionOptions,
}

/// Search for the intersections of a frame.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct CheckChoice {
    /// Search for the intersections of every frame; both are exact and count the same.
    #[arg(long = "check", value_enum, value_name = "PAIRS", default_value_t = CheckedPairs::Certified)]
    pairs: CheckedPairs,
}

impl CheckChoice {
    /// The search as runs have it.
    pub(crate) const fn search(self) -> FrameCheck {
        match self.pairs {
            CheckedPairs::Certified => FrameCheck::Certified,
            CheckedPairs::Full => FrameCheck::Full,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CheckedPairs {
    /// Among the pairs that the certificate of the frame does not cover.
    Certified,
    /// Among all pairs, whatever was certified: slower.
    Full,
}

/// Options that do not change the results.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SessionOptions {
    /// Threads to use [default: one per core]; the results are the same.
    #[arg(long, value_name = "N", value_parser = numbers::whole(1, 1024))]
    pub(crate) threads: Option<u32>,
    /// Print nothing but errors.
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Print the summary as one JSON object to standard output, and everything else to standard
    /// error.
    #[arg(long)]
    pub(crate) json: bool,
}

#[test]
fn the_arguments_are_consistent() {
    use clap::CommandFactory;
    Arguments::command().debug_assert();
}
