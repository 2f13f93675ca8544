//! `cargo xtask bench SUBJECT`: measurements beside peers, bounds or sizes, the least over repeats.

mod barrier;
mod barrier_step;
mod broad;
mod cholesky;
mod cloth;
mod drape;
mod fem;
mod matrix;
mod player;
mod plot;
mod responders;
mod solver_orders;
mod step;
mod topology;
mod untangle;
mod zones;

use clap::Subcommand;

use crate::measure::machine;

const AFTER_HELP: &str = "\
Durations are those of two cores of a server with default options.
Peers (parry3d, rapier3d) are built on request:
    cargo run --release -p xtask --features peers -- bench SUBJECT";

/// Subjects, each with its rough duration.
#[derive(Subcommand)]
#[command(after_help = AFTER_HELP)]
pub(crate) enum Bench {
    /// Broad phases compared over scenes, sizes and threads, beside parry3d if built (15 min)
    Matrix(matrix::Arguments),
    /// The BVH alone: refit beside build, the rebuild rule, costs over sizes (2 min)
    Broad(broad::Arguments),
    /// Position-based cloth: times of a step, static stretch (1 min)
    Cloth(cloth::Arguments),
    /// A sheet falls on a sphere, beside rapier3d's cloth if built (2 min)
    Drape(drape::Arguments),
    /// Implicit steps of finite elements by size, preconditioner and threads (2 min)
    Fem(fem::Arguments),
    /// Direct solves of layers of cloth in contact, by stage, on one and two threads (30 s)
    Cholesky(cholesky::Arguments),
    /// Springs solved one by one, by colours, and all at once, on one and two threads (10 s)
    SolverOrders(solver_orders::Arguments),
    /// Topology of a mesh of a million triangles, beside a sort of its half-edges (5 s)
    Topology(topology::Arguments),
    /// An iteration of untangling on 100 k triangles, beside one search for crossings (20 s)
    Untangle(untangle::Arguments),
    /// The largest collision-free step of a scene; prints one line of JSON (seconds)
    Step(step::Arguments),
    /// Barrier contacts, gradient and Hessian of a scene, beside ipctk if given; JSON (seconds)
    Barrier(barrier::Arguments),
    /// Stages of a Newton iteration with barriers, on built-in scenes (5 min)
    BarrierStep(barrier_step::Arguments),
    /// The four responders on all built-in scenes: a table, and pictures for docs (1 h)
    Responders(responders::Arguments),
    /// Impact zones of thousands of impacts: how many are resolved, time over size (2 min)
    Zones(zones::Arguments),
    /// The player in headless chromium: times to load and to draw (30 s)
    Player(player::Arguments),
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        // The other two print JSON alone.
        if !matches!(self, Self::Step(_) | Self::Barrier(_)) {
            println!("{}", machine());
        }
        match self {
            Self::Matrix(arguments) => matrix::run(&arguments),
            Self::Broad(arguments) => broad::run(&arguments),
            Self::Cloth(arguments) => cloth::run(&arguments),
            Self::Drape(arguments) => drape::run(&arguments),
            Self::Fem(arguments) => fem::run(&arguments),
            Self::Cholesky(arguments) => cholesky::run(&arguments),
            Self::SolverOrders(arguments) => solver_orders::run(&arguments),
            Self::Topology(arguments) => topology::run(&arguments),
            Self::Untangle(arguments) => untangle::run(&arguments),
            Self::Step(arguments) => step::run(&arguments),
            Self::Barrier(arguments) => barrier::run(&arguments),
            Self::BarrierStep(arguments) => barrier_step::run(&arguments),
            Self::Responders(arguments) => responders::run(&arguments),
            Self::Zones(arguments) => zones::run(&arguments),
            Self::Player(arguments) => player::run(&arguments),
        }
    }
}
