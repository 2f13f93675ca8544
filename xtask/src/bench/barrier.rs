//! `cargo xtask bench barrier FILE`: contacts, gradient and Hessian of the barrier on a scene,
//! timed, and compared with ipctk.
//!
//! With `--python` (one in which `pip install ipctk==1.6.1 numpy scipy` has been done) the script
//! `ipctk_barrier.py` of this package times ipctk on the same file and compares energy, gradient
//! and the Hessian without PSD projection, entry by entry.

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
use ripstop_geometry::{CollisionMesh, Filters, Motion, Potential, VertexId};
use ripstop_response::barrier::{
    BarrierForm, BarrierPotential, ContactSet, ContactSurface, PairRule,
};

use crate::measure::Clock;
use crate::{inputs, places};

#[derive(Args)]
pub(crate) struct Arguments {
    /// A scene file (CLTHSCN1), or a generated scene such as `crumple:10000` (triangles)
    file: String,
    /// Activation distance in mean lengths of a cloth edge
    #[arg(long, default_value_t = 0.3)]
    d_hat: f64,
    /// Threads of the pool
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Repeats; times are the least
    #[arg(long, default_value_t = 7)]
    repeats: usize,
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

/// Least times, and the values that every repeat gives.
struct Measurement {
    times: Times,
    potential: BarrierPotential,
    /// With clamped eigenvalues.
    hessian: BlockMatrix,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let scene = inputs::scene(&arguments.file)?;
    let d_hat = arguments.d_hat * scene.mean_cloth_edge_length();
    let pool = ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    let Measurement { times, potential, hessian } =
        pool.install(|| measure(&scene, d_hat, arguments))?;
    let energy = potential.energy(0..potential.element_count(), &scene.start);
    println!(
        "{{\"threads\":{},\"d_hat\":{d_hat:?},\"contacts\":{},\"energy\":{energy:?},\
         \"broad_s\":{:.6},\"contact_set_s\":{:.6},\"gradient_s\":{:.6},\"hessian_s\":{:.6},\
         \"blocks\":{}}}",
        arguments.threads,
        potential.element_count(),
        times.broad,
        times.broad + times.contacts,
        times.gradient,
        times.hessian,
        hessian.block_count(),
    );
    let Some(python) = &arguments.python else { return Ok(()) };
    let hessian = assembled_hessian(&[&potential], &scene.start, Spectrum::Exact);
    compare(python, &scene, &Ours { d_hat, times, energy, potential, hessian })
}

fn measure(scene: &Scene, d_hat: f64, arguments: &Arguments) -> anyhow::Result<Measurement> {
    let mesh = scene.mesh()?;
    let filters = Filters::default();
    let search = CandidateSearch::new(&mesh, &filters);
    let here = Motion::new(&scene.start, &scene.start)?;
    let lengths = edge_lengths(&mesh, &scene.start);
    let surface = ContactSurface { mesh: &mesh, edge_lengths: &lengths };
    let (mut structure, mut boxes) = (Bvh::default(), MeshBoxes::default());
    let mut best: Option<Measurement> = None;
    for _ in 0..arguments.repeats.max(1) {
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
        if let Some(last) = best {
            ensure!(
                last.potential == potential && last.hessian == hessian,
                "two runs gave different results"
            );
            times = times.least(last.times);
        }
        best = Some(Measurement { times, potential, hessian });
    }
    best.context("at least one run")
}

impl Times {
    fn least(self, other: Self) -> Self {
        Self {
            broad: self.broad.min(other.broad),
            contacts: self.contacts.min(other.contacts),
            gradient: self.gradient.min(other.gradient),
            hessian: self.hessian.min(other.hessian),
        }
    }
}

pub(super) fn edge_lengths(mesh: &CollisionMesh, positions: &[DVec3]) -> Vec<f64> {
    let length = |ends: &[VertexId; 2]| {
        let [a, b] = ends.map(|vertex| positions[vertex.index()]);
        a.distance(b)
    };
    mesh.edges().iter().map(length).collect()
}

/// Values and times that ipctk is compared with.
struct Ours {
    d_hat: f64,
    times: Times,
    energy: f64,
    potential: BarrierPotential,
    /// Without PSD projection.
    hessian: BlockMatrix,
}

/// Runs the script on the scene and the values found here.
fn compare(python: &Path, scene: &Scene, ours: &Ours) -> anyhow::Result<()> {
    let folder = env::temp_dir().join(format!("ripstop-barrier-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("scene.bin"), scene.to_bytes())?;
    ours.write(&folder.join("ours.bin"), &scene.start)?;
    let script = places::script("ipctk_barrier.py");
    let status = Command::new(python).arg(script).arg(&folder).status();
    // A temporary folder that stays does no harm.
    let _ = fs::remove_dir_all(&folder);
    let status = status.with_context(|| format!("could not start `{}`", python.display()))?;
    ensure!(status.success(), "values differ from those of ipctk");
    Ok(())
}

impl Ours {
    /// Writes everything as little-endian doubles, in the order that the script expects.
    fn write(&self, path: &Path, positions: &[DVec3]) -> anyhow::Result<()> {
        let mut out = std::io::BufWriter::new(fs::File::create(path)?);
        let mut number = |x: f64| out.write_all(&x.to_le_bytes());
        let Times { broad, contacts, gradient, hessian: hessian_time } = self.times;
        for x in [self.d_hat, self.potential.element_count() as f64, self.energy] {
            number(x)?;
        }
        for x in [broad + contacts, gradient, hessian_time, self.hessian.block_count() as f64] {
            number(x)?;
        }
        for x in self.potential.gradient_sum(positions).iter().flat_map(DVec3::to_array) {
            number(x)?;
        }
        for i in 0..self.hessian.row_count() {
            let (columns, blocks) = self.hessian.row(i);
            for (column, block) in columns.iter().zip(blocks) {
                number(i as f64)?;
                number(f64::from(*column))?;
                for x in block.to_cols_array() {
                    number(x)?;
                }
            }
        }
        out.into_inner()?.sync_all()?;
        Ok(())
    }
}
