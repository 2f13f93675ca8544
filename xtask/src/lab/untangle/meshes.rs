//! Meshes of files and crumpled sheets: intersections before and after, displacements near and far
//! from the contours, time.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use glam::DVec3;
use ripstop_detection::CrossingSearch;
use ripstop_fixtures::crumple::{Crumple, CrumpleKind};
use ripstop_geometry::{CollisionMesh, Crossing, Filters, VertexId};
use ripstop_response::untangle::{TangledCloth, UntangleSettings, untangle};

use crate::table::Table;

/// Rings of neighbours around contours beyond which nothing should move.
const RINGS: usize = 10;

/// Vertices along a side of small crumples, and their number of each kind.
const SMALL: (u32, u64) = (64, 5);

/// Vertices along a side, and strength, of large crumples: 90,000 triangles.
const LARGE: (u32, f64) = (213, 0.8);

struct Case {
    name: String,
    positions: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
}

/// Untangles OBJ files; without any, crumpled sheets, large ones only if asked for.
pub(super) fn run(
    files: &[PathBuf],
    settings: &UntangleSettings,
    large: bool,
) -> anyhow::Result<()> {
    let table = Table::markdown(&[
        "mesh",
        "triangles",
        "crossings",
        "left",
        "iterations",
        "largest (edges)",
        "mean (edges)",
        "mean (mm)",
        "beyond ten edges (edges)",
        "time (s)",
    ]);
    let (mut clean, mut count) = (0, 0);
    let mut take = |case: &Case| -> anyhow::Result<()> {
        let (row, left) = measured(case, settings)?;
        table.row(row);
        clean += usize::from(left == 0);
        count += 1;
        Ok(())
    };
    for path in files {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let mesh = ripstop_io::read_obj(BufReader::new(file))?.mesh;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        take(&Case { name, positions: mesh.positions, faces: mesh.faces })?;
    }
    if files.is_empty() {
        for kind in CrumpleKind::ALL {
            let (n, seeds) = SMALL;
            for seed in 0..seeds {
                take(&crumpled(kind, n, 0.75 + 0.07 * seed as f64, seed))?;
            }
            if large {
                take(&crumpled(kind, LARGE.0, LARGE.1, 1))?;
            }
        }
    }
    println!("\nclean: {clean} of {count}");
    Ok(())
}

fn crumpled(kind: CrumpleKind, n: u32, strength: f64, seed: u64) -> Case {
    let Crumple { positions, faces } = Crumple::new(kind, n, strength, seed);
    Case { name: format!("{} {seed}", kind.name()), positions, faces }
}

fn measured(case: &Case, settings: &UntangleSettings) -> anyhow::Result<([String; 10], usize)> {
    let Case { name, positions: start, faces } = case;
    let mesh = CollisionMesh::new(start, faces)?;
    let filters = Filters::default();
    let mut search = CrossingSearch::new(&mesh, &filters);
    let before = search.search(start)?;
    let length = |&[a, b]: &[VertexId; 2]| start[a.index()].distance(start[b.index()]);
    let rest_lengths: Vec<f64> = mesh.edges().iter().map(length).collect();
    let edge = rest_lengths.iter().sum::<f64>() / rest_lengths.len().max(1) as f64;
    let inverse_masses = vec![1.0; start.len()];
    let cloth = TangledCloth {
        rest_lengths: &rest_lengths,
        inverse_masses: &inverse_masses,
        layers: &[],
        inside: &[],
    };
    let clock = Instant::now();
    let end = untangle(&mut search, start, &cloth, settings);
    let seconds = clock.elapsed().as_secs_f64();
    let displacements: Vec<f64> =
        end.positions.iter().zip(start).map(|(x, y)| x.distance(*y)).collect();
    let is_near = near(&mesh, &before);
    let far = displacements.iter().zip(&is_near).filter(|(_, is_near)| !**is_near);
    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let mean = displacements.iter().sum::<f64>() / displacements.len().max(1) as f64;
    let row = [
        name.clone(),
        faces.len().to_string(),
        before.len().to_string(),
        end.crossings.len().to_string(),
        end.iterations.to_string(),
        format!("{:.2}", most(&mut displacements.iter().copied()) / edge),
        format!("{:.4}", mean / edge),
        format!("{:.4}", 1e3 * mean),
        format!("{:.4}", most(&mut far.map(|(d, _)| *d)) / edge),
        format!("{seconds:.2}"),
    ];
    Ok((row, end.crossings.len()))
}

/// True for vertices within the rings of a crossing.
fn near(mesh: &CollisionMesh, crossings: &[Crossing]) -> Vec<bool> {
    let mut is_near = vec![false; mesh.vertex_count()];
    for crossing in crossings {
        for vertex in mesh.edge(crossing.edge).into_iter().chain(mesh.face(crossing.face)) {
            is_near[vertex.index()] = true;
        }
    }
    for _ in 0..RINGS {
        let before = is_near.clone();
        for &[a, b] in mesh.edges() {
            is_near[a.index()] |= before[b.index()];
            is_near[b.index()] |= before[a.index()];
        }
    }
    is_near
}
