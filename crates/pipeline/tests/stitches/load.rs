//! Sewn strips carry a load as one strip does.

use crate::{advance, crossings, simulation, widest};

const LENGTH: f64 = 0.4;
const DENSITY: f64 = 0.3;
const STIFFNESS: f64 = 40.0;
const SHEAR: f64 = 2.0;

fn settings(more: &str) -> String {
    format!(
        "[settings]\nsubsteps = 64\nsewing.refinement = 1\nstrain_limit = 0.0\ndamping = 20.0\n{more}\n"
    )
}

/// A strip of 10 cm that hangs in the xz plane, between two heights in halves of the length; the
/// first row is the lowest.
fn strip(columns: usize, [low, high]: [usize; 2]) -> String {
    let rows = 8 * (high - low) + 1;
    let half = 0.5 * LENGTH;
    let (length, middle) = (half * (high - low) as f64, 0.5 * half * (high + low) as f64);
    let top: Vec<usize> = (columns * (rows - 1)..columns * rows).collect();
    let pin =
        if high == 2 { format!("pin = [{{ select.vertices = {top:?} }}]") } else { String::new() };
    format!(
        "[[cloth]]\nshape.grid = {{ size = [0.1, {length}], resolution = [{columns}, {rows}] }}\n\
         transform = {{ rotate = {{ axis = [1, 0, 0], degrees = 90 }}, \
         translate = [0, 0, {middle}] }}\n\
         fabric = {{ density = {DENSITY}, stretch_stiffness = {STIFFNESS}, \
         shear_stiffness = {SHEAR} }}\n{pin}\n"
    )
}

/// Mean height of the first vertices (m) below their start.
fn sinking(text: &str, bottom: usize) -> f64 {
    let mut simulation = simulation(text);
    advance(&mut simulation, 60);
    assert_eq!(crossings(&simulation), 0);
    if !simulation.world().seams.is_empty() {
        assert!(widest(&simulation) < 1e-4, "{}", widest(&simulation));
    }
    let state = simulation.state();
    let fastest = state.velocities.iter().map(|v| v.length()).fold(0.0, f64::max);
    assert!(fastest < 1e-3, "{fastest} m/s is not rest");
    -state.positions[..bottom].iter().map(|x| x.z).sum::<f64>() / bottom as f64
}

/// The upper edge of the first strip and the lower edge of the second.
fn chains(columns: [usize; 2]) -> String {
    let first: Vec<usize> = (0..columns[0]).map(|i| 8 * columns[0] + i).collect();
    let second: Vec<usize> = (0..columns[1]).collect();
    format!("[[seam]]\nfirst = {first:?}\nsecond = {second:?}\n")
}

/// The same as a list: vertices of the first strip to edges of the second.
fn list(columns: [usize; 2]) -> String {
    let stitch = |i: usize| {
        let (part, of) = (i * (columns[1] - 1), columns[0] - 1);
        let a = (part / of).min(columns[1] - 2);
        let ratio = (part - a * of) as f64 / of as f64;
        format!("[{}, {a}, {}, {ratio}]", 8 * columns[0] + i, a + 1)
    };
    let stitches: Vec<String> = (0..columns[0]).map(stitch).collect();
    format!("[[seam]]\nstitches = [{}]\n", stitches.join(", "))
}

/// Springs are as stiff as their mesh has it, so that with them both strips have as many columns.
#[test]
fn two_strips_carry_a_load_as_one() {
    // ρ g L² / 2k
    let expected = DENSITY * 9.81 * LENGTH * LENGTH / (2.0 * STIFFNESS);
    for (more, columns) in [
        ("", [6, 6]),
        ("position_based.membrane = 'strain'", [9, 6]),
        ("position_based.membrane = 'strain'", [4, 6]),
        ("dynamics = 'fem'", [9, 6]),
        ("dynamics = 'fem'", [4, 6]),
    ] {
        let one = sinking(&(settings(more) + &strip(6, [0, 2])), 6);
        assert!((one / expected - 1.0).abs() < 0.1, "{more}: {one} m, not {expected} m");
        let strips = settings(more) + &strip(columns[0], [0, 1]) + &strip(columns[1], [1, 2]);
        for seam in [chains(columns), list(columns)] {
            if columns[0] < columns[1] && seam.contains("stitches") {
                // A list sews vertices of the first strip, which would leave some of the second.
                continue;
            }
            let two = sinking(&format!("{strips}{seam}"), columns[0]);
            assert!((two / one - 1.0).abs() < 0.01, "{more} {seam}: {two} m, not {one} m");
        }
    }
}
