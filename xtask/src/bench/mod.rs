//! Measurements: minimum over repeats, ratios in one run.

mod broad;
mod cloth;
mod drape;
mod fem;
mod solver_orders;
mod topology;
mod untangle;

use std::time::{Duration, Instant};

use clap::Subcommand;

pub(crate) use cloth::sheet;

/// What can be measured.
#[derive(Subcommand)]
pub(crate) enum Bench {
    /// Mesh topology of a million triangles, beside sorting its half-edges
    Topology,
    /// Position-based cloth: times of a step, static stretch, orders of the solver
    Cloth,
    /// Implicit steps of finite elements: assembly and linear solve, by size and by threads
    Fem(fem::Arguments),
    /// Broad-phase methods on the four scenes; refitting, the rebuild rule, costs as curves
    Broad(broad::Arguments),
    /// A sheet falls on a sphere, beside rapier3d with the feature `peers`
    Drape(drape::Arguments),
    /// An iteration of untangling on 100 k triangles with 500 contours, beside a full look for crossings
    Untangle,
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Topology => topology::run(),
            Self::Cloth => cloth::run(),
            Self::Fem(arguments) => fem::run(&arguments),
            Self::Broad(arguments) => broad::run(&arguments),
            Self::Drape(arguments) => drape::run(&arguments),
            Self::Untangle => untangle::run(),
        }
    }
}

/// The least time that `work` takes on a fresh input, over `repeats` runs.
fn least_time<I, O>(
    repeats: usize,
    mut input: impl FnMut() -> I,
    mut work: impl FnMut(I) -> O,
) -> Duration {
    let run = |_| {
        let fresh = input();
        let clock = Instant::now();
        let output = work(fresh);
        let elapsed = clock.elapsed();
        drop(std::hint::black_box(output));
        elapsed
    };
    (0..repeats).map(run).min().unwrap_or(Duration::ZERO)
}
