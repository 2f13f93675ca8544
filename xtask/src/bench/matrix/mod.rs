//! `cargo xtask bench matrix`: methods × scenes × sizes × threads. A table on the terminal, CSV and
//! SVG under `target/bench`.

#[cfg(feature = "peers")]
mod parry;

use std::fmt::Write as _;

use clap::Args;
use rayon::ThreadPoolBuilder;
use ripstop_fixtures::{Scene, SceneKind};

use super::plot::{self, Chart, Curve};
use crate::broad::{Measurement, Method, measure};
use crate::measure::Clock;
use crate::places::write_result;
use crate::table::{Table, left, right};

/// A method that takes longer than this is not tried on the next size (s).
const PATIENCE: f64 = 2.0;
/// Brute force is an oracle, not a contender: it is only run up to this size (triangles).
const BRUTE_LIMIT: u32 = 10_000;

const METHODS: [Method; 5] =
    [Method::Bvh, Method::Grid, Method::Octree, Method::Sweep, Method::Brute];

const AFTER_HELP: &str = "\
Writes target/bench/matrix.csv and matrix.svg. All methods have to find the same pairs.
The column `bytes` is counted by the allocator: the peak of what the first of the runs
allocates, for boxes, structure, pairs and scratch memory.";

#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Sizes of the scenes (triangles)
    #[arg(long, value_delimiter = ',', default_value = "10000,100000,500000")]
    triangles: Vec<u32>,
    /// Numbers of threads
    #[arg(long, value_delimiter = ',', default_value = "1,2")]
    threads: Vec<usize>,
    /// Repeats; times are the least
    #[arg(long, default_value_t = 5)]
    repeats: usize,
    /// Clock of the runs with one thread; those with more always take wall time
    #[arg(long, value_enum, default_value = "cpu")]
    clock: Clock,
}

/// Scene of one size, on so many threads.
struct Case<'a> {
    kind: SceneKind,
    triangles: u32,
    threads: usize,
    scene: &'a Scene,
}

struct Cell {
    kind: SceneKind,
    triangles: u32,
    threads: usize,
    method: &'static str,
    /// Primitives and pairs: time is divided by their number to see growth.
    items: usize,
    /// Time of the whole job (s).
    total: f64,
    /// Memory at its peak (bytes), if it is counted.
    bytes: Option<u64>,
    /// Further columns of the CSV file.
    rest: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut cells = Vec::new();
    let table = Table::aligned(&[
        left("scene", 9),
        right("triangles", 10),
        right("threads", 8),
        left(" method", 9),
        right("total s", 9),
        right("ns/(primitive+pair)", 12),
        right("MiB", 8),
    ]);
    for kind in SceneKind::ALL {
        for &threads in &arguments.threads {
            let mut slow: Vec<&str> = Vec::new();
            for &triangles in &arguments.triangles {
                let scene = kind.with_triangles(triangles);
                let case = Case { kind, triangles, threads, scene: &scene };
                let found = case.measure(&slow, &table, arguments)?;
                slow.extend(found.iter().filter(|c| c.total > PATIENCE).map(|c| c.method));
                cells.extend(found);
            }
        }
    }
    write_result("matrix.csv", &csv(&cells))?;
    write_result("matrix.svg", &svg(&cells))
}

impl Case<'_> {
    /// Runs all methods but those that are too slow; all have to find the same pairs.
    fn measure(
        &self,
        slow: &[&str],
        table: &Table,
        arguments: &Arguments,
    ) -> anyhow::Result<Vec<Cell>> {
        let mut cells = Vec::new();
        let mut reference: Option<Measurement> = None;
        for method in METHODS {
            let too_long = method == Method::Brute && self.triangles > BRUTE_LIMIT;
            if too_long || slow.contains(&method.name()) {
                continue;
            }
            let (cell, measured) = self.run(method, arguments)?;
            table.row(cell.row());
            cells.push(cell);
            let reference = reference.get_or_insert_with(|| measured.clone());
            anyhow::ensure!(
                reference.edge_edge == measured.edge_edge
                    && reference.vertex_face == measured.vertex_face,
                "{}: {} finds other pairs",
                self.kind.name(),
                method.name()
            );
        }
        #[cfg(feature = "peers")]
        if self.threads == 1 {
            let total = parry::measure(self.scene, arguments);
            let items = cells.last().map_or(1, |cell| cell.items);
            let cell = Cell { items, rest: ",,,,,,".to_owned(), ..self.cell("parry3d", total) };
            table.row(cell.row());
            cells.push(cell);
        }
        Ok(cells)
    }

    fn run(&self, method: Method, arguments: &Arguments) -> anyhow::Result<(Cell, Measurement)> {
        let Scene { start, edges, faces, .. } = self.scene;
        let clock = arguments.clock.for_threads(self.threads);
        let pool = ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let measured = pool.install(|| measure(self.scene, method, arguments.repeats, clock))?;
        let times = measured.times;
        let pairs = measured.edge_edge.len() + measured.vertex_face.len();
        let items = start.len() + edges.len() + faces.len() + pairs;
        let rest = format!(
            "{:.6},{:.6},{:.6},{:.6},{},{},{}",
            times.boxes,
            times.build,
            times.edge_edge,
            times.vertex_face,
            measured.edge_edge.len(),
            measured.vertex_face.len(),
            measured.bytes,
        );
        let bytes = Some(measured.bytes);
        Ok((Cell { items, bytes, rest, ..self.cell(method.name(), times.total) }, measured))
    }

    fn cell(&self, method: &'static str, total: f64) -> Cell {
        let Case { kind, triangles, threads, .. } = *self;
        let (items, bytes, rest) = (1, None, String::new());
        Cell { kind, triangles, threads, method, items, total, bytes, rest }
    }
}

impl Cell {
    fn row(&self) -> [String; 7] {
        [
            self.kind.name().to_owned(),
            self.triangles.to_string(),
            self.threads.to_string(),
            format!(" {}", self.method),
            format!("{:.4}", self.total),
            format!("{:.1}", 1e9 * self.total / self.items as f64),
            self.bytes.map_or_else(String::new, |bytes| {
                format!("{:.2}", bytes as f64 / f64::from(1 << 20))
            }),
        ]
    }
}

fn csv(cells: &[Cell]) -> String {
    let mut csv =
        "scene,triangles,threads,method,total_s,boxes_s,build_s,edge_edge_s,vertex_face_s,\
        edge_edge,vertex_face,bytes\n"
            .to_owned();
    for Cell { kind, triangles, threads, method, total, rest, .. } in cells {
        let scene = kind.name();
        let _ = writeln!(csv, "{scene},{triangles},{threads},{method},{total:.6},{rest}");
    }
    csv
}

/// One chart for each scene: time against triangles, one thread.
fn svg(cells: &[Cell]) -> String {
    let charts = SceneKind::ALL.map(|kind| {
        let mut curves: Vec<Curve> = Vec::new();
        for cell in cells.iter().filter(|cell| cell.kind == kind && cell.threads == 1) {
            let point = (f64::from(cell.triangles), cell.total);
            match curves.iter_mut().find(|curve| curve.name == cell.method) {
                Some(curve) => curve.points.push(point),
                None => curves.push(Curve { name: cell.method, points: vec![point] }),
            }
        }
        Chart { title: format!("{}, one thread", kind.name()), items: "triangles", curves }
    });
    plot::svg(&charts)
}
