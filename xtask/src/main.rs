//! Developer commands: the gate, measurements, and studies.
#![expect(clippy::print_stdout, reason = "commands print")]

mod bench;
mod broad;
#[path = "../../crates/ripstop/tests/browser/mod.rs"]
mod browser;
mod ccd;
mod check;
mod command;
mod inputs;
mod lab;
mod measure;
mod pictures;
mod places;
mod table;

use clap::Parser;

const AFTER_HELP: &str = "\
`check` has to pass before a change lands. `bench SUBJECT` takes times beside peers, bounds
or sizes: the least of several repeats, in one run, with the machine named. `lab SUBJECT`
studies behaviour and makes material: sweeps over scenes, soaks, pictures. `broad` and
`ccd` ask one method about one file. Every subject has a --help of its own.";

/// Commands, by verb.
#[derive(Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    about = "Developer commands of the ripstop workspace",
    after_help = AFTER_HELP
)]
enum Command {
    /// Pass the gate: formatting, lints, documentation and all tests (15 min from scratch)
    Check,
    /// Measure a subject: times beside peers, bounds or sizes
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Study a subject, or make material for the documentation
    #[command(subcommand)]
    Lab(lab::Lab),
    /// Time a broad phase on one scene; prints one line of JSON, for scripts (seconds)
    Broad(broad::Arguments),
    /// Judge a CCD method on a file of queries; the last line is JSON, for scripts (seconds)
    Ccd(ccd::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Check => check::run(),
        Command::Bench(bench) => bench.run(),
        Command::Lab(lab) => lab.run(),
        Command::Broad(arguments) => broad::run(&arguments),
        Command::Ccd(arguments) => ccd::run(&arguments),
    }
}
