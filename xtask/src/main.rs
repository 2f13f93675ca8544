//! Developer commands: the gate, and the long measurements that are no tests.
#![expect(clippy::print_stdout, reason = "commands print")]

mod bench;
mod broad;
mod check;

use clap::Parser;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Developer commands of the ripstop workspace")]
enum Command {
    /// Formatting, lints, documentation and tests: what has to pass before a change lands
    Check,
    /// Measurements against peers and bounds, as ratios in one run
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Time a broad phase on a scene; prints one JSON line
    Broad(broad::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Check => check::run(),
        Command::Bench(bench) => bench.run(),
        Command::Broad(arguments) => broad::run(&arguments),
    }
}
