//! `cargo xtask bench solver-orders`: springs along the edges of a sheet, solved in three orders.
//!
//! One after another (Gauss–Seidel), colour by colour, all at once (Jacobi). The last two can use
//! threads; without shared mutable memory, they compute corrections into an array, and add them up
//! in a fixed order.

use clap::Args;
use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::{Topology, VertexId};

use super::cloth::lowest;
use crate::inputs::sheet;
use crate::measure::{Clock, least_with};
use crate::table::{Table, left, right};

/// Springs that one task computes.
const CHUNK: usize = 1024;

#[derive(Clone, Copy, Debug)]
enum Order {
    Sequential,
    Coloured,
    Jacobi,
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// Repeats of a sweep; times are the least
    #[arg(long, default_value_t = 200)]
    repeats: usize,
}

/// Prints the time of one sweep, on one and on two threads, and the static stretch it leads to.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    println!(
        "springs alone, {} repeats, least time of a sweep (ms); static stretch of 32×32 at",
        arguments.repeats
    );
    println!("20 substeps per frame of one sweep each");
    let table = Table::aligned(&[
        left("order", 11),
        right("64² 1 thr", 10),
        right("64² 2 thr", 10),
        right("128² 1 thr", 10),
        right("128² 2 thr", 10),
        right("stretch %", 9),
    ]);
    let springs = [Springs::new(32)?, Springs::new(64)?, Springs::new(128)?];
    for order in [Order::Sequential, Order::Coloured, Order::Jacobi] {
        let mut row = vec![format!("{order:?}")];
        for springs in &springs[1..] {
            for threads in [1, 2] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
                let sweep = |mut x: Vec<DVec3>| springs.sweep(&mut x, order);
                let time = pool.install(|| {
                    least_with(Clock::Wall, arguments.repeats, || springs.start(), sweep)
                });
                row.push(format!("{:.3}", 1e3 * time));
            }
        }
        row.push(format!("{:.3}", 100.0 * springs[0].static_stretch(order)));
        table.row(row);
    }
    Ok(())
}

/// Springs of stiffness 2000 N/m on a sheet of 0.15 kg, with steps of 1/1200 s.
struct Springs {
    side: u32,
    mesh: Topology,
    positions: Vec<DVec3>,
    lengths: Vec<f64>,
    inverse_masses: Vec<f64>,
    /// `1 / (w_a + w_b + α̃)`.
    inverses: Vec<f64>,
    /// Edges without a common vertex.
    colours: Vec<Vec<usize>>,
}

const DT: f64 = 1.0 / 1200.0;

impl Springs {
    fn new(side: u32) -> anyhow::Result<Self> {
        let (mesh, uvs) = sheet(side, 0.0)?;
        let positions: Vec<DVec3> = uvs.iter().map(|u| DVec3::new(u.x, 0.0, u.y)).collect();
        let w = f64::from(side * side) / 0.15;
        let inverse_masses: Vec<f64> =
            (0..side * side).map(|i| if i < side { 0.0 } else { w }).collect();
        let ends = || mesh.edges().iter().map(|ends| ends.map(VertexId::index));
        let lengths = ends().map(|[a, b]| positions[a].distance(positions[b])).collect();
        let compliance = 1.0 / (2000.0 * DT * DT);
        let inverses = ends()
            .map(|[a, b]| 1.0 / (inverse_masses[a] + inverse_masses[b] + compliance))
            .collect();
        let mut colours: Vec<Vec<usize>> = Vec::new();
        let mut taken = vec![0_u64; positions.len()];
        for (edge, [a, b]) in ends().enumerate() {
            let colour = (taken[a] | taken[b]).trailing_ones() as usize;
            colours.resize(colours.len().max(colour + 1), Vec::new());
            colours[colour].push(edge);
            taken[a] |= 1 << colour;
            taken[b] |= 1 << colour;
        }
        Ok(Self { side, mesh, positions, lengths, inverse_masses, inverses, colours })
    }

    /// Positions at which every spring has work to do.
    fn start(&self) -> Vec<DVec3> {
        self.positions.iter().map(|x| *x * 1.01).collect()
    }

    /// Correction of the higher end, without its inverse mass.
    fn push(&self, x: &[DVec3], edge: usize) -> DVec3 {
        let [a, b] = self.mesh.edges()[edge].map(VertexId::index);
        let d = x[b] - x[a];
        let length = d.length();
        d * ((self.lengths[edge] - length) * self.inverses[edge] / length)
    }

    fn add(&self, x: &mut [DVec3], edge: usize, push: DVec3) {
        let [a, b] = self.mesh.edges()[edge].map(VertexId::index);
        x[a] -= self.inverse_masses[a] * push;
        x[b] += self.inverse_masses[b] * push;
    }

    fn sweep(&self, x: &mut [DVec3], order: Order) {
        match order {
            Order::Sequential => {
                for edge in 0..self.lengths.len() {
                    self.add(x, edge, self.push(x, edge));
                }
            }
            Order::Coloured => self.sweep_colours(x),
            Order::Jacobi => self.sweep_at_once(x),
        }
    }

    fn sweep_colours(&self, x: &mut [DVec3]) {
        let mut pushes = Vec::new();
        for colour in &self.colours {
            let at = &*x;
            let work = colour.par_iter().with_min_len(CHUNK);
            work.map(|&edge| self.push(at, edge)).collect_into_vec(&mut pushes);
            for (&edge, &push) in colour.iter().zip(&pushes) {
                self.add(x, edge, push);
            }
        }
    }

    fn sweep_at_once(&self, x: &mut [DVec3]) {
        let at = &*x;
        let mut pushes = Vec::new();
        let work = (0..self.lengths.len()).into_par_iter().with_min_len(CHUNK);
        work.map(|edge| self.push(at, edge)).collect_into_vec(&mut pushes);
        let gather = |(i, x): (usize, &mut DVec3)| {
            let edges = self.mesh.vertex_edges().row(i);
            let signed = |edge: usize| {
                let higher = self.mesh.edges()[edge][1].index() == i;
                if higher { pushes[edge] } else { -pushes[edge] }
            };
            let sum: DVec3 = edges.iter().map(|edge| signed(edge.index())).sum();
            // The mean: the sum of all corrections at once overshoots.
            *x += self.inverse_masses[i] * sum / f64::from(edges.len() as u32);
        };
        x.par_iter_mut().enumerate().with_min_len(CHUNK).for_each(gather);
    }

    fn static_stretch(&self, order: Order) -> f64 {
        let mut x = self.positions.clone();
        let mut v = vec![DVec3::ZERO; x.len()];
        for _ in 0..3600 {
            let start = x.clone();
            for ((x, v), w) in x.iter_mut().zip(&v).zip(&self.inverse_masses) {
                if *w > 0.0 {
                    *x += DT * (*v + DT * DVec3::new(0.0, 0.0, -9.81)) * (1.0 - 4.0 * DT);
                }
            }
            self.sweep(&mut x, order);
            for ((v, x), start) in v.iter_mut().zip(&x).zip(&start) {
                *v = (*x - *start) / DT;
            }
        }
        lowest(self.side, &x) - 1.0
    }
}
