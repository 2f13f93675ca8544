//! `cargo xtask barrier FILE`: contacts, gradient and Hessian of the barrier on a scene, timed, and compared with ipctk.
//!
//! With `--python` (one in which `pip install ipctk==1.6.1 numpy scipy` has been done) the script `ipctk_barrier.py` beside this package times
//! ipctk on the same file and compares energy, gradient and the Hessian as it is, entry by entry.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, ensure};
use clap::Args;
use glam::DVec3;
use rayon::ThreadPoolBuilder;
use ripstop_broad::Bvh;
use ripstop_broad::candidates::{CandidateSearch, MeshBoxes};
use ripstop_dynamics::{BlockMatrix, assembled_hessian};
use ripstop_fixtures::Scene;
use ripstop_geometry::potential::Spectrum;
use ripstop_geometry::{CollisionMesh, Filters, Motion, Potential};
use ripstop_response::barrier::{
    BarrierForm, BarrierPotential, ContactSet, ContactSurface, PairRule,
};

use crate::broad::{self, Clock};

#[derive(Args)]
pub(crate) struct BarrierArguments {
    /// A scene file (CLTHSCN1), or a generated scene such as `crumple:10000` (triangles)
    file: String,
    /// Activation distance in mean lengths of a cloth edge
    #[arg(long, default_value_t = 0.3)]
    d_hat: f64,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Repetitions; times are the minimum
    #[arg(long, default_value_t = 7)]
    repeat: usize,
    /// Wall time, or processor time, which holds on a machine that others load
    #[arg(long, value_enum, default_value = "cpu")]
    clock: Clock,
    /// A Python with ipctk 1.6.1, to compare with
    #[arg(long)]
    python: Option<PathBuf>,
}

/// Least times (s).
#[derive(Clone, Copy, Debug)]
struct Times {
    broad: f64,
    contacts: f64,
    gradient: f64,
    hessian: f64,
}

pub(crate) fn run(arguments: &BarrierArguments) -> anyhow::Result<()> {
    let scene = broad::load(&arguments.file)?;
    let d_hat = arguments.d_hat * scene.mean_cloth_edge_length();
    let pool = ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    let (times, potential, hessian) = pool.install(|| measure(&scene, d_hat, arguments))?;
    let energy = potential.energy(0..potential.element_count(), &scene.start);
    println!(
        "{{\"threads\":{},\"d_hat\":{d_hat:?},\"contacts\":{},\"energy\":{energy:?},\"broad_s\":{:.6},\
         \"contact_set_s\":{:.6},\"gradient_s\":{:.6},\"hessian_s\":{:.6},\"blocks\":{}}}",
        arguments.threads,
        potential.element_count(),
        times.broad,
        times.broad + times.contacts,
        times.gradient,
        times.hessian,
        hessian.block_count(),
    );
    arguments.python.as_ref().map_or(Ok(()), |python| {
        let exact = assembled_hessian(&[&potential], &scene.start, Spectrum::Exact);
        compare(python, &scene, (d_hat, times), (energy, &potential, &exact))
    })
}

fn measure(
    scene: &Scene,
    d_hat: f64,
    arguments: &BarrierArguments,
) -> anyhow::Result<(Times, BarrierPotential, BlockMatrix)> {
    let mesh = scene.mesh()?;
    let filters = Filters::default();
    let search = CandidateSearch::new(&mesh, &filters);
    let here = Motion::new(&scene.start, &scene.start)?;
    let lengths = edge_lengths(&mesh, &scene.start);
    let surface = ContactSurface { mesh: &mesh, edge_lengths: &lengths };
    let (mut structure, mut boxes) = (Bvh::default(), MeshBoxes::default());
    let mut best: Option<(Times, BarrierPotential, BlockMatrix)> = None;
    for _ in 0..arguments.repeat.max(1) {
        let mut laps = vec![arguments.clock.now()];
        let mut lap = || laps.push(arguments.clock.now());
        boxes.update(&mesh, &here, 0.5 * d_hat);
        let candidates = search.candidates(&mut structure, &boxes)?;
        lap();
        let candidates = candidates.to_vec();
        let rule = |_| PairRule::new(d_hat);
        let set = ContactSet::find(surface, &scene.start, &candidates, d_hat, rule);
        lap();
        let potential = BarrierPotential { set, form: BarrierForm::SquaredLog, stiffness: 1.0 };
        let gradient = potential.gradient_sum(&scene.start);
        lap();
        let hessian = assembled_hessian(&[&potential], &scene.start, Spectrum::Clamped);
        lap();
        ensure!(gradient.iter().all(|g| g.is_finite()), "a gradient is not finite");
        let took = |i: usize| laps[i + 1] - laps[i];
        let mut times =
            Times { broad: took(0), contacts: took(1), gradient: took(2), hessian: took(3) };
        if let Some((last, last_potential, last_hessian)) = best {
            ensure!(
                last_potential == potential && last_hessian == hessian,
                "two runs gave different results"
            );
            times.broad = times.broad.min(last.broad);
            times.contacts = times.contacts.min(last.contacts);
            times.gradient = times.gradient.min(last.gradient);
            times.hessian = times.hessian.min(last.hessian);
        }
        best = Some((times, potential, hessian));
    }
    best.context("at least one run")
}

fn edge_lengths(mesh: &CollisionMesh, positions: &[DVec3]) -> Vec<f64> {
    let length = |ends: &[ripstop_geometry::VertexId; 2]| {
        let [a, b] = ends.map(|vertex| positions[vertex.index()]);
        a.distance(b)
    };
    mesh.edges().iter().map(length).collect()
}

/// Runs the script on the scene and what was found here.
fn compare(
    python: &Path,
    scene: &Scene,
    (d_hat, times): (f64, Times),
    (energy, potential, hessian): (f64, &BarrierPotential, &BlockMatrix),
) -> anyhow::Result<()> {
    let folder = env::temp_dir().join(format!("ripstop-barrier-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("scene.bin"), scene.to_bytes())?;
    let mut out = std::io::BufWriter::new(fs::File::create(folder.join("ours.bin"))?);
    let mut number = |x: f64| out.write_all(&x.to_le_bytes());
    let Times { broad, contacts, gradient, hessian: hessian_time } = times;
    for x in [d_hat, potential.element_count() as f64, energy] {
        number(x)?;
    }
    for x in [broad + contacts, gradient, hessian_time, hessian.block_count() as f64] {
        number(x)?;
    }
    for x in potential.gradient_sum(&scene.start).iter().flat_map(DVec3::to_array) {
        number(x)?;
    }
    for i in 0..hessian.row_count() {
        let (columns, blocks) = hessian.row(i);
        for (column, block) in columns.iter().zip(blocks) {
            number(i as f64)?;
            number(f64::from(*column))?;
            for x in block.to_cols_array() {
                number(x)?;
            }
        }
    }
    out.into_inner()?.sync_all()?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("ipctk_barrier.py");
    let status = Command::new(python).arg(script).arg(&folder).status();
    // What is left in the temporary folder does no harm.
    let _ = fs::remove_dir_all(&folder);
    let status = status.with_context(|| format!("could not start `{}`", python.display()))?;
    ensure!(status.success(), "values differ from those of ipctk");
    Ok(())
}
