//! `cargo xtask broad FILE`: the whole job of a broad phase on a scene, timed.
//!
//! Boxes, trees (or grids, …), edge–edge pairs, vertex–face pairs, collected in order. The
//! structure and the boxes keep their memory between repeats, as they would between the steps of a
//! simulation; the lists of pairs are made anew. Scripts call this command and read its line of
//! JSON.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use rayon::ThreadPoolBuilder;
use ripstop_broad::candidates::{CandidateSearch, MeshBoxes};
use ripstop_broad::{BroadPhase, BruteForce, Bvh, HashGrid, Octree, PairList, SweepAndPrune};
use ripstop_fixtures::Scene;
use ripstop_geometry::Filters;

use crate::inputs;
use crate::measure::{Clock, PeakBytes};

/// Inflation radius of the comparisons, in mean lengths of a cloth edge.
pub(crate) const RADIUS: f64 = 1e-3;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A scene file (CLTHSCN1), or a generated scene such as `drape:100000` (triangles)
    file: String,
    /// Structure that finds the pairs
    #[arg(long, value_enum, default_value = "bvh")]
    method: Method,
    /// Threads of the pool
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Repeats; times are the least
    #[arg(long, default_value_t = 5)]
    repeat: usize,
    /// Wall time, or processor time, which holds on a machine that others load
    #[arg(long, value_enum, default_value = "wall")]
    clock: Clock,
    /// Write the pairs as text, one to a line: `ee a b`, then `vf vertex face`
    #[arg(long)]
    dump: Option<PathBuf>,
}

/// Broad-phase methods by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    Bvh,
    Grid,
    Octree,
    Sweep,
    Brute,
}

impl Method {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bvh => "bvh",
            Self::Grid => "grid",
            Self::Octree => "octree",
            Self::Sweep => "sweep",
            Self::Brute => "brute",
        }
    }

    pub(crate) fn structure(self) -> Box<dyn BroadPhase + Send> {
        match self {
            Self::Bvh => Box::new(Bvh::default()),
            Self::Grid => Box::new(HashGrid::default()),
            Self::Octree => Box::new(Octree::default()),
            Self::Sweep => Box::new(SweepAndPrune::default()),
            Self::Brute => Box::new(BruteForce::default()),
        }
    }
}

/// Seconds of the stages of one run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub(crate) boxes: f64,
    pub(crate) build: f64,
    pub(crate) edge_edge: f64,
    pub(crate) vertex_face: f64,
    pub(crate) total: f64,
}

/// Least times of some runs, and the pairs.
#[derive(Clone)]
pub(crate) struct Measurement {
    pub(crate) times: Times,
    pub(crate) edge_edge: PairList,
    pub(crate) vertex_face: PairList,
    /// Peak of what the first run allocates: boxes, structure, pairs and scratch memory.
    pub(crate) bytes: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let scene = inputs::scene(&arguments.file)?;
    let pool = ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    let measured =
        pool.install(|| measure(&scene, arguments.method, arguments.repeat, arguments.clock))?;
    let Times { boxes, build, edge_edge, vertex_face, total } = measured.times;
    println!(
        "{{\"method\":\"{}\",\"threads\":{},\"boxes_s\":{boxes:.6},\"build_s\":{build:.6},\
         \"edge_edge_s\":{edge_edge:.6},\"vertex_face_s\":{vertex_face:.6},\"total_s\":{total:.6},\
         \"edge_edge\":{},\"vertex_face\":{},\"bytes\":{}}}",
        arguments.method.name(),
        arguments.threads,
        measured.edge_edge.len(),
        measured.vertex_face.len(),
        measured.bytes,
    );
    match &arguments.dump {
        Some(path) => dump(path, &measured).with_context(|| format!("writing {}", path.display())),
        None => Ok(()),
    }
}

/// Runs a method `repeat` times in the current pool.
pub(crate) fn measure(
    scene: &Scene,
    method: Method,
    repeat: usize,
    clock: Clock,
) -> anyhow::Result<Measurement> {
    let mesh = scene.mesh()?;
    if !mesh.edges().iter().map(|edge| edge.map(|v| v.0)).eq(scene.edges.iter().copied()) {
        bail!("the edges of the file are not those of its faces in lexicographic order");
    }
    let motion = scene.motion()?;
    let radius = RADIUS * scene.mean_cloth_edge_length();
    let filters = Filters::default();
    let search = CandidateSearch::new(&mesh, &filters);
    let mut structure = method.structure();
    let mut boxes = MeshBoxes::default();

    let memory = PeakBytes::start();
    let mut bytes = None;
    let mut best: Option<(Times, PairList, PairList)> = None;
    for _ in 0..repeat.max(1) {
        // The lists of the last run are freed first, as in a simulation.
        let last = best.take().map(|(times, ..)| times);
        let begin = clock.now();
        let mut laps = [0.0; 6];
        let mut lap = |i: usize| laps[i] = clock.now() - begin;
        boxes.update(&mesh, &motion, radius);
        lap(1);
        let order = search.order(&boxes)?;
        structure.rebuild_in_order(&boxes.edges, &order.edges)?;
        lap(2);
        let edge_edge = search.edge_edge(&*structure);
        lap(3);
        structure.rebuild_in_order(&boxes.faces, &order.faces)?;
        lap(4);
        let vertex_face = search.vertex_face(&*structure, &boxes, &order)?;
        lap(5);
        let times = Times {
            boxes: laps[1],
            build: (laps[2] - laps[1]) + (laps[4] - laps[3]),
            edge_edge: laps[3] - laps[2],
            vertex_face: laps[5] - laps[4],
            total: laps[5],
        };
        bytes = bytes.or_else(|| Some(memory.growth()));
        best = Some((last.map_or(times, |last| last.least(times)), edge_edge, vertex_face));
    }
    let (times, edge_edge, vertex_face) = best.context("at least one run")?;
    Ok(Measurement { times, edge_edge, vertex_face, bytes: bytes.unwrap_or(0) })
}

impl Times {
    fn least(self, other: Self) -> Self {
        Self {
            boxes: self.boxes.min(other.boxes),
            build: self.build.min(other.build),
            edge_edge: self.edge_edge.min(other.edge_edge),
            vertex_face: self.vertex_face.min(other.vertex_face),
            total: self.total.min(other.total),
        }
    }
}

fn dump(path: &Path, measured: &Measurement) -> anyhow::Result<()> {
    let temporary = path.with_extension("part");
    let mut out = std::io::BufWriter::new(fs::File::create(&temporary)?);
    for (kind, pairs) in [("ee", &measured.edge_edge), ("vf", &measured.vertex_face)] {
        for (a, b) in pairs.iter() {
            writeln!(out, "{kind} {} {}", a.0, b.0)?;
        }
    }
    out.into_inner()?.sync_all()?;
    fs::rename(&temporary, path)?;
    Ok(())
}
