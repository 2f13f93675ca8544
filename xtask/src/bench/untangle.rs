//! `cargo xtask bench untangle`: an iteration of untangling on 100 k triangles with 500 contours,
//! beside one search for crossings.

use clap::Args;
use glam::{DVec3, dvec3};
use ripstop_detection::CrossingSearch;
use ripstop_fixtures::Random;
use ripstop_fixtures::grid::sheet_faces;
use ripstop_geometry::{CollisionMesh, Crossing, Filters};
use ripstop_response::untangle::{TangledCloth, UntangleSettings, Untangler};

use crate::measure::Clock;
use crate::table::{Table, right};

/// Bumps per side: 23² = 529 of them.
const BUMPS: u32 = 23;
/// Iterations at most.
const ITERATIONS: usize = 40;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Repeats of an iteration, on the same positions; times are the least
    #[arg(long, default_value_t = 7)]
    repeats: usize,
}

/// Positions after an iteration, and its least times (s).
struct Iteration {
    positions: Vec<DVec3>,
    contours: usize,
    crossings: usize,
    search: f64,
    whole: f64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (mut positions, faces) = sheets(160);
    let mesh = CollisionMesh::new(&positions, &faces)?;
    let filters = Filters::default();
    let length = |ends: [DVec3; 2]| ends[0].distance(ends[1]);
    let edges = mesh.edges().iter();
    let rest_lengths: Vec<f64> =
        edges.map(|edge| length(edge.map(|vertex| positions[vertex.index()]))).collect();
    let inverse_masses = vec![1.0; positions.len()];
    let cloth = TangledCloth {
        rest_lengths: &rest_lengths,
        inverse_masses: &inverse_masses,
        layers: &[],
        inside: &[],
    };
    let mut untangler =
        Untangler::new(&mesh, &positions, &rest_lengths, UntangleSettings::default());
    let mut search = CrossingSearch::new(&mesh, &filters);
    println!("{} triangles", mesh.faces().len());
    let table = Table::aligned(&[
        right("iteration", 9),
        right("contours", 8),
        right("crossings", 9),
        right("search ms", 9),
        right("iteration with its search ms", 9),
        right("ratio", 6),
    ]);
    let mut worst = 0.0_f64;
    for iteration in 1..=ITERATIONS {
        let mut step = |next: &mut [DVec3], found: &[Crossing]| {
            untangler.iterate(&mesh, &cloth, found, next).contours
        };
        let measured = measure(&mut search, &positions, arguments.repeats, &mut step)?;
        let Some(measured) = measured else {
            println!("clean before iteration {iteration}; worst ratio {worst:.2}");
            return Ok(());
        };
        let ratio = measured.whole / measured.search;
        table.row([
            iteration.to_string(),
            measured.contours.to_string(),
            measured.crossings.to_string(),
            format!("{:.1}", 1e3 * measured.search),
            format!("{:.1}", 1e3 * measured.whole),
            format!("{ratio:.2}"),
        ]);
        worst = worst.max(ratio);
        positions = measured.positions;
    }
    println!("not clean after {ITERATIONS} iterations; worst ratio {worst:.2}");
    Ok(())
}

/// Repeats an iteration on the same positions; nothing if they are clean.
fn measure(
    search: &mut CrossingSearch,
    positions: &[DVec3],
    repeats: usize,
    iterate: &mut dyn FnMut(&mut [DVec3], &[Crossing]) -> usize,
) -> anyhow::Result<Option<Iteration>> {
    let now = || Clock::Wall.now();
    let mut least = Iteration {
        positions: positions.to_vec(),
        contours: 0,
        crossings: 0,
        search: f64::INFINITY,
        whole: f64::INFINITY,
    };
    for _ in 0..repeats.max(1) {
        let begin = now();
        search.search(positions)?;
        least.search = least.search.min(now() - begin);
        least.positions.copy_from_slice(positions);
        let begin = now();
        let found = search.search(&least.positions)?;
        if found.is_empty() {
            return Ok(None);
        }
        least.contours = iterate(&mut least.positions, &found);
        least.whole = least.whole.min(now() - begin);
        least.crossings = found.len();
    }
    Ok(Some(least))
}

/// Two sheets of `n × n` vertices, the upper one with bumps through the lower.
fn sheets(n: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut random = Random::seeded(3);
    let side = f64::from(n - 1);
    let pitch = side / f64::from(BUMPS);
    let mut positions = Vec::new();
    for layer in 0..2 {
        for k in 0..n * n {
            let mut shift = || random.uniform(-0.15, 0.15);
            let (x, y) = (f64::from(k / n) + shift(), f64::from(k % n) + shift());
            let wave = 0.2 * wave_at(x / 17.0, y / 13.0);
            let bump = |u: f64| {
                let part = 2.0 * ((u / pitch).fract() - 0.5);
                (1.0 - part * part).max(0.0)
            };
            let z = if layer == 0 { wave } else { wave + 1.0 - 3.0 * bump(x) * bump(y) };
            positions.push(0.01 * dvec3(x, y, z));
        }
    }
    let one = sheet_faces(n);
    let upper = one.iter().map(|face| face.map(|vertex| vertex + n * n));
    (positions, one.iter().copied().chain(upper).collect())
}

/// Waves of parabolas.
fn wave_at(u: f64, v: f64) -> f64 {
    let tent = |u: f64| (2.0 * (u.fract() - 0.5)).powi(2);
    tent(u) + tent(v)
}
