//! `cargo xtask bench step FILE`: the largest collision-free step of a scene, timed.

use anyhow::Context as _;
use clap::Args;
use rayon::ThreadPoolBuilder;
use rayon::iter::IntoParallelIterator;
use ripstop_broad::candidates::{CandidateSearch, Candidates, MeshBoxes};
use ripstop_broad::{BroadPhase, Bvh};
use ripstop_fixtures::Scene;
use ripstop_geometry::{EdgeId, FaceId, Filters, Motion};
use ripstop_narrow::intersection::crossings;
use ripstop_narrow::{Ccd, MovingMesh, SafeStep};

use crate::ccd::Method;
use crate::inputs;
use crate::measure::Clock;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A scene file (CLTHSCN1), or a generated scene such as `drape:100000` (triangles)
    file: String,
    /// The CCD method
    #[arg(long, value_enum, default_value = "cubic")]
    method: Method,
    /// Threads of the pool
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Repeats; times are the least
    #[arg(long, default_value_t = 3)]
    repeats: usize,
    /// Wall time, or processor time, which holds on a machine that others load
    #[arg(long, value_enum, default_value = "wall")]
    clock: Clock,
    /// Also ask about every candidate for the whole motion, and count how they were decided
    #[arg(long)]
    decisions: bool,
    /// Also count crossings at the end of the step, exactly; any is an error
    #[arg(long)]
    check: bool,
}

/// Least times (s) of the repeats, and what every one of them found.
struct Measurement {
    broad: f64,
    narrow: f64,
    total: f64,
    candidates: Candidates,
    step: SafeStep,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let scene = inputs::scene(&arguments.file)?;
    let ccd = arguments.method.ccd();
    let pool = ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    pool.install(|| {
        let measured = measure(&scene, &*ccd, arguments)?;
        if arguments.decisions {
            print_decisions(&scene, &*ccd, &measured.candidates)?;
        }
        if arguments.check {
            check(&scene, &measured.step)?;
        }
        println!(
            "{{\"broad_s\":{:.6},\"narrow_s\":{:.6},\"total_s\":{:.6},\
             \"candidates\":{},\"step\":{:?}}}",
            measured.broad,
            measured.narrow,
            measured.total,
            measured.candidates.len(),
            measured.step.fraction,
        );
        Ok(())
    })
}

fn measure(scene: &Scene, ccd: &dyn Ccd, arguments: &Arguments) -> anyhow::Result<Measurement> {
    let mesh = scene.mesh()?;
    let motion = scene.motion()?;
    let filters = Filters::default();
    let search = CandidateSearch::new(&mesh, &filters);
    let mut structure = Bvh::default();
    let mut boxes = MeshBoxes::default();
    let mut best: Option<Measurement> = None;
    for _ in 0..arguments.repeats.max(1) {
        let now = || arguments.clock.now();
        let begin = now();
        boxes.update(&mesh, &motion, 0.0);
        let candidates = search.candidates(&mut structure, &boxes)?;
        let found = now();
        let step = MovingMesh::new(&mesh, motion)?.safe_step(ccd, &candidates);
        let end = now();
        let mut next = Measurement {
            broad: found - begin,
            narrow: end - found,
            total: end - begin,
            candidates,
            step,
        };
        if let Some(last) = best {
            anyhow::ensure!(last.step == next.step, "two runs gave different steps");
            next.broad = next.broad.min(last.broad);
            next.narrow = next.narrow.min(last.narrow);
            next.total = next.total.min(last.total);
        }
        best = Some(next);
    }
    best.context("at least one run")
}

fn print_decisions(scene: &Scene, ccd: &dyn Ccd, candidates: &Candidates) -> anyhow::Result<()> {
    let mesh = scene.mesh()?;
    let found = MovingMesh::new(&mesh, scene.motion()?)?.impacts(ccd, candidates);
    println!("{} impacts, decided by {:?}", found.impacts.len(), found.decisions);
    Ok(())
}

/// Counts crossings at the end of the step.
fn check(scene: &Scene, step: &SafeStep) -> anyhow::Result<()> {
    let mesh = scene.mesh()?;
    let still = Motion::new(&step.positions, &step.positions)?;
    let mut boxes = MeshBoxes::default();
    boxes.update(&mesh, &still, 0.0);
    let mut structure = Bvh::default();
    structure.rebuild(&boxes.faces)?;
    let pairs = structure.pairs_with(&boxes.edges)?;
    let pairs: Vec<(EdgeId, FaceId)> =
        pairs.iter().map(|(edge, face)| (EdgeId(edge.0), FaceId(face.0))).collect();
    let found = crossings(&mesh, &step.positions, pairs.into_par_iter())?;
    println!("{} crossings after the step", found.len());
    anyhow::ensure!(found.is_empty(), "the step ends with crossings, such as {:?}", found[0]);
    Ok(())
}
