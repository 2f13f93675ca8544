//! Developer commands: the gate, and the long measurements that are no tests.
#![expect(clippy::print_stdout, reason = "commands print")]

mod barrier;
mod barrier_step;
mod bench;
mod broad;
mod ccd;
mod ccd_soak;
mod ccd_thick;
mod check;
mod check_exports;
mod fem;
mod gallery;
mod player;
mod responders;
mod step;
mod sweep;
mod transversal;
mod untangle;
mod untangle_pictures;
mod wring;
mod zones;

use clap::Parser;
use ripstop_fixtures::browser;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Developer commands of the ripstop workspace")]
enum Command {
    /// Formatting, lints, documentation and tests: what has to pass before a change lands
    Check,
    /// Barrier energy, gradient and Hessian of a scene: times, and values beside those of ipctk
    Barrier(barrier::BarrierArguments),
    /// Where the time of a Newton iteration with barriers goes, on built-in scenes
    BarrierStep(barrier_step::BarrierStepArguments),
    /// Measurements against peers and bounds, as ratios in one run
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Time a broad phase on a scene; prints one JSON line
    Broad(broad::Arguments),
    /// A CCD method on a set of queries with exact answers
    Ccd(ccd::CcdArguments),
    /// Fresh random and adversarial CCD queries against an independent exact check
    CcdSoak(ccd_soak::SoakArguments),
    /// The additive method with a minimum separation against inclusion
    CcdThick(ccd_thick::ThickArguments),
    /// A run in every format, read back by NumPy, Blender and USD
    CheckExports(check_exports::ExportArguments),
    /// Pictures of the built-in scenes for README and docs
    Gallery(gallery::Arguments),
    /// The player's times in headless chromium
    Player(player::Arguments),
    /// Long runs of finite-element cloth
    #[command(subcommand)]
    Fem(fem::Fem),
    /// The largest collision-free step of a scene; prints one JSON line
    Step(step::StepArguments),
    /// The four responders on all scenes, with pictures
    Responders(responders::Arguments),
    Sweep(sweep::SweepArguments),
    /// Untangling on families of tangled cloth: how many get clean, and at what price
    Untangle(untangle::UntangleArguments),
    /// Soups with thousands of impacts in one zone: how many are resolved, and in what time
    Zones(zones::ZonesArguments),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Check => check::run(),
        Command::Barrier(arguments) => barrier::run(&arguments),
        Command::BarrierStep(arguments) => barrier_step::run(&arguments),
        Command::Bench(bench) => bench.run(),
        Command::Broad(arguments) => broad::run(&arguments),
        Command::Ccd(arguments) => ccd::run(&arguments),
        Command::CcdSoak(arguments) => ccd_soak::run(&arguments),
        Command::CcdThick(arguments) => ccd_thick::run(&arguments),
        Command::CheckExports(arguments) => check_exports::run(&arguments),
        Command::Gallery(arguments) => gallery::run(&arguments),
        Command::Player(arguments) => player::run(&arguments),
        Command::Fem(fem) => fem.run(),
        Command::Responders(arguments) => responders::run(&arguments),
        Command::Step(arguments) => step::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::Untangle(arguments) => untangle::run(&arguments),
        Command::Zones(arguments) => zones::run(&arguments),
    }
}
