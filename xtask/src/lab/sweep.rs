//! `cargo xtask lab sweep`: every built-in scene at full size, with the exact count of crossings in
//! every frame.

use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Args;
use ripstop_detection::crossings;
use ripstop_geometry::VertexId;
use ripstop_pipeline::scene::builtin;
use ripstop_pipeline::scene::{CollisionPasses, DynamicsMethod, ResponseMethod, Scene};
use ripstop_pipeline::{FrameReport, Simulation};

use super::wring::wring;
use crate::energy::MechanicalEnergy;
use crate::inputs::{builtin_names, builtin_scene, simulation};
use crate::table::{Column, Table, left, right};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Scenes, all of them if none is named
    scenes: Vec<String>,
    /// Vertices per side; several to run every scene at each
    #[arg(long, value_delimiter = ',', default_values_t = [builtin::DEFAULT_RESOLUTION])]
    resolution: Vec<u32>,
    /// Dynamics, by their name in a scene
    #[arg(long)]
    dynamics: Option<String>,
    /// Collision response, by its name in a scene
    #[arg(long)]
    respond: Option<String>,
    /// Frames, those of the scene if not given
    #[arg(long)]
    frames: Option<usize>,
    /// Substeps between two detection passes; several to compare their costs and results
    #[arg(long, value_delimiter = ',')]
    passes: Vec<usize>,
    /// Simulation only: crossings are not counted
    #[arg(long)]
    no_count: bool,
    /// Turns of the ends of `twist` against each other in the frames, on a strip slender enough
    #[arg(long)]
    turns: Option<f64>,
}

const COLUMNS: [Column; 21] = [
    left("scene", 8),
    right("side", 4),
    right("k", 3),
    right("ms/frame", 9),
    right("crossings", 9),
    right("deepest", 9),
    right("mean (mm)", 10),
    right("passes", 6),
    right("resolved", 8),
    right("zones", 6),
    right("rigid", 5),
    right("halvings", 8),
    right("frozen", 7),
    right("stretch", 8),
    right("gained (J)", 10),
    right("at most", 8),
    right("m/s at the end", 8),
    right("least (mm)", 10),
    right("newton", 7),
    right("most", 5),
    right("unsolved", 8),
];

/// Totals of a scene.
#[derive(Default)]
struct Totals {
    seconds: f64,
    crossings: usize,
    deepest: f64,
    mean_deepest: f64,
    passes: usize,
    resorts: Resorts,
    stretch: f64,
    energy: Gain,
    fastest: f64,
    newton: Newton,
}

/// Mechanical energy (J), against the start.
struct Gain {
    at_end: f64,
    most: f64,
}

impl Default for Gain {
    fn default() -> Self {
        Self { at_end: 0.0, most: f64::NEG_INFINITY }
    }
}

/// Totals of solves with barriers.
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

/// Counts of the response and of each resort.
#[derive(Default)]
struct Resorts {
    resolved: usize,
    zones: usize,
    rigid: usize,
    halvings: usize,
    frozen: usize,
}

impl Resorts {
    fn add(&mut self, report: &FrameReport) {
        self.resolved += report.response.resolved;
        self.zones += report.fail_safe.zones;
        self.rigid += report.fail_safe.rigid_zones;
        self.halvings += report.fail_safe.halvings;
        self.frozen += report.fail_safe.carried + report.fail_safe.frozen;
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let table = Table::aligned(&COLUMNS);
    let mut crossed = 0;
    for &resolution in &arguments.resolution {
        for name in builtin_names(&arguments.scenes) {
            let mut scene = builtin_scene(name, resolution)?;
            choose_methods(&mut scene, arguments)?;
            let default = vec![scene.settings.collision_passes.interval()];
            let passes = if arguments.passes.is_empty() { &default } else { &arguments.passes };
            for &k in passes {
                scene.settings.collision_passes = CollisionPasses::Substeps(k);
                let frames = arguments.frames.unwrap_or(scene.settings.frames);
                if let Some(turns) = arguments.turns {
                    let seconds = frames as f64 / scene.settings.frame_rate;
                    wring(&mut scene, resolution, turns, seconds)?;
                }
                let totals = simulate(&scene, frames, arguments)
                    .with_context(|| format!("scene {name}, {resolution} vertices per side"))?;
                crossed += totals.crossings;
                let names = [name.to_owned(), resolution.to_string(), k.to_string()];
                table.row(names.into_iter().chain(totals.cells(frames)));
            }
        }
    }
    if crossed > 0 {
        bail!("{crossed} crossings");
    }
    Ok(())
}

fn choose_methods(scene: &mut Scene, arguments: &Arguments) -> anyhow::Result<()> {
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
    fn cells(&self, frames: usize) -> [String; 18] {
        let Resorts { resolved, zones, rigid, halvings, frozen } = self.resorts;
        let newton = &self.newton;
        let least = newton.least_distance;
        [
            format!("{:.2}", 1e3 * self.seconds / frames as f64),
            self.crossings.to_string(),
            format!("{:.3}", 1e3 * self.deepest),
            format!("{:.3}", 1e3 * self.mean_deepest / frames as f64),
            self.passes.to_string(),
            resolved.to_string(),
            zones.to_string(),
            rigid.to_string(),
            halvings.to_string(),
            frozen.to_string(),
            format!("{:.3}", self.stretch),
            format!("{:.3}", self.energy.at_end),
            format!("{:.3}", self.energy.most),
            format!("{:.4}", self.fastest),
            least.map_or_else(|| "-".to_owned(), |least| format!("{:.4}", 1e3 * least)),
            newton.iterations.to_string(),
            newton.most.to_string(),
            newton.unsolved.to_string(),
        ]
    }
}

fn simulate(scene: &Scene, frames: usize, arguments: &Arguments) -> anyhow::Result<Totals> {
    let mut simulation = simulation(scene)?;
    let rest = simulation.state().positions.clone();
    let energy = MechanicalEnergy::new(&simulation, scene.settings.gravity.into());
    let energy_of = |simulation: &Simulation, kinetic| {
        energy.of(simulation, kinetic, &simulation.state().positions)
    };
    let at_start = energy_of(&simulation, 0.0)?;
    let mut totals = Totals::default();
    for _ in 0..frames {
        let begin = Instant::now();
        let report = simulation.advance_frame()?;
        totals.seconds += begin.elapsed().as_secs_f64();
        let (mesh, positions) = (simulation.mesh(), &simulation.state().positions);
        if !arguments.no_count {
            totals.crossings += crossings(mesh, simulation.filters(), positions)?.len();
        }
        totals.deepest = totals.deepest.max(report.response.deepest);
        totals.mean_deepest += report.response.deepest;
        totals.passes += report.detection.passes;
        totals.resorts.add(&report);
        totals.newton.add(&report);
        totals.energy.at_end = energy_of(&simulation, report.energy.kinetic_energy)? - at_start;
        totals.energy.most = totals.energy.most.max(totals.energy.at_end);
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
