//! Seams of garments that are tight, and sides of unequal length.

use crate::{advance, crossings, gaps, simulation};
use ripstop_pipeline::Simulation;

/// Lengths of all edges of cloth as parts of those at rest, ascending.
fn stretches(simulation: &Simulation) -> Vec<f64> {
    let x = &simulation.state().positions;
    let of_cloth = |cloth: &ripstop_pipeline::ClothPart| {
        let first = cloth.first.index();
        let ends = cloth.topology.edges().iter().map(|edge| edge.map(|v| x[first + v.index()]));
        let lengths = ends.map(|[a, b]| a.distance(b));
        lengths.zip(cloth.shape.lengths()).map(|(now, rest)| now / rest).collect::<Vec<_>>()
    };
    let mut all: Vec<f64> = simulation.world().cloths.iter().flat_map(of_cloth).collect();
    all.sort_unstable_by(f64::total_cmp);
    all
}

/// Two panels around a bar are together 3 % shorter than the way around it: to close their seams,
/// they have to be stretched, and pulled along the bar against friction.
fn tight_tube(more: &str) -> Simulation {
    const COLUMNS: usize = 13;
    const ROWS: usize = 9;
    let side = |column: usize| (0..ROWS).map(|row| row * COLUMNS + column).collect::<Vec<_>>();
    let panel = |height: f64| {
        format!(
            "[[cloth]]\nthickness = 1e-3\nshape.grid = {{ size = [0.0945, 0.06], \
             resolution = [{COLUMNS}, {ROWS}] }}\ntransform.translate = [0, 0, {height}]\n"
        )
    };
    let seam = |column: usize| format!("[[seam]]\nfirst = {0:?}\nsecond = {0:?}\n", side(column));
    let text = format!(
        "[settings]\nsewing.time = 2\n{more}\n{}{}{}{}[[obstacle]]\nthickness = 1e-3\n\
         shape.capsule = {{ radius = 0.03, length = 0.2 }}\n\
         transform.rotate = {{ axis = [1, 0, 0], degrees = 90 }}\n",
        panel(0.034),
        panel(-0.034),
        seam(0),
        seam(COLUMNS - 1)
    );
    let mut simulation = simulation(&text);
    while simulation.is_sewing() {
        advance(&mut simulation, 1);
        assert_eq!(crossings(&simulation), 0);
    }
    assert_eq!(simulation.open_seams(), []);
    simulation
}

#[test]
fn a_tight_tube_is_sewn_around_a_bar() {
    let stretches = stretches(&tight_tube(""));
    let median = stretches[stretches.len() / 2];
    assert!(median > 1.0 && *stretches.last().unwrap() < 1.1, "{median} {:?}", stretches.last());
}

#[test]
fn seams_close_without_a_limit_on_strain() {
    let stretches = stretches(&tight_tube("strain_limit = 0"));
    assert!(stretches[stretches.len() / 2] > 1.0);
}

/// A side of 26 cm is sewn to one of 20 cm and hangs from it: the longer one is gathered, no edge
/// of the shorter one is stretched for it.
#[test]
fn ease_is_gathered_under_load() {
    let text = "[settings]\nsewing.time = 2\n\
        [[cloth]]\nshape.grid = { size = [0.2, 0.1], resolution = [11, 6] }\n\
        transform = { rotate = { axis = [1, 0, 0], degrees = 90 }, translate = [0, 0, 0.2] }\n\
        pin = [{ select.inside = { min = [-1, -1, 0.24], max = [1, 1, 1] } }]\n\
        [[cloth]]\nshape.grid = { size = [0.26, 0.1], resolution = [14, 6] }\n\
        transform = { rotate = { axis = [1, 0, 0], degrees = 90 }, translate = [0, 0, 0.08] }\n\
        [[seam]]\ncloths = [0, 1]\nfirst = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n\
        second = [70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83]\n";
    let mut simulation = simulation(text);
    while simulation.is_sewing() {
        advance(&mut simulation, 1);
    }
    assert_eq!(simulation.open_seams(), []);
    advance(&mut simulation, 30);
    assert_eq!(crossings(&simulation), 0);
    let widest = gaps(&simulation).into_iter().fold(0.0, f64::max);
    assert!(widest < 1e-3, "{widest}");
    let longest = *stretches(&simulation).last().unwrap();
    assert!(longest < 1.08, "{longest}");
}
