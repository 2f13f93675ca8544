//! An iteration of untangling on 100 k triangles with 500 contours, beside one full look for crossings.

use std::time::Instant;

use glam::{DVec3, dvec3};
use ripstop_detection::CrossingSearch;
use ripstop_fixtures::Random;
use ripstop_fixtures::grid::sheet_faces;
use ripstop_geometry::{CollisionMesh, Filters};
use ripstop_response::untangle::{TangledCloth, UntangleSettings, Untangler};

/// Bumps per side: 23² = 529 of them.
const BUMPS: u32 = 23;

pub(crate) fn run() -> anyhow::Result<()> {
    let (positions, faces) = sheets(160);
    let mesh = CollisionMesh::new(&positions, &faces)?;
    let filters = Filters::default();
    let length = |ends: [DVec3; 2]| ends[0].distance(ends[1]);
    let edges = mesh.edges().iter();
    let rest_lengths: Vec<f64> =
        edges.map(|edge| length(edge.map(|vertex| positions[vertex.index()]))).collect();
    let inverse_masses = vec![1.0; positions.len()];
    let cloth =
        TangledCloth { rest_lengths: &rest_lengths, inverse_masses: &inverse_masses, layers: &[] };
    let mut worst = 0.0_f64;
    let mut x = positions.clone();
    let mut untangler =
        Untangler::new(&mesh, &positions, &rest_lengths, UntangleSettings::default());
    let mut search = CrossingSearch::new(&mesh, &filters);
    println!("{} triangles", mesh.faces().len());
    for iteration in 1..=40 {
        // The least of seven, on the same positions.
        let (mut look, mut whole) = (f64::INFINITY, f64::INFINITY);
        let mut seen = None;
        let mut next = x.clone();
        for _ in 0..7 {
            let clock = Instant::now();
            search.search(&x)?;
            look = look.min(clock.elapsed().as_secs_f64());
            next.copy_from_slice(&x);
            let clock = Instant::now();
            let found = search.search(&next)?;
            if found.is_empty() {
                println!("clean before iteration {iteration}; worst ratio {worst:.2}");
                return Ok(());
            }
            seen = Some((found.len(), untangler.iterate(&mesh, &cloth, &found, &mut next)));
            whole = whole.min(clock.elapsed().as_secs_f64());
        }
        if let Some((crossings, seen)) = seen {
            println!(
                "iteration {iteration}: {} contours, {crossings} crossings, full look {:.1} ms, iteration with its look {:.1} ms, ratio {:.2}",
                seen.contours,
                1e3 * look,
                1e3 * whole,
                whole / look,
            );
        }
        worst = worst.max(whole / look);
        x = next;
    }
    println!("not clean after 40 iterations; worst ratio {worst:.2}");
    Ok(())
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
