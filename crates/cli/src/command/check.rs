//! `ripstop check`: intersections of meshes with themselves, exactly.
//!
//! Vertices are counted from 0: those of a file in its order (after welding, if that was asked
//! for), those of a run by surface, as in its scene. Of a run directory every frame is checked,
//! without pairs of two obstacles, which may cross. Crossings are grouped into contours. Parts of a
//! mesh file that lie wholly inside of closed ones are found as well.

use std::fs::File;
use std::io::{BufReader, Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use ripstop_detection::{PrimitiveNames, crossings};
use ripstop_geometry::{CollisionMesh, Filters};
use ripstop_io::{NpyReader, weld};
use ripstop_pipeline::World;
use ripstop_response::untangle::enclosed;
use ripstop_run::{MeshFiles, read_scene};
use serde_json::json;

use super::mesh_argument::read_mesh;
use crate::arguments::CheckOptions;
use crate::tangle_text::{as_json, counted, list, list_inside};

pub(crate) fn check(options: &CheckOptions) -> Result<ExitCode> {
    let mut out = stdout().lock();
    let mut total = 0;
    for path in &options.meshes {
        total += if path.is_dir() {
            check_run(path, options, &mut out)?
        } else {
            check_mesh(path, options, &mut out)?
        };
    }
    Ok(if total == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints and counts the crossings of a mesh file, and its parts that lie inside of closed ones.
fn check_mesh(path: &Path, options: &CheckOptions, out: &mut impl Write) -> Result<usize> {
    let cannot = || format!("cannot check `{}`", path.display());
    let mut read = read_mesh(path).with_context(cannot)?;
    if let Some(tolerance) = options.weld {
        read = weld(&read, tolerance).with_context(cannot)?.mesh;
    }
    let positions = &read.positions;
    let mesh = CollisionMesh::new(positions, &read.faces).with_context(cannot)?;
    let found = crossings(&mesh, &Filters::default(), positions).with_context(cannot)?;
    let (vertices, faces) = (mesh.vertex_count(), mesh.faces().len());
    let inside = if options.inside { Vec::new() } else { enclosed(&mesh, &found, positions) };
    if options.json {
        let mut value = as_json(&mesh, positions, &found);
        let parts = inside.iter().map(
            |found| json!({ "part": found.part, "body": found.body, "vertex": found.vertex.0 }),
        );
        value["inside"] = parts.collect::<Vec<_>>().into();
        value["file"] = path.display().to_string().into();
        value["vertices"] = vertices.into();
        value["faces"] = faces.into();
        writeln!(out, "{value}")?;
        return Ok(found.len() + inside.len());
    }
    let shown = path.display();
    writeln!(out, "{shown}: {} ({vertices} vertices, {faces} faces)", counted(found.len()))?;
    list(out, &PrimitiveNames { mesh: &mesh, surfaces: &[] }, positions, &found)?;
    list_inside(out, &inside)?;
    Ok(found.len() + inside.len())
}

/// Prints and counts the crossings in all frames of a run.
fn check_run(path: &Path, options: &CheckOptions, out: &mut impl Write) -> Result<usize> {
    let cannot = || format!("cannot check the run `{}`", path.display());
    let scene = read_scene(&path.join("scene.toml")).with_context(cannot)?;
    let mut meshes = MeshFiles::in_folder(path);
    let world = World::new(&scene, &mut meshes.loader()).with_context(cannot)?;
    let file = File::open(path.join("positions.npy")).with_context(cannot)?;
    let mut frames = NpyReader::new(BufReader::new(file)).with_context(cannot)?;
    let names = PrimitiveNames { mesh: &world.mesh, surfaces: &world.names };
    let mut total = 0;
    for frame in 0..frames.frame_count() {
        let positions = frames.read_frame(frame).with_context(cannot)?;
        anyhow::ensure!(
            positions.len() == world.mesh.vertex_count(),
            "`{}` has frames of {} vertices, but the scene has {}",
            path.display(),
            positions.len(),
            world.mesh.vertex_count()
        );
        let found = world.crossing_search().search(&positions).with_context(cannot)?;
        if !found.is_empty() && options.json {
            let mut value = as_json(&world.mesh, &positions, &found);
            value["file"] = path.display().to_string().into();
            value["frame"] = frame.into();
            writeln!(out, "{value}")?;
        } else if !found.is_empty() {
            writeln!(out, "{}: frame {frame}: {}", path.display(), counted(found.len()))?;
            list(out, &names, &positions, &found)?;
        }
        total += found.len();
    }
    if !options.json {
        let shown = path.display();
        writeln!(out, "{shown}: {} in {} frames", counted(total), frames.frame_count())?;
    }
    Ok(total)
}
