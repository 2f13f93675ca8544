//! `cargo xtask bench cloth`: position-based cloth, the cost of a sweep and the stretch of a
//! hanging sheet for it.

use clap::Args;
use glam::DVec3;
use ripstop_dynamics::{
    Damping, Fabric, Forces, Membrane, PositionBasedCloth, RestShape, Settings,
};
use ripstop_geometry::{State, VertexId};

use crate::inputs::sheet;
use crate::measure::Clock;
use crate::table::{Column, Table, left, right};

const MEMBRANES: [Membrane; 3] = [Membrane::Threads, Membrane::Edges, Membrane::Triangles];

/// Substeps per frame and sweeps per substep that are compared.
const RHYTHMS: [Rhythm; 6] = [
    Rhythm { name: "5×1", substeps: 5, sweeps: 1 },
    Rhythm { name: "10×1", substeps: 10, sweeps: 1 },
    Rhythm { name: "20×1", substeps: 20, sweeps: 1 },
    Rhythm { name: "10×2", substeps: 10, sweeps: 2 },
    Rhythm { name: "5×4", substeps: 5, sweeps: 4 },
    Rhythm { name: "1×20", substeps: 1, sweeps: 20 },
];

struct Rhythm {
    name: &'static str,
    substeps: u32,
    sweeps: u32,
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// Repeats of a step; times are the least
    #[arg(long, default_value_t = 300)]
    repeats: usize,
}

/// A square sheet of one metre.
#[derive(Clone, Copy)]
struct Sheet {
    /// Vertices per side.
    side: u32,
    /// Irregularity of the mesh.
    jitter: f64,
}

/// Prints two tables: times of one step, and static stretch.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    println!("one step: {} repeats, least time (ms)", arguments.repeats);
    let table = Table::aligned(&[
        left("membrane", 10),
        right("vertices", 8),
        right("predict", 9),
        right("sweep", 9),
        right("velocity", 9),
    ]);
    for side in [64, 128] {
        for membrane in MEMBRANES {
            let times = step_times(side, membrane, arguments.repeats)?;
            let name = [format!("{membrane:?}"), (side * side).to_string()];
            table.row(name.into_iter().chain(times.map(|time| format!("{:.3}", 1e3 * time))));
        }
    }
    let Fabric { density, stretch_stiffness: [stretch_stiffness, _], .. } = Fabric::plain();
    println!("\nstatic stretch of 1 m hanging from its upper row (%), substeps per frame × sweeps");
    println!("the material's own: {:.4}", 100.0 * density * 9.81 / (2.0 * stretch_stiffness));
    let rhythms = RHYTHMS.iter().map(|rhythm| right(rhythm.name, 9));
    let columns: Vec<Column> = [left("membrane", 10), left("mesh", 9), right("vertices", 8)]
        .into_iter()
        .chain(rhythms)
        .collect();
    let table = Table::aligned(&columns);
    for (jitter, mesh) in [(0.0, "grid"), (0.5, "irregular")] {
        for membrane in MEMBRANES {
            for side in [16, 32, 64] {
                let name = [format!("{membrane:?}"), mesh.to_owned(), (side * side).to_string()];
                let mut row = Vec::from(name);
                for rhythm in &RHYTHMS {
                    let stretch = static_stretch(Sheet { side, jitter }, membrane, rhythm)?;
                    row.push(format!("{:.4}", 100.0 * stretch));
                }
                table.row(row);
            }
        }
    }
    Ok(())
}

fn hanging(of: Sheet, settings: Settings) -> anyhow::Result<(PositionBasedCloth, State)> {
    let (mesh, uvs) = sheet(of.side, of.jitter)?;
    let rest = RestShape::from_uvs(&mesh, &uvs)?;
    let cloth = PositionBasedCloth::new(&mesh, &rest, Fabric::plain(), settings)?;
    let pins: Vec<_> = (0..of.side).map(VertexId).collect();
    let state =
        cloth.state_at_rest(uvs.iter().map(|u| DVec3::new(u.x, 0.0, u.y)).collect(), &pins)?;
    Ok((cloth, state))
}

/// Least times of prediction, sweep and velocities (s).
fn step_times(side: u32, membrane: Membrane, repeats: usize) -> anyhow::Result<[f64; 3]> {
    let settings = Settings::with_membrane(membrane);
    let (mut cloth, mut state) = hanging(Sheet { side, jitter: 0.0 }, settings)?;
    let now = || Clock::Wall.now();
    let mut least = [f64::INFINITY; 3];
    for _ in 0..repeats {
        let begin = now();
        cloth.predict(&mut state, 1e-3, &Forces::EARTH, &[])?;
        let predicted = now();
        cloth.sweep(&mut state)?;
        let swept = now();
        cloth.update_velocities(&mut state)?;
        let times = [predicted - begin, swept - predicted, now() - swept];
        least = std::array::from_fn(|i| least[i].min(times[i]));
    }
    Ok(least)
}

/// Stretch after three simulated seconds with drag.
fn static_stretch(sheet: Sheet, membrane: Membrane, rhythm: &Rhythm) -> anyhow::Result<f64> {
    let Rhythm { substeps, sweeps, .. } = *rhythm;
    let mut settings = Settings::with_membrane(membrane);
    settings.damping = Damping { drag: 4.0, internal: 0.0 };
    let (mut cloth, mut state) = hanging(sheet, settings)?;
    let dt = 1.0 / f64::from(60 * substeps);
    for _ in 0..180 * substeps {
        cloth.predict(&mut state, dt, &Forces::EARTH, &[])?;
        for _ in 0..sweeps {
            cloth.sweep(&mut state)?;
        }
        cloth.update_velocities(&mut state)?;
    }
    Ok(lowest(sheet.side, &state.positions) - 1.0)
}

/// Depth of the middle of the lower row below the pins (m).
pub(super) fn lowest(side: u32, positions: &[DVec3]) -> f64 {
    -positions[(side * (side - 1) + side / 2) as usize].z
}
