//! Methods × scenes × sizes × threads.

use rayon::ThreadPoolBuilder;
use ripstop_fixtures::{Scene, SceneKind};

use super::plot::{Chart, Curve};
use super::{Arguments, write};
use crate::broad::{Clock, Measurement, Method, measure};

/// A method that takes longer than this is not tried on the next size (s).
const PATIENCE: f64 = 2.0;
/// Brute force is an oracle, not a contender: it is only run up to this size (triangles).
const BRUTE_LIMIT: u32 = 10_000;

const METHODS: [Method; 5] =
    [Method::Bvh, Method::Grid, Method::Octree, Method::Sweep, Method::Brute];

struct Cell {
    scene: SceneKind,
    triangles: u32,
    threads: usize,
    method: &'static str,
    /// Primitives and pairs: what time is divided by to see growth.
    items: usize,
    total: f64,
    rest: String,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut cells = Vec::new();
    println!("scene      triangles  threads  method     total s   ns/(primitive+pair)");
    for scene in SceneKind::ALL {
        for &threads in &arguments.threads {
            let mut slow: Vec<&str> = Vec::new();
            for &triangles in &arguments.triangles {
                let input = scene.with_triangles(triangles);
                let mut reference: Option<Measurement> = None;
                for method in METHODS {
                    let too_long = method == Method::Brute && triangles > BRUTE_LIMIT;
                    if too_long || slow.contains(&method.name()) {
                        continue;
                    }
                    let (cell, measured) = run_cell(arguments, scene, &input, threads, method)?;
                    print_cell(&cell, triangles);
                    if cell.total > PATIENCE {
                        slow.push(cell.method);
                    }
                    cells.push(Cell { triangles, ..cell });
                    let reference = reference.get_or_insert_with(|| measured.clone());
                    anyhow::ensure!(
                        reference.edge_edge == measured.edge_edge
                            && reference.vertex_face == measured.vertex_face,
                        "{}: {} finds other pairs",
                        scene.name(),
                        method.name()
                    );
                }
                #[cfg(feature = "peers")]
                if threads == 1 {
                    let total = super::parry::measure(&input, arguments);
                    let items = cells.last().map_or(1, |cell| cell.items);
                    let cell = Cell {
                        scene,
                        triangles,
                        threads,
                        method: "parry3d",
                        items,
                        total,
                        rest: ",,,,,,".to_owned(),
                    };
                    print_cell(&cell, triangles);
                    cells.push(cell);
                }
            }
        }
    }
    write("broad.csv", &csv(&cells))?;
    write("broad.svg", &svg(&cells))
}

fn run_cell(
    arguments: &Arguments,
    scene: SceneKind,
    input: &Scene,
    threads: usize,
    method: Method,
) -> anyhow::Result<(Cell, Measurement)> {
    let clock = if threads == 1 { arguments.clock } else { Clock::Wall };
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    let measured = pool.install(|| measure(input, method, arguments.repeat, clock))?;
    let times = measured.times;
    let pairs = measured.edge_edge.len() + measured.vertex_face.len();
    let cell = Cell {
        scene,
        triangles: 0,
        threads,
        method: method.name(),
        items: input.start.len() + input.edges.len() + input.faces.len() + pairs,
        total: times.total,
        rest: format!(
            "{:.6},{:.6},{:.6},{:.6},{},{},{}",
            times.boxes,
            times.build,
            times.edge_edge,
            times.vertex_face,
            measured.edge_edge.len(),
            measured.vertex_face.len(),
            measured.bytes,
        ),
    };
    Ok((cell, measured))
}

#[expect(clippy::cast_precision_loss, reason = "for printing")]
fn print_cell(cell: &Cell, triangles: u32) {
    println!(
        "{:<9} {triangles:>10} {:>8}  {:<8} {:>9.4} {:>12.1}",
        cell.scene.name(),
        cell.threads,
        cell.method,
        cell.total,
        1e9 * cell.total / cell.items as f64,
    );
}

fn csv(cells: &[Cell]) -> String {
    let mut csv =
        "scene,triangles,threads,method,total_s,boxes_s,build_s,edge_edge_s,vertex_face_s,\
                   edge_edge,vertex_face,bytes\n"
            .to_owned();
    for cell in cells {
        csv.extend([format!(
            "{},{},{},{},{:.6},{}\n",
            cell.scene.name(),
            cell.triangles,
            cell.threads,
            cell.method,
            cell.total,
            cell.rest
        )]);
    }
    csv
}

/// One chart for each scene: time against triangles, one thread.
fn svg(cells: &[Cell]) -> String {
    let charts = SceneKind::ALL.map(|scene| {
        let mut curves: Vec<Curve> = Vec::new();
        for cell in cells.iter().filter(|cell| cell.scene == scene && cell.threads == 1) {
            let point = (f64::from(cell.triangles), cell.total);
            match curves.iter_mut().find(|curve| curve.name == cell.method) {
                Some(curve) => curve.points.push(point),
                None => curves.push(Curve { name: cell.method, points: vec![point] }),
            }
        }
        Chart { title: format!("{}: s against triangles, one thread", scene.name()), curves }
    });
    super::plot::svg(&charts)
}
