//! `cargo xtask responders`: all built-in scenes with each of the four responders, a table and pictures side by side.
//!
//! Runs are kept in `target/responders` and used again; `--fresh` simulates anew.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use ripstop_broad::Bvh;
use ripstop_broad::candidates::{CandidateSearch, MeshBoxes};
use ripstop_geometry::{CollisionMesh, Filters, Motion};
use ripstop_io::npy::NpyReader;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{MeshRequest, builtin};
use ripstop_response::barrier::{ContactSet, ContactSurface, PairRule};
use serde_json::Value;

use crate::gallery::{beside, picture, ripstop};

/// The four responders on all scenes, with pictures
#[derive(Args)]
pub(crate) struct Arguments {
    /// Scenes, all of them if none is named
    scenes: Vec<String>,
    /// Vertices per side
    #[arg(long, default_value_t = 32)]
    resolution: u32,
    /// Frames
    #[arg(long, default_value_t = 120)]
    frames: u32,
    /// Simulate anew, even if there are runs
    #[arg(long)]
    fresh: bool,
}

const FOLDER: &str = "docs/responders";

/// Dynamics and response, by their names in a scene.
const METHODS: [[&str; 2]; 4] =
    [["pbd", "pbd"], ["fem", "penalty"], ["pbd", "impulse"], ["fem", "barrier"]];

/// Distances are looked for up to this (m).
const REACH: f64 = 3e-3;

/// What a run came to.
#[derive(Debug, Default)]
struct Account {
    frames: usize,
    seconds: f64,
    intersections: u64,
    halvings: u64,
    frozen: u64,
    unsolved: u64,
    /// Of all frames (m); nothing if nothing came closer than [`REACH`].
    least_distance: Option<f64>,
    /// Kinetic energy and that of weight and elasticity (J): at the end against the start, and the greatest against the start.
    gained: f64,
    most_gained: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let named: Vec<&str> = arguments.scenes.iter().map(String::as_str).collect();
    let scenes = if named.is_empty() { builtin::NAMES.to_vec() } else { named };
    println!(
        "| scene | responder | ms/frame | intersections | least distance (mm) | halvings | frozen | not converged | energy gained (J) | at most (J) |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for scene in scenes {
        let mut pictures = Vec::new();
        for method in METHODS {
            let folder = simulated(scene, method, arguments)?;
            let account = judge(&folder, scene, arguments.resolution)
                .with_context(|| folder.display().to_string())?;
            account.print(scene, method[1]);
            let frame = (account.frames as u32).min(arguments.frames);
            pictures.push(picture(&folder, frame, ["--size", "220x165"])?);
        }
        fs::create_dir_all(FOLDER)?;
        beside(&pictures, &Path::new(FOLDER).join(format!("{scene}.png")))?;
    }
    Ok(())
}

/// The run of a scene with a method.
fn simulated(
    scene: &str,
    [dynamics, respond]: [&str; 2],
    arguments: &Arguments,
) -> Result<PathBuf> {
    let name = format!("target/responders/{scene}-{}-{respond}", arguments.resolution);
    let folder = PathBuf::from(&name);
    if arguments.fresh && folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    if !folder.join("scene.toml").exists() {
        let [frames, resolution] = [arguments.frames, arguments.resolution].map(|n| n.to_string());
        let words = ["run", scene, "--frames", &frames, "--resolution", &resolution];
        let methods = ["--dynamics", dynamics, "--respond", respond, "--threads", "1"];
        let quiet = ["--out", &name, "--quiet"];
        ripstop(words.into_iter().chain(methods).chain(quiet).map(str::to_owned))?;
    }
    Ok(folder)
}

/// Reads the reports and positions of a run.
fn judge(folder: &Path, scene: &str, resolution: u32) -> Result<Account> {
    let scene = builtin::scene(scene, resolution).context("there is no such scene")?;
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    let simulation = Simulation::new(&scene, &mut no_files)?;
    let mut positions = NpyReader::new(fs::File::open(folder.join("positions.npy"))?)?;
    let weights: Vec<f64> = {
        let state = simulation.state();
        let cloth = &state.inverse_masses[..simulation.cloth_vertex_count()];
        cloth.iter().map(|w| if *w > 0.0 { w.recip() } else { 0.0 }).collect()
    };
    let gravity = glam::DVec3::from(scene.settings.gravity);
    let height = |x: &[glam::DVec3]| -> f64 {
        weights.iter().zip(x).map(|(m, x)| -m * gravity.dot(*x)).sum()
    };
    let start = positions.read_frame(0)?;
    let start = height(&start) + simulation.elastic_energy(&start)?;
    let mut account = Account { most_gained: f64::NEG_INFINITY, ..Account::default() };
    for line in fs::read_to_string(folder.join("report.jsonl"))?.lines() {
        let report: Value = serde_json::from_str(line)?;
        let number = |key: &str| report[key].as_u64().unwrap_or(0);
        account.frames += 1;
        account.intersections += number("intersections");
        account.halvings += number("halvings");
        account.frozen += number("frozen") + number("carried");
        account.unsolved += number("unsolved");
        let times = report["times"].as_object().context("no times")?;
        // The stages of implicit solves are parts of the dynamics.
        let whole = ["dynamics", "contacts", "response", "certify"];
        account.seconds += whole.iter().filter_map(|key| times.get(*key)?.as_f64()).sum::<f64>();
        let x = positions.read_frame(account.frames as u64)?;
        let kinetic = report["kinetic_energy"].as_f64().context("no kinetic energy")?;
        account.gained = kinetic + height(&x) + simulation.elastic_energy(&x)? - start;
        account.most_gained = account.most_gained.max(account.gained);
        if let Some(least) = least_distance(simulation.mesh(), simulation.filters(), &x)? {
            account.least_distance =
                Some(account.least_distance.map_or(least, |before| before.min(least)));
        }
    }
    Ok(account)
}

/// The least distance of features that collide (m), if it is below [`REACH`].
fn least_distance(
    mesh: &CollisionMesh,
    filters: &Filters,
    x: &[glam::DVec3],
) -> Result<Option<f64>> {
    let (mut structure, mut boxes) = (Bvh::default(), MeshBoxes::default());
    boxes.update(mesh, &Motion::new(x, x)?, 0.5 * REACH);
    let search = CandidateSearch::new(mesh, filters);
    let candidates = search.candidates(&mut structure, &boxes)?.to_vec();
    let edge_lengths: Vec<f64> =
        mesh.edges().iter().map(|&[a, b]| x[a.index()].distance(x[b.index()])).collect();
    let surface = ContactSurface { mesh, edge_lengths: &edge_lengths };
    let set = ContactSet::find(surface, x, &candidates, REACH, |_| PairRule::new(REACH));
    Ok(set.least_distance(x))
}

impl Account {
    fn print(&self, scene: &str, responder: &str) {
        let least = self
            .least_distance
            .map_or_else(|| format!("> {}", 1e3 * REACH), |least| format!("{:.4}", 1e3 * least));
        println!(
            "| {scene} | {responder} | {:.1} | {} | {least} | {} | {} | {} | {:.3} | {:.3} |",
            1e3 * self.seconds / self.frames.max(1) as f64,
            self.intersections,
            self.halvings,
            self.frozen,
            self.unsolved,
            self.gained,
            self.most_gained,
        );
    }
}
