//! `cargo xtask bench barrier-step`: the time of a Newton iteration with barriers, by stage.

use clap::Args;
use rayon::ThreadPoolBuilder;
use ripstop_geometry::VertexId;
use ripstop_pipeline::FrameReport;
use ripstop_pipeline::scene::{DynamicsMethod, LinearChoice, ResponseMethod};

use crate::inputs::{builtin_scene, simulation};
use crate::measure::Clock;
use crate::table::{Table, left, right};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Built-in scenes
    #[arg(default_values_t = ["twist".to_owned(), "stack".to_owned()])]
    scenes: Vec<String>,
    /// Vertices per side: 71 makes 10,000 triangles
    #[arg(long, default_value_t = 71)]
    resolution: u32,
    /// Frames; those without contacts are not counted
    #[arg(long, default_value_t = 90)]
    frames: usize,
    /// Threads of the pool
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Conjugate gradients instead of Cholesky factorisation
    #[arg(long)]
    iterative: bool,
    /// Wall time, or processor time, which holds on a machine that others load
    #[arg(long, value_enum, default_value = "cpu")]
    clock: Clock,
}

/// Tells a simulation the time.
struct StageClock(Clock);

impl ripstop_pipeline::Clock for StageClock {
    fn seconds(&mut self) -> f64 {
        self.0.now()
    }
}

/// Stages of an iteration.
const STAGES: [fn(&FrameReport) -> f64; 5] = [
    |report| report.times.barrier_contacts,
    |report| report.times.step_limits,
    |report| report.times.derivatives,
    |report| report.times.search,
    |report| report.times.linear,
];

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let pool = ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    println!(
        "ms per Newton iteration, {} vertices per side, frames with contacts of the first {}",
        arguments.resolution, arguments.frames
    );
    let table = Table::aligned(&[
        left("scene", 8),
        right("triangles", 9),
        right("pairs", 8),
        right("frames", 6),
        right("iterations", 10),
        right("contacts", 8),
        right("step limit", 9),
        right("derivatives", 11),
        right("line search", 8),
        right("linear", 6),
        right("all but linear/linear", 12),
        right("least (mm)", 10),
        right("unsolved", 8),
    ]);
    for name in &arguments.scenes {
        table.row(pool.install(|| measure(name, arguments))?);
    }
    Ok(())
}

fn measure(name: &str, arguments: &Arguments) -> anyhow::Result<Vec<String>> {
    let mut scene = builtin_scene(name, arguments.resolution)?;
    scene.settings.dynamics = DynamicsMethod::Fem;
    scene.settings.respond = Some(ResponseMethod::Barrier);
    scene.settings.barrier.linear =
        if arguments.iterative { LinearChoice::ConjugateGradients } else { LinearChoice::Cholesky };
    let mut simulation = simulation(&scene)?.with_clock(Box::new(StageClock(arguments.clock)));
    let mut reports: Vec<FrameReport> = Vec::new();
    for _ in 0..arguments.frames {
        let report = simulation.advance_frame()?;
        if report.response.contacts > 0 {
            reports.push(report);
        }
    }
    let iterations: usize = reports.iter().map(|report| report.solve.newton_iterations).sum();
    let per_iteration = |time: fn(&FrameReport) -> f64| {
        1e3 * reports.iter().map(time).sum::<f64>() / iterations.max(1) as f64
    };
    let [contacts, limit, derivatives, energies, linear] = STAGES.map(per_iteration);
    let cloth = simulation.cloth_vertex_count();
    let is_cloth = |face: &&[VertexId; 3]| face[0].index() < cloth;
    let triangles = simulation.mesh().faces().iter().filter(is_cloth).count();
    let most = reports.iter().map(|report| report.response.contacts).max().unwrap_or_default();
    let distances = reports.iter().filter_map(|report| report.response.least_distance);
    let unsolved: usize = reports.iter().map(|report| report.solve.unsolved).sum();
    let counts = [triangles, most, reports.len(), iterations].map(|count| count.to_string());
    let others = contacts + limit + derivatives + energies;
    let times = [contacts, limit, derivatives, energies, linear, others / linear];
    let mut row = vec![name.to_owned()];
    row.extend(counts);
    row.extend(times.map(|time| format!("{time:.2}")));
    row.push(format!("{:.3}", 1e3 * distances.fold(f64::INFINITY, f64::min)));
    row.push(unsolved.to_string());
    Ok(row)
}
