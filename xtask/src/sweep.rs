//! `cargo xtask sweep`: every built-in scene at full size, with the exact count of crossings in every frame.

use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Args;
use ripstop_pipeline::scene::Scene;
use ripstop_pipeline::{MeshRequest, Simulation, builtin, crossings};

/// All built-in scenes, with the exact count of crossings in every frame
#[derive(Args)]
pub(crate) struct SweepArguments {
    /// Scenes, all of them if none is named
    scenes: Vec<String>,
    /// Vertices per side
    #[arg(long, default_value_t = builtin::DEFAULT_RESOLUTION)]
    resolution: u32,
    /// Frames, those of the scene if not given
    #[arg(long)]
    frames: Option<usize>,
    /// Substeps between two looks for contacts; several to compare what they cost and buy
    #[arg(long, value_delimiter = ',')]
    passes: Vec<usize>,
    /// Simulation only: crossings are not counted
    #[arg(long)]
    no_count: bool,
}

/// What a scene came to.
#[derive(Default)]
struct Totals {
    seconds: f64,
    crossings: usize,
    deepest: f64,
    mean_deepest: f64,
    looks: usize,
    halvings: usize,
    frozen: usize,
    stretch: f64,
    fastest: f64,
}

pub(crate) fn run(arguments: &SweepArguments) -> anyhow::Result<()> {
    let named = || arguments.scenes.iter().map(String::as_str);
    let names: Vec<&str> =
        if arguments.scenes.is_empty() { builtin::NAMES.to_vec() } else { named().collect() };
    println!(
        "{:8} {:>3} {:>9} {:>9} {:>9} {:>10} {:>6} {:>8} {:>7} {:>8} {:>10}",
        "scene",
        "k",
        "ms/frame",
        "crossings",
        "deepest",
        "mean (mm)",
        "looks",
        "halvings",
        "frozen",
        "stretch",
        "at the end"
    );
    let mut crossed = 0;
    for name in names {
        let scene = builtin::scene(name, arguments.resolution)
            .with_context(|| format!("there is no scene {name}"))?;
        let default = vec![scene.settings.collision_passes];
        let passes = if arguments.passes.is_empty() { &default } else { &arguments.passes };
        for &k in passes {
            let mut scene = scene.clone();
            scene.settings.collision_passes = k;
            let frames = arguments.frames.unwrap_or(scene.settings.frames);
            let totals = simulate(&scene, frames, !arguments.no_count)
                .with_context(|| format!("scene {name}"))?;
            crossed += totals.crossings;
            println!(
                "{name:8} {k:>3} {:>9.2} {:>9} {:>9.3} {:>10.3} {:>6} {:>8} {:>7} {:>8.3} {:>6.4} m/s",
                1e3 * totals.seconds / frames as f64,
                totals.crossings,
                1e3 * totals.deepest,
                1e3 * totals.mean_deepest / frames as f64,
                totals.looks,
                totals.halvings,
                totals.frozen,
                totals.stretch,
                totals.fastest,
            );
        }
    }
    if crossed > 0 {
        bail!("{crossed} crossings");
    }
    Ok(())
}

fn simulate(scene: &Scene, frames: usize, count: bool) -> anyhow::Result<Totals> {
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    let mut simulation = Simulation::new(scene, &mut no_files)?;
    let rest = simulation.state().positions.clone();
    let mut totals = Totals::default();
    for _ in 0..frames {
        let begin = Instant::now();
        let report = simulation.step()?;
        totals.seconds += begin.elapsed().as_secs_f64();
        let (mesh, positions) = (simulation.mesh(), &simulation.state().positions);
        if count {
            totals.crossings += crossings(mesh, simulation.filters(), positions)?.len();
        }
        totals.deepest = totals.deepest.max(report.deepest);
        totals.mean_deepest += report.deepest;
        totals.looks += report.passes;
        totals.halvings += report.halvings;
        totals.frozen += report.frozen;
        totals.fastest = report.fastest;
        let cloth = simulation.cloth_vertex_count();
        for [a, b] in mesh.edges().iter().map(|edge| edge.map(ripstop_geometry::VertexId::index)) {
            if a < cloth {
                let stretch = positions[a].distance(positions[b]) / rest[a].distance(rest[b]);
                totals.stretch = totals.stretch.max(stretch);
            }
        }
    }
    Ok(totals)
}
