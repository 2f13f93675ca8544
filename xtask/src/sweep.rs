//! `cargo xtask sweep`: every built-in scene at full size, with the exact count of crossings in every frame.

use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Args;
use ripstop_detection::crossings;
use ripstop_geometry::VertexId;
use ripstop_pipeline::scene::{DynamicsMethod, ResponseMethod, Scene};
use ripstop_pipeline::scene::{MeshRequest, builtin};
use ripstop_pipeline::{FrameReport, Simulation};

use crate::wring::wring;

/// All built-in scenes, with the exact count of crossings in every frame
#[derive(Args)]
pub(crate) struct SweepArguments {
    /// Scenes, all of them if none is named
    scenes: Vec<String>,
    /// Vertices per side; several to run every scene at each
    #[arg(long, value_delimiter = ',', default_values_t = [builtin::DEFAULT_RESOLUTION])]
    resolution: Vec<u32>,
    /// What moves the cloth, by its name in a scene
    #[arg(long)]
    dynamics: Option<String>,
    /// What answers to collisions, by its name in a scene
    #[arg(long)]
    respond: Option<String>,
    /// Frames, those of the scene if not given
    #[arg(long)]
    frames: Option<usize>,
    /// Substeps between two looks for contacts; several to compare what they cost and buy
    #[arg(long, value_delimiter = ',')]
    passes: Vec<usize>,
    /// Simulation only: crossings are not counted
    #[arg(long)]
    no_count: bool,
    /// Turns that the ends of `twist` make against each other in the frames, on a strip that is slender enough for them
    #[arg(long)]
    turns: Option<f64>,
}

/// What a scene came to.
#[derive(Default)]
struct Totals {
    seconds: f64,
    crossings: usize,
    deepest: f64,
    mean_deepest: f64,
    looks: usize,
    resorts: Resorts,
    stretch: f64,
    fastest: f64,
    newton: Newton,
}

/// What solves with barriers came to.
#[derive(Default)]
struct Newton {
    /// Iterations of all frames.
    iterations: usize,
    /// Iterations of the frame with most.
    most: usize,
    unsolved: usize,
    /// The least distance at the end of a frame (m).
    least_distance: Option<f64>,
}

impl Newton {
    fn add(&mut self, report: &FrameReport) {
        self.iterations += report.solve.newton_iterations;
        self.most = self.most.max(report.solve.newton_iterations);
        self.unsolved += report.solve.unsolved;
        if let Some(least) = report.response.least_distance {
            let before = self.least_distance.unwrap_or(f64::INFINITY);
            self.least_distance = Some(before.min(least));
        }
    }
}

/// How often each resort was needed.
#[derive(Default)]
struct Resorts {
    answered: usize,
    zones: usize,
    rigid: usize,
    halvings: usize,
    frozen: usize,
}

impl Resorts {
    fn add(&mut self, report: &FrameReport) {
        self.answered += report.response.resolved;
        self.zones += report.fail_safe.zones;
        self.rigid += report.fail_safe.rigid_zones;
        self.halvings += report.fail_safe.halvings;
        self.frozen += report.fail_safe.carried + report.fail_safe.frozen;
    }
}

pub(crate) fn run(arguments: &SweepArguments) -> anyhow::Result<()> {
    let named = || arguments.scenes.iter().map(String::as_str);
    let names: Vec<&str> =
        if arguments.scenes.is_empty() { builtin::NAMES.to_vec() } else { named().collect() };
    println!(
        "scene    side   k  ms/frame crossings   deepest  mean (mm)  looks answered  zones rigid halvings  frozen  stretch at the end  least (mm)  newton  most unsolved"
    );
    let mut crossed = 0;
    for &resolution in &arguments.resolution {
        for name in &names {
            let mut scene = builtin::scene(name, resolution)
                .with_context(|| format!("there is no scene {name}"))?;
            choose_methods(&mut scene, arguments)?;
            let default = vec![scene.settings.collision_passes];
            let passes = if arguments.passes.is_empty() { &default } else { &arguments.passes };
            for &k in passes {
                scene.settings.collision_passes = k;
                let frames = arguments.frames.unwrap_or(scene.settings.frames);
                if let Some(turns) = arguments.turns {
                    let seconds = frames as f64 / scene.settings.frame_rate;
                    wring(&mut scene, resolution, turns, seconds)?;
                }
                let totals = simulate(&scene, frames, !arguments.no_count)
                    .with_context(|| format!("scene {name}, {resolution} vertices per side"))?;
                crossed += totals.crossings;
                totals.print(&format!("{name:8} {resolution:>4} {k:>3}"), frames);
            }
        }
    }
    if crossed > 0 {
        bail!("{crossed} crossings");
    }
    Ok(())
}

fn choose_methods(scene: &mut Scene, arguments: &SweepArguments) -> anyhow::Result<()> {
    let name = |name: &String| serde_json::Value::String(name.clone());
    if let Some(dynamics) = &arguments.dynamics {
        let dynamics = serde_json::from_value::<DynamicsMethod>(name(dynamics));
        scene.settings.dynamics = dynamics.context("--dynamics")?;
    }
    if let Some(respond) = &arguments.respond {
        let respond = serde_json::from_value::<ResponseMethod>(name(respond));
        scene.settings.respond = Some(respond.context("--respond")?);
    }
    Ok(())
}

impl Totals {
    fn print(&self, what: &str, frames: usize) {
        let Resorts { answered, zones, rigid, halvings, frozen } = self.resorts;
        let newton = &self.newton;
        let least = newton.least_distance;
        println!(
            "{what} {:>9.2} {:>9} {:>9.3} {:>10.3} {:>6} {answered:>8} {zones:>6} {rigid:>5} {halvings:>8} {frozen:>7} {:>8.3} {:>6.4} m/s {:>10} {:>7} {:>5} {:>8}",
            1e3 * self.seconds / frames as f64,
            self.crossings,
            1e3 * self.deepest,
            1e3 * self.mean_deepest / frames as f64,
            self.looks,
            self.stretch,
            self.fastest,
            least.map_or_else(|| "-".to_owned(), |least| format!("{:.4}", 1e3 * least)),
            newton.iterations,
            newton.most,
            newton.unsolved,
        );
    }
}

fn simulate(scene: &Scene, frames: usize, count: bool) -> anyhow::Result<Totals> {
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    let mut simulation = Simulation::new(scene, &mut no_files)?;
    let rest = simulation.state().positions.clone();
    let mut totals = Totals::default();
    for _ in 0..frames {
        let begin = Instant::now();
        let report = simulation.advance_frame()?;
        totals.seconds += begin.elapsed().as_secs_f64();
        let (mesh, positions) = (simulation.mesh(), &simulation.state().positions);
        if count {
            totals.crossings += crossings(mesh, simulation.filters(), positions)?.len();
        }
        totals.deepest = totals.deepest.max(report.response.deepest);
        totals.mean_deepest += report.response.deepest;
        totals.looks += report.detection.passes;
        totals.resorts.add(&report);
        totals.newton.add(&report);
        totals.fastest = report.energy.fastest;
        let cloth = simulation.cloth_vertex_count();
        for [a, b] in mesh.edges().iter().map(|edge| edge.map(VertexId::index)) {
            if a < cloth {
                let stretch = positions[a].distance(positions[b]) / rest[a].distance(rest[b]);
                totals.stretch = totals.stretch.max(stretch);
            }
        }
    }
    Ok(totals)
}
