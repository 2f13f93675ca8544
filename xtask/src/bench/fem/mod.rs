//! `cargo xtask bench fem`: the cost of an implicit step of finite elements, and the growth of its
//! linear solve.
//!
//! All times are of whole linearly implicit steps. A step with `n` iterations of conjugate
//! gradients takes `T(n) = a + s + n b`: `a` is the time of assembly (gradient and Hessian), as the
//! solve announces it, `b` that of an iteration, and `s` that of everything else: the copy of the
//! matrix for products and the preconditioner, above all. On one thread times are those of the
//! processor, which other work does not disturb much; on two they are those of the wall.

mod timed;

use clap::Args;
use ripstop_dynamics::{LinearMethod, Preconditioner};

use crate::table::{Table, left, right};
use timed::Timed;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Vertices per side of the largest sheet; 225 has 100 352 triangles
    #[arg(long, default_value_t = 225)]
    resolution: u32,
    /// Sizes, each with half as many triangles as the next
    #[arg(long, default_value_t = 3)]
    sizes: u32,
    /// Repeats; times are the least
    #[arg(long, default_value_t = 5)]
    repeats: usize,
}

/// Iterations of the longer of the two steps: so many that disturbances of the rest of a step do
/// not count.
const ITERATIONS: u32 = 121;

/// One thread, two threads.
type Threads = [Measured; 2];

const PRECONDITIONERS: [Preconditioner; 2] =
    [Preconditioner::BlockJacobi, Preconditioner::Multilevel];

/// Prints a table by size, preconditioner and number of threads, and one of ratios and their
/// bounds.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    println!(
        "one linearly implicit step of 1/60 s, cotton, a wavy sheet of 1 m; ms, least of {}",
        arguments.repeats
    );
    let table = Table::aligned(&[
        right("triangles", 9),
        left("preconditioner", 12),
        right("threads", 7),
        right("assembly", 9),
        right("set-up", 9),
        right("iteration", 9),
        right("a / 30 b", 9),
        right("to 1e-4", 8),
        right("solve", 10),
        right("step", 10),
    ]);
    let half = |cells: u32, _| (cells * cells / 2).isqrt();
    let sides = (0..arguments.sizes).rev().map(|k| (0..k).fold(arguments.resolution - 1, half) + 1);
    let mut sizes = sides.map(Case::all).collect::<anyhow::Result<Vec<_>>>()?;
    // All sizes in turns, so that other work on the machine is the same for all of them.
    for round in 0..arguments.repeats {
        for case in sizes.iter_mut().flatten().flatten() {
            case.repeat(round)?;
        }
    }
    for case in sizes.iter().flatten().flatten() {
        table.row(case.row());
    }
    let sizes: Vec<[Threads; 2]> = sizes
        .iter()
        .map(|size| size.each_ref().map(|row| row.each_ref().map(|case| case.measured())))
        .collect();
    print_summary(&sizes);
    Ok(())
}

/// Steps of one size with one preconditioner on so many threads.
struct Case {
    side: u32,
    preconditioner: Preconditioner,
    threads: usize,
    pool: rayon::ThreadPool,
    /// With [`ITERATIONS`], with one, and with as many as it takes.
    long: Timed,
    short: Timed,
    whole: Timed,
}

impl Case {
    /// All preconditioners on one and on two threads.
    fn all(side: u32) -> anyhow::Result<[[Box<Self>; 2]; 2]> {
        let [[a, b], [c, d]] = PRECONDITIONERS
            .map(|preconditioner| [1, 2].map(|threads| Self::new(side, preconditioner, threads)));
        Ok([[Box::new(a?), Box::new(b?)], [Box::new(c?), Box::new(d?)]])
    }

    fn new(side: u32, preconditioner: Preconditioner, threads: usize) -> anyhow::Result<Self> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let solve = |tolerance: f64, iterations: u32| {
            let linear = LinearMethod::ConjugateGradients { preconditioner, tolerance, iterations };
            pool.install(|| Timed::new(side, linear))
        };
        let [long, short, whole] = [solve(0.0, ITERATIONS)?, solve(0.0, 1)?, solve(1e-4, 10_000)?];
        Ok(Self { side, preconditioner, threads, pool, long, short, whole })
    }

    fn repeat(&mut self, round: usize) -> anyhow::Result<()> {
        let Self { pool, long, short, whole, .. } = self;
        pool.install(|| {
            long.step()?;
            short.step()?;
            // Thousands of iterations with the diagonal alone: one repeat has to suffice.
            if round == 0 || self.preconditioner == Preconditioner::Multilevel {
                whole.step()?;
            }
            Ok(())
        })
    }

    fn row(&self) -> [String; 10] {
        let Measured { assembly, set_up, iteration, iterations, whole } = self.measured();
        [
            (2 * (self.side - 1) * (self.side - 1)).to_string(),
            format!("{:?}", self.preconditioner),
            self.threads.to_string(),
            format!("{assembly:.1}"),
            format!("{set_up:.1}"),
            format!("{iteration:.2}"),
            format!("{:.2}", assembly / (30.0 * iteration)),
            iterations.to_string(),
            format!("{:.1}", iteration * f64::from(iterations)),
            format!("{whole:.1}"),
        ]
    }

    fn measured(&self) -> Measured {
        let Self { long, short, whole, .. } = self;
        let iteration = (long.least - short.least) / f64::from(ITERATIONS - 1);
        let assembly = short.assembly.min(long.assembly);
        Measured {
            assembly,
            set_up: short.least - iteration - assembly,
            iteration,
            iterations: whole.iterations,
            whole: whole.least,
        }
    }
}

/// Ratios and their bounds: at the largest size, and at every doubling.
fn print_summary(sizes: &[[Threads; 2]]) {
    let Some(last) = sizes.last() else { return };
    println!();
    let table = Table::aligned(&[
        left("ratio", 44),
        right("bound", 8),
        right("BlockJacobi", 12),
        right("Multilevel", 12),
    ]);
    let line = |ratio: &str, bound: &str, figure: &dyn Fn(usize) -> f64| {
        let [jacobi, multilevel] = [0, 1].map(|k| format!("{:.2}", figure(k)));
        table.row([ratio.to_owned(), bound.to_owned(), jacobi, multilevel]);
    };
    line("assembly / 30 iterations", "≤ 1", &|k| {
        last[k][0].assembly / (30.0 * last[k][0].iteration)
    });
    line("assembly and set-up / 30 iterations", "", &|k| {
        (last[k][0].assembly + last[k][0].set_up) / (30.0 * last[k][0].iteration)
    });
    for pair in sizes.windows(2) {
        let [before, after] = [&pair[0], &pair[1]];
        line("time of an iteration, per doubling", "≤ 2.2", &|k| {
            after[k][0].iteration / before[k][0].iteration
        });
        line("iterations, per doubling", "≤ 1.4", &|k| {
            f64::from(after[k][0].iterations) / f64::from(before[k][0].iterations)
        });
    }
    line("iteration on one thread / on two", "", &|k| last[k][0].iteration / last[k][1].iteration);
    line("step on one thread / on two", "≥ 1.5", &|k| last[k][0].whole / last[k][1].whole);
    line("step with the diagonal / with this", "", &|k| last[0][0].whole / last[k][0].whole);
}

/// Times in ms.
struct Measured {
    assembly: f64,
    set_up: f64,
    iteration: f64,
    iterations: u32,
    whole: f64,
}
