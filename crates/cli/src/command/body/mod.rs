//! `ripstop body`: a mesh that is meant to wear something, and its motion.
//!
//! Bodies cross themselves, are open and come in any unit. None of it is an error; this says what
//! there is before a scene is made of it.

mod hints;
mod motion;
mod shape;

use std::fmt::Display;
use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Error, Result};
use ripstop_geometry::CollisionMesh;
use ripstop_run::{Poses, mesh_convention};

use super::mesh_argument::read_mesh;
use crate::arguments::BodyOptions;
pub(crate) use hints::{PEOPLE, TALL};

use hints::hints;
use motion::Motion;
use shape::Shape;

pub(crate) fn body(options: &BodyOptions) -> Result<ExitCode> {
    let cannot = || format!("cannot read the body `{}`", options.mesh.display());
    let import = options.import();
    let read = read_mesh(&options.mesh).with_context(cannot)?;
    let convention = mesh_convention(&options.mesh.to_string_lossy(), &import).unwrap_or_default();
    let positions: Vec<_> = read.positions.iter().map(|x| convention.to_world(*x)).collect();
    let mesh = CollisionMesh::new(&positions, &read.faces).with_context(cannot)?;
    let shape = Shape::of(&mesh, &positions).with_context(cannot)?;
    let hints = hints(shape.size, convention);
    let motion = options.frames.as_deref().map(|path| {
        let cannot = || format!("cannot read the poses `{}`", path.display());
        let mut poses = Poses::open(path, &read, &options.mesh)
            .map_err(|error| Error::msg(error.cause.to_string()))
            .with_context(cannot)?;
        Motion::of(&mesh, &mut poses, convention, options).with_context(cannot)
    });
    let motion = motion.transpose()?;
    let mut out = stdout().lock();
    if options.json {
        let mut value = shape.json();
        value["file"] = options.mesh.display().to_string().into();
        value["groups"] = read.groups.len().into();
        value["hints"] = hints.into();
        if let (Some(path), Some(motion)) = (&options.frames, &motion) {
            value["motion"] = motion.json();
            value["motion"]["file"] = path.display().to_string().into();
        }
        writeln!(out, "{value}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let (vertices, faces) = (mesh.vertex_count(), mesh.faces().len());
    let title = |path: &Path, what: &dyn Display| format!("{}: {what}", path.display());
    let counts =
        format!("{vertices} vertices, {faces} faces, {}", counted(read.groups.len(), "group"));
    writeln!(out, "{}\n{shape}", title(&options.mesh, &counts))?;
    if let (Some(path), Some(motion)) = (&options.frames, &motion) {
        writeln!(out, "{}", title(path, motion))?;
    }
    for hint in hints {
        writeln!(out, "hint: {hint}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// `1 part`, `2 parts`.
fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
