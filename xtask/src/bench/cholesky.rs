//! `cargo xtask bench cholesky`: direct solves of layers of cloth in contact, by stage and threads.
//!
//! Layers are sheets of springs with two rings of neighbours, as bending makes them, each shifted
//! against the one below and joined to it where they touch. A plan is the fill-reducing order and
//! the symbolic factorisation; with contacts it is made anew for every system.

use clap::Args;
use glam::{DMat3, DVec3};
use ripstop_linear::{BlockMatrix, LinearMethod, LinearSolver, System};

use crate::measure::{Clock, least};
use crate::table::{Table, left, right};

/// Stiffness of springs to the neighbours of a vertex: along edges, and of bending.
const SPRINGS: [(usize, usize, f64); 7] =
    [(0, 1, 1e3), (1, 0, 1e3), (1, 1, 3e2), (0, 2, 1.0), (2, 0, 1.0), (1, 2, 0.3), (2, 1, 0.3)];

/// Vertices by which a layer is shifted against the one below.
const SHIFT: usize = 5;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Vertices per side of a layer
    #[arg(long, default_value_t = 87)]
    resolution: usize,
    /// Repeats; times are the least
    #[arg(long, default_value_t = 8)]
    repeats: usize,
}

/// Prints the times of all stages, for one layer and for two, on one thread and on two.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { resolution: side, repeats } = *arguments;
    println!("layers of {side}×{side} vertices, {repeats} repeats, least times (ms)");
    let table = Table::aligned(&[
        left("layers", 6),
        right("Gflop", 7),
        right("threads", 7),
        right("plan", 8),
        right("numeric, solve", 14),
        right("whole", 8),
    ]);
    for layers in [1, 2] {
        let systems = [0, 1].map(|contact| Layers::new(side, layers, contact));
        let flops = LinearSolver::default().factor_cost(&systems[0].system());
        let flops = flops.map_or(0.0, |cost| cost.flops);
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
            let mut solver = LinearSolver::default();
            let [plan, kept, whole] = pool.install(|| stages(&systems, &mut solver, repeats));
            table.row([
                layers.to_string(),
                format!("{:.2}", 1e-9 * flops),
                threads.to_string(),
                format!("{:.1}", 1e3 * plan),
                format!("{:.1}", 1e3 * kept),
                format!("{:.1}", 1e3 * whole),
            ]);
        }
    }
    Ok(())
}

/// Returns the least times (s) of a plan, of a solve with a kept one, and of a whole solve. The two
/// systems differ by a contact, so that a plan for one is of no use for the other.
fn stages(systems: &[Layers; 2], solver: &mut LinearSolver, repeats: usize) -> [f64; 3] {
    let mut times = [f64::INFINITY; 3];
    let [first, second] = systems;
    for (layers, other) in
        [(first, second), (second, first)].into_iter().cycle().take(repeats.max(1))
    {
        let (system, load) = (layers.system(), layers.load());
        solver.factor_cost(&other.system());
        let plan = least(Clock::Wall, 1, || solver.factor_cost(&system));
        let kept = least(Clock::Wall, 1, || solver.solve(&system, &load, LinearMethod::Cholesky));
        solver.factor_cost(&other.system());
        let whole = least(Clock::Wall, 1, || solver.solve(&system, &load, LinearMethod::Cholesky));
        for (least, time) in times.iter_mut().zip([plan, kept, whole]) {
            *least = least.min(time);
        }
    }
    times
}

/// Layers and their contacts.
struct Layers {
    cloth: BlockMatrix,
    contacts: BlockMatrix,
    shift: Vec<f64>,
    fixed: Vec<bool>,
}

impl Layers {
    /// So many sheets, with `more` contacts between corners.
    fn new(side: usize, layers: usize, more: usize) -> Self {
        let count = layers * side * side;
        let place = |layer: usize, row: usize, column: usize| (layer * side + row) * side + column;
        let (mut cloth, mut contacts) = (Vec::new(), Vec::new());
        for layer in 0..layers {
            for (row, column) in (0..side * side).map(|k| (k / side, k % side)) {
                let own = place(layer, row, column);
                for (down, right, k) in SPRINGS {
                    if row + down < side && column + right < side {
                        let direction = DVec3::new(down as f64, right as f64, 0.4).normalize();
                        let other = place(layer, row + down, column + right);
                        cloth.extend(spring([own, other], direction, k));
                    }
                }
                if layer > 0 && (7 * row + 3 * column).is_multiple_of(4) {
                    let shifted = |down| place(layer - 1, (row + SHIFT + down) % side, column);
                    let k = [1e2, 1e3, 1e4, 1e5][row * column % 4];
                    for other in [shifted(0), shifted(1)] {
                        contacts.extend(spring([own, other], DVec3::Z, k));
                    }
                }
            }
        }
        for _ in 0..more {
            contacts.extend(spring([0, count - 1], DVec3::Z, 1.0));
        }
        Self {
            cloth: BlockMatrix::from_blocks(count, &cloth),
            contacts: BlockMatrix::from_blocks(count, &contacts),
            shift: vec![0.5; count],
            fixed: vec![false; count],
        }
    }

    fn system(&self) -> System<'_> {
        let Self { cloth: main, contacts: extra, shift, fixed } = self;
        System { shift, main, extra, fixed }
    }

    fn load(&self) -> Vec<DVec3> {
        (0..self.shift.len()).map(|i| DVec3::new((i % 7) as f64, 0.0, -1.0)).collect()
    }
}

/// Blocks of a spring, stiff along a direction.
fn spring([i, j]: [usize; 2], n: DVec3, k: f64) -> [((u32, u32), DMat3); 4] {
    let block = k * (DMat3::from_cols(n * n.x, n * n.y, n * n.z) + 1e-3 * DMat3::IDENTITY);
    let (i, j) = (i as u32, j as u32);
    [((i, i), block), ((j, j), block), ((i, j), -block), ((j, i), -block)]
}
