//! `cargo xtask bench responders`: all built-in scenes with each of the four responders, a table
//! and pictures side by side.
//!
//! Runs are kept in `target/responders` and used again; `--fresh` simulates anew.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use glam::DVec3;
use ripstop_broad::Bvh;
use ripstop_broad::candidates::{CandidateSearch, MeshBoxes};
use ripstop_geometry::{CollisionMesh, Filters, Motion};
use ripstop_io::npy::NpyReader;
use ripstop_pipeline::FrameReport;
use ripstop_response::barrier::{ContactSet, ContactSurface, PairRule};
use serde_json::Value;

use super::barrier::edge_lengths;
use crate::command::{KeptRun, picture};
use crate::energy::MechanicalEnergy;
use crate::inputs::{builtin_names, builtin_scene, simulation};
use crate::pictures::{Rgb, place, write_beside};
use crate::places;
use crate::table::Table;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Scenes, all of them if none is named
    scenes: Vec<String>,
    /// Vertices per side
    #[arg(long, default_value_t = 32)]
    resolution: u32,
    /// Frames to simulate
    #[arg(long, default_value_t = 120)]
    frames: u32,
    /// One response only, by its name in a scene, and no pictures
    #[arg(long)]
    respond: Option<String>,
    /// Simulate anew, even if there are runs
    #[arg(long)]
    fresh: bool,
}

/// Dynamics and response, by their names in a scene.
const METHODS: [[&str; 2]; 4] =
    [["pbd", "pbd"], ["fem", "penalty"], ["pbd", "impulse"], ["fem", "barrier"]];

/// Distances are found up to this (m).
const REACH: f64 = 3e-3;

/// Totals of a run.
#[derive(Debug, Default)]
struct Account {
    frames: usize,
    seconds: f64,
    intersections: u64,
    halvings: usize,
    frozen: usize,
    unsolved: usize,
    /// Of all frames (m); nothing if nothing came closer than [`REACH`].
    least_distance: Option<f64>,
    /// Kinetic energy and that of weight and elasticity (J) at the end, against the start.
    gained: f64,
    /// The most of all frames (J).
    most_gained: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let scenes = builtin_names(&arguments.scenes);
    let is_chosen = |[_, respond]: &[&str; 2]| {
        arguments.respond.as_deref().is_none_or(|chosen| chosen == *respond)
    };
    let methods: Vec<[&str; 2]> = METHODS.into_iter().filter(is_chosen).collect();
    ensure!(!methods.is_empty(), "no such response among {METHODS:?}");
    let mut runs = Vec::new();
    for &scene in &scenes {
        for &method in &methods {
            runs.push(simulated(scene, method, arguments)?);
        }
    }
    let table = Table::markdown(&[
        "scene",
        "responder",
        "ms/frame",
        "intersections",
        "least distance (mm)",
        "halvings",
        "frozen",
        "not converged",
        "energy gained (J)",
        "at most (J)",
    ]);
    for (scene, folders) in scenes.into_iter().zip(runs.chunks(methods.len())) {
        let mut pictures = Vec::new();
        for (&[_, responder], folder) in methods.iter().zip(folders) {
            let account = Account::read(folder, scene, arguments.resolution)
                .with_context(|| folder.display().to_string())?;
            table.row([scene, responder].map(str::to_owned).into_iter().chain(account.cells()));
            if arguments.respond.is_some() {
                continue;
            }
            let frame = (account.frames as u32).min(arguments.frames);
            pictures.push(Rgb::read(&picture(folder, frame, &["--size", "220x165"])?)?);
        }
        if !pictures.is_empty() {
            write_beside(&place(places::RESPONDERS, scene)?, &pictures)?;
        }
    }
    Ok(())
}

/// Folder of the run of a scene with a method.
fn simulated(
    scene: &str,
    [dynamics, respond]: [&str; 2],
    arguments: &Arguments,
) -> Result<PathBuf> {
    let Arguments { resolution, frames, fresh, .. } = *arguments;
    let name = format!("responders/{scene}-{resolution}-{respond}");
    let options = &["--dynamics", dynamics, "--respond", respond, "--threads", "1"];
    KeptRun { name, scene, resolution, frames, options, fresh }.folder()
}

impl Account {
    /// Reads the reports and positions of a run.
    fn read(folder: &Path, scene: &str, resolution: u32) -> Result<Self> {
        let scene = builtin_scene(scene, resolution)?;
        let simulation = simulation(&scene)?;
        let mut positions = NpyReader::new(fs::File::open(folder.join("positions.npy"))?)?;
        let energy = MechanicalEnergy::new(&simulation, scene.settings.gravity.into());
        let start = energy.of(&simulation, 0.0, &positions.read_frame(0)?)?;
        let mut account = Self { most_gained: f64::NEG_INFINITY, ..Self::default() };
        for line in fs::read_to_string(folder.join("report.jsonl"))?.lines() {
            let report: FrameReport = serde_json::from_str(line)?;
            let all: Value = serde_json::from_str(line)?;
            account.intersections += all["intersections"].as_u64().context("no intersections")?;
            account.add(&report);
            let x = positions.read_frame(account.frames as u64)?;
            account.gained = energy.of(&simulation, report.energy.kinetic_energy, &x)? - start;
            account.most_gained = account.most_gained.max(account.gained);
            if let Some(least) = least_distance(simulation.mesh(), simulation.filters(), &x)? {
                account.least_distance =
                    Some(account.least_distance.map_or(least, |before| before.min(least)));
            }
        }
        Ok(account)
    }

    /// Adds the counts and times of a frame.
    fn add(&mut self, report: &FrameReport) {
        self.frames += 1;
        self.halvings += report.fail_safe.halvings;
        self.frozen += report.fail_safe.frozen + report.fail_safe.carried;
        self.unsolved += report.solve.unsolved;
        // The stages of implicit solves are parts of the dynamics.
        let times = &report.times;
        self.seconds += times.dynamics + times.contacts + times.response + times.certify;
    }

    fn cells(&self) -> [String; 8] {
        let least = self
            .least_distance
            .map_or_else(|| format!("> {}", 1e3 * REACH), |least| format!("{:.4}", 1e3 * least));
        [
            format!("{:.1}", 1e3 * self.seconds / self.frames.max(1) as f64),
            self.intersections.to_string(),
            least,
            self.halvings.to_string(),
            self.frozen.to_string(),
            self.unsolved.to_string(),
            format!("{:.3}", self.gained),
            format!("{:.3}", self.most_gained),
        ]
    }
}

/// Least distance of features that collide (m), if it is below [`REACH`].
fn least_distance(mesh: &CollisionMesh, filters: &Filters, x: &[DVec3]) -> Result<Option<f64>> {
    let (mut structure, mut boxes) = (Bvh::default(), MeshBoxes::default());
    boxes.update(mesh, &Motion::new(x, x)?, 0.5 * REACH);
    let search = CandidateSearch::new(mesh, filters);
    let candidates = search.candidates(&mut structure, &boxes)?.to_vec();
    let edge_lengths = edge_lengths(mesh, x);
    let surface = ContactSurface { mesh, edge_lengths: &edge_lengths };
    let set = ContactSet::find(surface, x, &candidates, REACH, |_| PairRule::new(REACH));
    Ok(set.least_distance(x))
}
