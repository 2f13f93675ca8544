//! `ripstop body`: a mesh that is meant to wear something, and its motion.
//!
//! Bodies cross themselves, are open and come in any unit. None of it is an error; this says what
//! there is before a scene is made of it.

mod hints;
mod motion;
mod rig;
mod shape;

use std::fmt::Display;
use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Error, Result, ensure};
use ripstop_geometry::CollisionMesh;
use ripstop_io::Mesh;
use ripstop_pipeline::scene::Sampling;
use ripstop_run::{MeshFileError, Poses, import_character, may_be_animated, mesh_convention};

use super::mesh_argument::{print_notes, read_mesh};
use crate::arguments::BodyOptions;
pub(crate) use hints::{PEOPLE, TALL};

use hints::hints;
use motion::Motion;
use rig::Rig;
use shape::Shape;

pub(crate) fn body(options: &BodyOptions) -> Result<ExitCode> {
    let cannot = || format!("cannot read the body `{}`", options.mesh.display());
    let import = options.import();
    let (read, rig) = read_body(&options.mesh).with_context(cannot)?;
    let convention = mesh_convention(&options.mesh.to_string_lossy(), &import).unwrap_or_default();
    let positions: Vec<_> = read.positions.iter().map(|x| convention.to_world(*x)).collect();
    let mesh = CollisionMesh::new(&positions, &read.faces).with_context(cannot)?;
    let shape = Shape::of(&mesh, &positions).with_context(cannot)?;
    let hints = hints(shape.size, convention);
    let is_animated = rig.as_ref().is_some_and(|rig| !rig.animations.is_empty());
    let own = is_animated.then_some(options.mesh.as_path());
    let path = options.frames.as_deref().or(own);
    ensure!(path.is_some() || options.animation.is_none(), "there is no animation");
    let motion = path.map(|path| {
        let cannot = || format!("cannot read the poses `{}`", path.display());
        let mut poses = open(path, &read, options).with_context(cannot)?;
        let motion = Motion::of(&mesh, &mut poses, convention, options).with_context(cannot)?;
        Ok::<_, Error>((path, poses.animation(), motion))
    });
    let motion = motion.transpose()?;
    let mut out = stdout().lock();
    if options.json {
        let mut value = shape.json();
        value["file"] = options.mesh.display().to_string().into();
        value["groups"] = read.groups.len().into();
        value["hints"] = hints.into();
        if let Some(rig) = &rig {
            value["rig"] = rig.json();
        }
        if let Some((path, animation, motion)) = &motion {
            value["motion"] = motion.json();
            value["motion"]["file"] = path.display().to_string().into();
            value["motion"]["animation"] = animation.clone().into();
        }
        writeln!(out, "{value}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let (vertices, faces) = (mesh.vertex_count(), mesh.faces().len());
    let title = |path: &Path, what: &dyn Display| format!("{}: {what}", path.display());
    let counts =
        format!("{vertices} vertices, {faces} faces, {}", counted(read.groups.len(), "group"));
    writeln!(out, "{}\n{shape}", title(&options.mesh, &counts))?;
    if let Some(rig) = &rig {
        writeln!(out, "{rig}")?;
    }
    if let Some((path, animation, motion)) = &motion {
        let name = animation.as_ref().map_or_else(String::new, |name| format!("`{name}`, "));
        writeln!(out, "{}", title(path, &format!("{name}{motion}")))?;
    }
    for hint in hints {
        writeln!(out, "hint: {hint}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a body in the pose in which it stands, and its rig if its format has one.
fn read_body(path: &Path) -> Result<(Mesh, Option<Rig>)> {
    if !may_be_animated(&path.to_string_lossy()) {
        return Ok((read_mesh(path)?, None));
    }
    let character = import_character(path).map_err(|error| Error::msg(error.cause.to_string()))?;
    print_notes(path, character.imported())?;
    let rig = Rig::of(&character);
    Ok((character.into_imported().mesh, Some(rig)))
}

/// Opens the poses that are asked for.
fn open<'a>(path: &Path, mesh: &'a Mesh, options: &BodyOptions) -> Result<Poses<'a>> {
    let cause = |error: MeshFileError| Error::msg(error.cause.to_string());
    if !(path.is_file() && may_be_animated(&path.to_string_lossy())) {
        ensure!(options.animation.is_none(), "it has no animations to choose from");
        return Poses::open(path, mesh, &options.mesh).map_err(cause);
    }
    let animations = Rig::of(&import_character(path).map_err(cause)?).animations;
    let names: Vec<&str> = animations.iter().map(|(name, _)| name.as_str()).collect();
    let choice = options.animation(&names);
    let sampling =
        Sampling { animation: choice.as_ref(), rate: options.rate, ..Sampling::default() };
    Poses::of_animation(path, mesh, &options.mesh, &sampling).map_err(cause)
}

/// `1 part`, `2 parts`.
fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
