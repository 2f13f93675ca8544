//! Position-based cloth: what a sweep costs, and how far a hanging sheet stretches for it.

use std::time::{Duration, Instant};

use glam::{DVec2, DVec3};
use ripstop_dynamics::{
    Damping, Fabric, Forces, Membrane, PositionBasedCloth, RestShape, Settings,
};
use ripstop_fixtures::Random;
use ripstop_geometry::{State, Topology, VertexId};

use super::solver_orders;

const MEMBRANES: [Membrane; 3] = [Membrane::Threads, Membrane::Edges, Membrane::Triangles];
const REPEATS: usize = 300;

/// Prints three tables: times of one step, static stretch, and orders of the solver.
pub(crate) fn run() -> anyhow::Result<()> {
    println!("one step: {REPEATS} repeats, least time (ms)");
    println!(
        "{:<10} {:>8} {:>9} {:>9} {:>9}",
        "membrane", "vertices", "predict", "sweep", "velocity"
    );
    for side in [64, 128] {
        for membrane in MEMBRANES {
            let [predict, sweep, velocity] = step_times(side, membrane)?;
            println!(
                "{:<10} {:>8} {predict:>9.3} {sweep:>9.3} {velocity:>9.3}",
                format!("{membrane:?}"),
                side * side
            );
        }
    }
    let Fabric { density, stretch_stiffness: [stretch_stiffness, _], .. } = Fabric::plain();
    println!("\nstatic stretch of 1 m hanging from its upper row (%), steps per frame × sweeps");
    println!("the material's own: {:.4}", 100.0 * density * 9.81 / (2.0 * stretch_stiffness));
    let rhythms = [(5, 1), (10, 1), (20, 1), (10, 2), (5, 4), (1, 20)];
    let heading = rhythms.map(|(steps, sweeps)| format!("{:>9}", format!("{steps}×{sweeps}")));
    println!("{:<10} {:>8} {}", "membrane", "vertices", heading.join(" "));
    let meshes = MEMBRANES.into_iter().map(|membrane| (membrane, 0.0, "grid"));
    let irregular = MEMBRANES.into_iter().map(|membrane| (membrane, 0.5, "irregular"));
    for (membrane, jitter, name) in meshes.chain(irregular) {
        for side in [16, 32, 64] {
            let mut row = Vec::new();
            for rhythm in rhythms {
                let stretch = static_stretch((side, jitter), membrane, rhythm)?;
                row.push(format!("{:>9.4}", 100.0 * stretch));
            }
            println!("{:<10} {:>8} {} {name}", format!("{membrane:?}"), side * side, row.join(" "));
        }
    }
    println!();
    solver_orders::run()
}

/// A square sheet of one metre, two triangles per cell, in rows; vertex 0 is the upper left corner.
/// Inner vertices are moved by up to half of `jitter` times the spacing.
pub(crate) fn sheet(side: u32, jitter: f64) -> anyhow::Result<(Topology, Vec<DVec2>)> {
    let cells = (0..side - 1).flat_map(|row| (0..side - 1).map(move |column| row * side + column));
    let faces: Vec<_> =
        cells.flat_map(|i| [[i, i + 1, i + side], [i + 1, i + side + 1, i + side]]).collect();
    let spacing = f64::from(side - 1).recip();
    let mut random = Random::seeded(7);
    let uv = |i: u32| {
        let (row, column) = (i / side, i % side);
        let inner = |k: u32| if (1..side - 1).contains(&k) { jitter } else { 0.0 };
        let (dx, dy) = (random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5));
        spacing
            * DVec2::new(f64::from(column) + dx * inner(column), dy * inner(row) - f64::from(row))
    };
    Ok((Topology::from_faces((side * side) as usize, &faces)?, (0..side * side).map(uv).collect()))
}

fn hanging(
    (side, jitter): (u32, f64),
    settings: Settings,
) -> anyhow::Result<(PositionBasedCloth, State)> {
    let (mesh, uvs) = sheet(side, jitter)?;
    let rest = RestShape::from_uvs(&mesh, &uvs)?;
    let cloth = PositionBasedCloth::new(&mesh, &rest, Fabric::plain(), settings)?;
    let pins: Vec<_> = (0..side).map(VertexId).collect();
    let state = cloth.state_at_rest(uvs.iter().map(|u| u.extend(0.0)).collect(), &pins)?;
    Ok((cloth, state))
}

/// Prediction, sweep, velocities (ms).
fn step_times(side: u32, membrane: Membrane) -> anyhow::Result<[f64; 3]> {
    let (mut cloth, mut state) =
        hanging((side, 0.0), Settings { membrane, ..Settings::default() })?;
    let mut least = [Duration::MAX; 3];
    for _ in 0..REPEATS {
        let clock = Instant::now();
        cloth.predict(&mut state, 1e-3, &Forces::EARTH, &[])?;
        let predicted = Instant::now();
        cloth.sweep(&mut state)?;
        let swept = Instant::now();
        cloth.update_velocities(&mut state)?;
        let times =
            [predicted.duration_since(clock), swept.duration_since(predicted), swept.elapsed()];
        least = std::array::from_fn(|i| least[i].min(times[i]));
    }
    Ok(least.map(|time| 1e3 * time.as_secs_f64()))
}

/// After three simulated seconds with drag.
fn static_stretch(
    (side, jitter): (u32, f64),
    membrane: Membrane,
    (steps, sweeps): (u32, u32),
) -> anyhow::Result<f64> {
    let damping = Damping { drag: 4.0, internal: 0.0 };
    let (mut cloth, mut state) =
        hanging((side, jitter), Settings { membrane, damping, ..Settings::default() })?;
    let dt = 1.0 / f64::from(60 * steps);
    for _ in 0..180 * steps {
        cloth.predict(&mut state, dt, &Forces::EARTH, &[])?;
        for _ in 0..sweeps {
            cloth.sweep(&mut state)?;
        }
        cloth.update_velocities(&mut state)?;
    }
    Ok(lowest(side, &state.positions) - 1.0)
}

/// How far the middle of the lower row is below the pins (m).
pub(super) fn lowest(side: u32, positions: &[DVec3]) -> f64 {
    -positions[(side * (side - 1) + side / 2) as usize].y
}
