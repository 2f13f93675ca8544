//! Inputs that commands share: scene files, query files, meshes, and scenes by name.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use glam::DVec2;
use ripstop_fixtures::ccd_queries::{self, Query};
use ripstop_fixtures::{Random, Scene, SceneKind};
use ripstop_geometry::Topology;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{MeshRequest, builtin};

/// Scene from a file (`CLTHSCN1`), or generated from a name such as `drape:100000` (triangles).
pub(crate) fn scene(name: &str) -> Result<Scene> {
    let generated = name.split_once(':').and_then(|(kind, triangles)| {
        let kind = SceneKind::ALL.into_iter().find(|scene| scene.name() == kind)?;
        Some(kind.with_triangles(triangles.parse().ok()?))
    });
    if let Some(scene) = generated {
        return Ok(scene);
    }
    let bytes = fs::read(name).with_context(|| format!("reading {name}"))?;
    Scene::from_bytes(&bytes).with_context(|| format!("in {name}"))
}

/// CCD queries from a file (`CCDQ1`).
pub(crate) fn queries(path: &Path) -> Result<Vec<Query>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(ccd_queries::parse(&bytes)?)
}

/// Built-in scene of the simulation.
pub(crate) fn builtin_scene(name: &str, resolution: u32) -> Result<ripstop_pipeline::scene::Scene> {
    builtin::scene(name, resolution).with_context(|| format!("there is no scene {name}"))
}

/// Names of built-in scenes: those that are given, or all.
pub(crate) fn builtin_names(given: &[String]) -> Vec<&str> {
    if given.is_empty() {
        builtin::SHEETS.to_vec()
    } else {
        given.iter().map(String::as_str).collect()
    }
}

/// Simulation of a scene that names no mesh file.
pub(crate) fn simulation(scene: &ripstop_pipeline::scene::Scene) -> Result<Simulation> {
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    Ok(Simulation::new(scene, &mut no_files)?)
}

/// Square sheet of one metre; vertex 0 is the upper left corner. Inner vertices are moved by up to
/// half of `jitter` times the spacing.
pub(crate) fn sheet(side: u32, jitter: f64) -> Result<(Topology, Vec<DVec2>)> {
    let spacing = f64::from(side - 1).recip();
    let mut random = Random::seeded(7);
    let uv = |i: u32| {
        let (row, column) = (i / side, i % side);
        let inner = |k: u32| if (1..side - 1).contains(&k) { jitter } else { 0.0 };
        let (dx, dy) = (random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5));
        spacing
            * DVec2::new(f64::from(column) + dx * inner(column), dy * inner(row) - f64::from(row))
    };
    let uvs = (0..side * side).map(uv).collect();
    Ok((Topology::from_faces((side * side) as usize, &sheet_faces(side))?, uvs))
}

/// Faces of a square sheet, two triangles per cell, in rows.
pub(crate) fn sheet_faces(side: u32) -> Vec<[u32; 3]> {
    let cells = (0..side - 1).flat_map(|row| (0..side - 1).map(move |column| row * side + column));
    cells.flat_map(|i| [[i, i + 1, i + side], [i + 1, i + side + 1, i + side]]).collect()
}
