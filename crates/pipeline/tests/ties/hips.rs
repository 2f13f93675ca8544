//! An elastic band holds a tube of cloth on hips by friction.
//!
//! ```text
//! T = S (2π R/L − 1)        tension of a band of rest length L around a radius R
//! W ≤ μ 2π T                the weight that its pressure holds
//! ```
//!
//! The cloth is so soft that it takes next to nothing of that.

use std::f64::consts::TAU;

use ripstop_geometry::tessellate::TriangleMesh;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{LoadedMesh, Scene};

use crate::ties;

const AROUND: usize = 32;
const ROWS: usize = 4;
const RADIUS: f64 = 0.1;
const FRICTION: f64 = 0.4;
/// Rest length of the band (m).
const LENGTH: f64 = 0.5;

/// A tube around the z axis, of which the last row is the upper rim.
fn tube() -> TriangleMesh {
    let place = |row: usize, i: usize| {
        let angle = TAU * i as f64 / AROUND as f64;
        let radius = RADIUS + 0.004;
        glam::dvec3(radius * libm::cos(angle), radius * libm::sin(angle), 0.02 * row as f64)
    };
    let positions = (0..ROWS).flat_map(|row| (0..AROUND).map(move |i| place(row, i))).collect();
    let face = |row: usize, i: usize| {
        let [a, b] = [i, (i + 1) % AROUND].map(|i| (row * AROUND + i) as u32);
        let [c, d] = [a, b].map(|v| v + AROUND as u32);
        [[a, b, d], [a, d, c]]
    };
    let faces = (0..ROWS - 1).flat_map(|row| (0..AROUND).flat_map(move |i| face(row, i))).collect();
    TriangleMesh { positions, faces }
}

/// The tube after a second with a band of so many newtons per strain: the tension of the band (N),
/// the mean radius at which it lies (m), the weight (N), and by how much the band has sunk (m).
fn worn(method: &str, stiffness: f64) -> [f64; 4] {
    let chain: Vec<usize> = ((ROWS - 1) * AROUND..ROWS * AROUND).collect();
    let text = format!(
        "[settings]\nstrain_limit = 0.0\n{method}\n\
         [[cloth]]\nname = 'skirt'\n\
         fabric = {{ density = 0.2, stretch_stiffness = 1.0, shear_stiffness = 0.4, \
         bending_stiffness = 1e-7 }}\nthickness = 0.002\nfriction = {FRICTION}\n\
         shape.mesh = {{ file = 'tube' }}\n\
         [[obstacle]]\nname = 'hips'\nthickness = 0.002\nfriction = {FRICTION}\n\
         shape.capsule = {{ radius = {RADIUS}, length = 0.6, rings = 24 }}\n\
         [[band]]\ncloth = 'skirt'\nvertices = {chain:?}\nclosed = true\nlength = {LENGTH}\n\
         stiffness = {stiffness}\n"
    );
    let scene = Scene::from_toml(&text).expect("a sound scene");
    let mut simulation =
        Simulation::new(&scene, &mut |_| Ok(LoadedMesh::from(tube()))).expect("it is sound");
    let height = |simulation: &Simulation| {
        let rim = &simulation.state().positions[(ROWS - 1) * AROUND..ROWS * AROUND];
        rim.iter().map(|x| x.z).sum::<f64>() / AROUND as f64
    };
    crate::advance(&mut simulation, 15);
    let early = height(&simulation);
    crate::advance(&mut simulation, 45);
    assert_eq!(crate::crossings(&simulation), 0, "{method}");
    let x = &simulation.state().positions;
    let tensions = ties(&simulation).iter().map(|tie| tie.tension(x));
    let tension = tensions.sum::<f64>() / AROUND as f64;
    let rim = &x[(ROWS - 1) * AROUND..ROWS * AROUND];
    let radius = rim.iter().map(|x| x.truncate().length()).sum::<f64>() / AROUND as f64;
    [tension, radius, crate::weight(&simulation, 0), early - height(&simulation)]
}

#[test]
fn a_band_holds_a_skirt_on_hips_if_its_stiffness_says_so() {
    for method in ["dynamics = 'pbd'\nsubsteps = 24", "dynamics = 'fem'\nrespond = 'barrier'"] {
        let [_, _, weight, _] = worn(method, 0.01);
        let hips = RADIUS + 0.002;
        // Half as much again as what holds, and a third of it.
        let holding = weight / (FRICTION * TAU) / (TAU * hips / LENGTH - 1.0);
        let [tension, radius, _, sunk] = worn(method, 1.5 * holding);
        // Around facets it lies a little farther out, on barriers a little closer.
        assert!((0.99..1.02).contains(&(radius / hips)), "{method}: {radius} m, not {hips} m");
        let girth = TAU * radius / LENGTH - 1.0;
        let expected = 1.5 * holding * girth;
        assert!((tension / expected - 1.0).abs() < 0.02, "{method}: {tension} N, not {expected} N");
        assert!(sunk < 2e-3, "{method}: it slips by {sunk} m");
        let [_, _, _, sunk] = worn(method, 0.33 * holding);
        assert!(sunk > 0.02, "{method}: a weak band lets it slip, by {sunk} m");
    }
}
