//! `cargo xtask lab garment`: a real dress on a body that dances, and what of it holds.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, ensure};
use clap::{Args, ValueEnum};
use ripstop_pipeline::scene::Scene;
use ripstop_pipeline::{FrameReport, Simulation};
use ripstop_run::mesh_loader;

use crate::table::{Table, right};

/// Frame from which lengths are judged: the start has edges that are too short.
const SETTLED: usize = 10;

/// Strain that 99.9 % of the edges should stay below.
const STRAIN: f64 = 0.08;

/// Gap that 99 % of the stitches should stay below (m).
const GAP: f64 = 1e-3;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder with `dress_pattern.obj`, `dress_start.obj`, `body.obj` and `rumba.npy`
    #[arg(long, default_value = "../shared/garments")]
    data: PathBuf,
    /// The start of the garment
    #[arg(long, value_enum, default_value_t = Beginning::Draped)]
    start: Beginning,
    /// Dynamics, by their name in a scene
    #[arg(long, default_value = "pbd")]
    dynamics: String,
    /// Collision response, by its name in a scene
    #[arg(long, default_value = "pbd")]
    respond: String,
    /// Frames of the dance
    #[arg(long, default_value_t = 120)]
    frames: usize,
    /// Frames between two rows of the table
    #[arg(long, default_value_t = 10)]
    every: usize,
}

/// The start of the garment.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Beginning {
    /// Draped on the body, its seams closed
    Draped,
    /// Draped, its seams welded
    Welded,
    /// As panels around the body, which are sewn first
    Panels,
}

/// Prints gaps, stretch and crossings; any crossing or vertex that is frozen is an error, the rest
/// is told.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let pattern = arguments.data.join("dress_pattern.obj");
    ensure!(pattern.exists(), "{} is not there: see `--data`", pattern.display());
    let scene = Scene::from_toml(&text(arguments)).context("the scene")?;
    let mut simulation = Simulation::new(&scene, &mut mesh_loader(Path::new(&arguments.data)))?;
    let table = Table::aligned(&[
        right("frame", 5),
        right("s/frame", 8),
        right("crossings", 9),
        right("at stitches", 11),
        right("released", 8),
        right("halvings", 8),
        right("gap (mm)", 8),
        right("99.9 %", 7),
        right("below 8 %", 9),
    ]);
    let mut judged = Judged::default();
    let mut dance = 0;
    while dance < arguments.frames {
        let begin = Instant::now();
        let report = simulation.advance_frame()?;
        let seconds = begin.elapsed().as_secs_f64();
        if simulation.is_sewing() {
            judged.crossings += crossings(&simulation)?;
            continue;
        }
        dance += 1;
        let mut row = Row::new(&simulation, &report, seconds);
        row.crossings = crossings(&simulation)?;
        judged.add(dance, &row);
        if dance % arguments.every == 0 || dance == 1 {
            table.row(row.cells(dance));
        }
    }
    judged.print(&simulation);
    ensure!(judged.crossings == 0, "{} crossings", judged.crossings);
    ensure!(judged.frozen == 0, "{} vertices were frozen", judged.frozen);
    Ok(())
}

/// Crossings outside of stitched pairs, exactly.
fn crossings(simulation: &Simulation) -> anyhow::Result<usize> {
    let found = simulation.world().crossing_search().search(&simulation.state().positions);
    Ok(found.context("counting crossings")?.len())
}

fn text(arguments: &Arguments) -> String {
    let Arguments { start, dynamics, respond, .. } = arguments;
    let (shape, more, sewing) = match start {
        Beginning::Panels => (
            "{ file = 'dress_pattern.obj', rest = 'uv', import = { up = 'z' } }",
            "transform.translate = [0, 0, 0.75]",
            "sewing.time = 4",
        ),
        Beginning::Welded | Beginning::Draped => (
            "{ file = 'dress_pattern.obj', start = 'dress_start.obj', rest = 'uv', \
             import = { up = 'y' } }",
            "",
            "",
        ),
    };
    let weld = *start == Beginning::Welded;
    format!(
        "[settings]\nframe_rate = 25\ndynamics = '{dynamics}'\nrespond = '{respond}'\n{sewing}\n\
         [[cloth]]\nname = 'dress'\nthickness = 1e-3\nfriction = 0.3\nfabric = 'cotton'\n\
         shape.mesh = {shape}\n{more}\nstitches = 'file'\nweld_seams = {weld}\n\
         [[obstacle]]\nname = 'body'\nthickness = 1e-3\nshape.mesh = {{ file = 'body.obj', \
         import = {{ up = 'y' }}, frames = {{ file = 'rumba.npy', rate = 25 }} }}\n"
    )
}

/// A frame.
struct Row {
    seconds: f64,
    crossings: usize,
    at_stitches: usize,
    released: usize,
    frozen: usize,
    halvings: usize,
    /// 99th percentile of gaps (m).
    gap: f64,
    /// 99.9th percentile of the lengths of edges, as parts of those at rest.
    long: f64,
    /// Part of the edges below the strain.
    share: f64,
}

impl Row {
    fn new(simulation: &Simulation, report: &FrameReport, seconds: f64) -> Self {
        let x = &simulation.state().positions;
        let mut lengths = Vec::new();
        for cloth in &simulation.world().cloths {
            let ends = cloth.topology.edges().iter();
            let now = ends.map(|edge| edge.map(|v| x[cloth.first.index() + v.index()]));
            let now = now.map(|[a, b]| a.distance(b));
            lengths.extend(now.zip(cloth.shape.lengths()).map(|(now, rest)| now / rest));
        }
        lengths.sort_unstable_by(f64::total_cmp);
        let count = lengths.len();
        let below = lengths.partition_point(|length| *length <= 1.0 + STRAIN);
        Self {
            seconds,
            crossings: 0,
            at_stitches: report.detection.stitched_crossings,
            released: report.response.released,
            frozen: report.fail_safe.frozen,
            halvings: report.fail_safe.halvings,
            gap: report.response.seam_gap,
            long: lengths[count - 1 - count / 1000],
            share: below as f64 / count as f64,
        }
    }

    fn cells(&self, frame: usize) -> [String; 9] {
        [
            frame.to_string(),
            format!("{:.2}", self.seconds),
            self.crossings.to_string(),
            self.at_stitches.to_string(),
            self.released.to_string(),
            self.halvings.to_string(),
            format!("{:.2}", 1e3 * self.gap),
            format!("{:.3}", self.long),
            format!("{:.2} %", 100.0 * self.share),
        ]
    }
}

/// All frames of the dance.
#[derive(Default)]
struct Judged {
    crossings: usize,
    frozen: usize,
    released: usize,
    seconds: f64,
    frames: usize,
    gaps: Vec<f64>,
    long: Vec<f64>,
    shares: Vec<f64>,
}

impl Judged {
    fn add(&mut self, frame: usize, row: &Row) {
        self.crossings += row.crossings;
        self.frozen += row.frozen;
        self.released += usize::from(row.released > 0);
        self.seconds += row.seconds;
        self.frames += 1;
        self.gaps.push(row.gap);
        if frame >= SETTLED {
            self.long.push(row.long);
            self.shares.push(row.share);
        }
    }

    fn print(&mut self, simulation: &Simulation) {
        let Self { crossings, frozen, released, seconds, frames, gaps, long, shares } = self;
        for list in [&mut *gaps, &mut *long, &mut *shares] {
            list.sort_unstable_by(f64::total_cmp);
        }
        let wide = gaps.iter().filter(|gap| **gap > GAP).count();
        println!("crossings  {crossings}; frozen {frozen}; frames with a pinch {released}");
        println!(
            "gaps       99 % within {:.2} mm in the median frame, {:.2} mm in the worst; \
             {wide} of {frames} frames above {:.0} mm",
            1e3 * middle(gaps),
            1e3 * gaps.last().copied().unwrap_or_default(),
            1e3 * GAP
        );
        if !long.is_empty() {
            print_edges(long, shares);
        }
        println!("time       {:.2} s per frame", *seconds / *frames as f64);
        for seam in simulation.open_seams() {
            println!(
                "open       {}: {} stitches, the widest {:.1} mm",
                seam.owner,
                seam.open,
                1e3 * seam.widest
            );
        }
    }
}

/// The middle of a list.
fn middle(list: &[f64]) -> f64 {
    list.get(list.len() / 2).copied().unwrap_or_default()
}

/// Tells 99.9th percentiles of lengths and parts of the edges below the strain, both ascending.
fn print_edges(long: &[f64], shares: &[f64]) {
    println!(
        "edges      99.9 % within {:.3} in the median frame, {:.3} in the worst; {:.2} % below \
         {:.0} % in the median frame, {:.2} % in the worst",
        middle(long),
        long[long.len() - 1],
        100.0 * middle(shares),
        100.0 * STRAIN,
        100.0 * shares[0]
    );
}
