//! `cargo xtask barrier-step`: where the time of a Newton iteration with barriers goes.

use anyhow::Context as _;
use clap::Args;
use rayon::ThreadPoolBuilder;
use ripstop_pipeline::scene::{DynamicsMethod, LinearChoice, ResponseMethod};
use ripstop_pipeline::scene::{MeshRequest, builtin};
use ripstop_pipeline::{FrameReport, Simulation};

use crate::broad;

#[derive(Args)]
pub(crate) struct BarrierStepArguments {
    /// Built-in scenes
    #[arg(default_values_t = ["twist".to_owned(), "stack".to_owned()])]
    scenes: Vec<String>,
    /// Vertices per side: 71 makes 10,000 triangles
    #[arg(long, default_value_t = 71)]
    resolution: u32,
    /// Frames; those without contacts are not counted
    #[arg(long, default_value_t = 90)]
    frames: usize,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Conjugate gradients instead of Cholesky factorisation
    #[arg(long)]
    iterative: bool,
    /// Wall time, or processor time, which holds on a machine that others load
    #[arg(long, value_enum, default_value = "cpu")]
    clock: broad::Clock,
}

/// Tells a simulation the time.
struct StageClock(broad::Clock);

impl ripstop_pipeline::Clock for StageClock {
    fn seconds(&mut self) -> f64 {
        self.0.now()
    }
}

pub(crate) fn run(arguments: &BarrierStepArguments) -> anyhow::Result<()> {
    let pool = ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    println!(
        "ms per Newton iteration, {} vertices per side, frames with contacts of the first {}",
        arguments.resolution, arguments.frames
    );
    println!(
        "scene    triangles contacts frames iterations contacts safe-step derivatives energies linear   all but linear/linear  least (mm) unsolved"
    );
    for name in &arguments.scenes {
        pool.install(|| measure(name, arguments))?;
    }
    Ok(())
}

fn measure(name: &str, arguments: &BarrierStepArguments) -> anyhow::Result<()> {
    let mut scene = builtin::scene(name, arguments.resolution)
        .with_context(|| format!("there is no scene {name}"))?;
    scene.settings.dynamics = DynamicsMethod::Fem;
    scene.settings.respond = Some(ResponseMethod::Barrier);
    scene.settings.barrier.linear =
        if arguments.iterative { LinearChoice::ConjugateGradients } else { LinearChoice::Cholesky };
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    let mut simulation =
        Simulation::new(&scene, &mut no_files)?.with_clock(Box::new(StageClock(arguments.clock)));
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
    let stages: [fn(&FrameReport) -> f64; 5] = [
        |report| report.times.barrier_contacts,
        |report| report.times.safe_steps,
        |report| report.times.derivatives,
        |report| report.times.search,
        |report| report.times.linear,
    ];
    let [contacts, safe, derivatives, energies, linear] = stages.map(per_iteration);
    let cloth = simulation.cloth_vertex_count();
    let is_cloth = |face: &&[ripstop_geometry::VertexId; 3]| face[0].index() < cloth;
    println!(
        "{name:8} {:>9} {:>8} {:>6} {iterations:>10} {contacts:>8.2} {safe:>9.2} {derivatives:>11.2} {energies:>8.2} {linear:>6.2} {:>24.2} {:>11.3} {:>8}",
        simulation.mesh().faces().iter().filter(is_cloth).count(),
        reports.iter().map(|report| report.response.contacts).max().unwrap_or_default(),
        reports.len(),
        (contacts + safe + derivatives + energies) / linear,
        1e3 * reports
            .iter()
            .filter_map(|report| report.response.least_distance)
            .fold(f64::INFINITY, f64::min),
        reports.iter().map(|report| report.solve.unsolved).sum::<usize>(),
    );
    Ok(())
}
