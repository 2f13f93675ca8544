//! From a mesh and its frames to USD text.

use std::fmt::Write as _;
use std::io::{self, Write};

use glam::{DVec3, Vec3};

use super::materials::Materials;
use super::names::quoted;
use super::topology::write_topology;
use crate::part::Part;
use crate::{Convention, InvalidMesh, Mesh, UpAxis};

/// Hands out the positions of all vertices at a frame, as often as it is asked.
pub type FrameSource<'a> = dyn FnMut(u64) -> io::Result<Vec<DVec3>> + 'a;

/// Content of a USD file beside the positions.
#[derive(Clone, Copy, Debug)]
pub struct UsdStage<'a> {
    /// Faces, groups and what belongs to them; of the positions only their number counts.
    pub mesh: &'a Mesh,
    /// The frames to write, ascending.
    pub frames: &'a [u64],
    /// Frames per second (1/s).
    pub frame_rate: f64,
    /// Units and axes of the positions.
    pub convention: Convention,
}

/// Error in writing a mesh as USD.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UsdWriteError {
    /// The writer or the source of the frames failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The mesh is not whole.
    #[error(transparent)]
    Mesh(#[from] InvalidMesh),
    /// There are no frames, or they do not ascend.
    #[error("the frames must be at least one, and ascend")]
    Frames,
    /// A frame has the wrong number of vertices.
    #[error("frame {frame} has {found} vertices, but the mesh has {expected}")]
    VertexCount {
        /// Offending frame.
        frame: u64,
        /// Vertices of the mesh.
        expected: usize,
        /// Vertices of the frame.
        found: usize,
    },
    /// A coordinate is not finite in single precision.
    #[error("frame {frame}, vertex {vertex}: a coordinate is not finite in single precision")]
    NotFinite {
        /// Offending frame.
        frame: u64,
        /// Offending vertex.
        vertex: usize,
    },
}

/// Writes a mesh for each object, or each group if there are no objects, with its points at every
/// frame, its polygons, its texture coordinates if all of its faces have them, and the names of its
/// groups and materials.
///
/// Each frame is asked for once, and once more for each surface that moves: one frame is held at a
/// time. The text is written in small pieces: hand in a buffered writer.
///
/// # Errors
/// If the mesh does not pass [`Mesh::check`], if frames do not fit to it or to single precision, or
/// if the writer or the source fails.
pub fn write_usd(
    mut writer: impl Write,
    stage: &UsdStage,
    source: &mut FrameSource,
) -> Result<(), UsdWriteError> {
    stage.mesh.check()?;
    let (Some(first), Some(last)) = (stage.frames.first(), stage.frames.last()) else {
        return Err(UsdWriteError::Frames);
    };
    if !stage.frames.is_sorted_by(|a, b| a < b) {
        return Err(UsdWriteError::Frames);
    }
    let Convention { metres_per_unit, up } = stage.convention;
    let up = match up {
        UpAxis::Y => "Y",
        UpAxis::Z => "Z",
    };
    let rate = stage.frame_rate;
    write!(
        writer,
        "#usda 1.0\n(\n    defaultPrim = \"ripstop\"\n    endTimeCode = {last}\n    framesPerSecond = {rate}\n    \
         metersPerUnit = {metres_per_unit}\n    startTimeCode = {first}\n    timeCodesPerSecond = {rate}\n    \
         upAxis = \"{up}\"\n)\n\ndef Xform \"ripstop\"\n{{\n"
    )?;
    let surfaces = stage.mesh.parts();
    let moves = which_move(stage, &surfaces, source)?;
    let materials = Materials::of(stage.mesh, &surfaces);
    for ((surface, name), moves) in surfaces.iter().zip(&materials.prims).zip(moves) {
        writeln!(writer, "    def Mesh \"{name}\" (")?;
        writeln!(writer, "        displayName = {}\n    )\n    {{", quoted(surface.name))?;
        write_topology(&mut writer, stage.mesh, surface)?;
        if moves {
            write_samples(&mut writer, stage, surface, source)?;
        } else {
            let points = points(stage, *first, source)?;
            writeln!(writer, "        float3[] extent = {}", Extent(&points, surface))?;
            write!(writer, "        point3f[] points = ")?;
            write_points(&mut writer, &points, surface)?;
            writeln!(writer)?;
        }
        materials.write_subsets(&mut writer, stage.mesh, surface)?;
        writeln!(writer, "    }}\n")?;
    }
    materials.write(&mut writer)?;
    writeln!(writer, "}}")?;
    writer.flush()?;
    Ok(())
}

/// The points of a frame in single precision.
fn points(
    stage: &UsdStage,
    frame: u64,
    source: &mut FrameSource,
) -> Result<Vec<Vec3>, UsdWriteError> {
    let positions = source(frame)?;
    let (expected, found) = (stage.mesh.positions.len(), positions.len());
    if found != expected {
        return Err(UsdWriteError::VertexCount { frame, expected, found });
    }
    let points: Vec<Vec3> = positions.iter().map(|x| x.as_vec3()).collect();
    match points.iter().position(|x| !x.is_finite()) {
        Some(vertex) => Err(UsdWriteError::NotFinite { frame, vertex }),
        None => Ok(points),
    }
}

/// For each surface, whether a vertex of it is elsewhere in some frame.
fn which_move(
    stage: &UsdStage,
    surfaces: &[Part],
    source: &mut FrameSource,
) -> Result<Vec<bool>, UsdWriteError> {
    let mut moves = vec![false; surfaces.len()];
    let mut first: Option<Vec<Vec3>> = None;
    for &frame in stage.frames {
        let points = points(stage, frame, source)?;
        let first = first.get_or_insert_with(|| points.clone());
        for (moves, surface) in moves.iter_mut().zip(surfaces) {
            let bits = |points: &[Vec3], v: u32| points[v as usize].to_array().map(f32::to_bits);
            let differs = |&vertex: &u32| bits(first, vertex) != bits(&points, vertex);
            *moves = *moves || surface.vertices.iter().any(differs);
        }
    }
    Ok(moves)
}

fn write_samples(
    writer: &mut impl Write,
    stage: &UsdStage,
    surface: &Part,
    source: &mut FrameSource,
) -> Result<(), UsdWriteError> {
    let mut extents = String::new();
    writeln!(writer, "        point3f[] points.timeSamples = {{")?;
    for &frame in stage.frames {
        let points = points(stage, frame, source)?;
        write!(writer, "            {frame}: ")?;
        write_points(writer, &points, surface)?;
        writeln!(writer, ",")?;
        // Writing to a string cannot fail.
        let _ = writeln!(extents, "            {frame}: {},", Extent(&points, surface));
    }
    write!(writer, "        }}\n        float3[] extent.timeSamples = {{\n{extents}        }}\n")?;
    Ok(())
}

fn write_points(writer: &mut impl Write, points: &[Vec3], surface: &Part) -> io::Result<()> {
    write!(writer, "[")?;
    for (number, &vertex) in surface.vertices.iter().enumerate() {
        let [x, y, z] = points[vertex as usize].to_array();
        write!(writer, "{}({x:?}, {y:?}, {z:?})", if number == 0 { "" } else { ", " })?;
    }
    write!(writer, "]")
}

/// The box around the vertices of a surface.
struct Extent<'a>(&'a [Vec3], &'a Part<'a>);

impl std::fmt::Display for Extent<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(points, surface) = self;
        let own = surface.vertices.iter().map(|&vertex| points[vertex as usize]);
        let [a, b, c] = own.clone().fold(Vec3::INFINITY, Vec3::min).to_array();
        let [d, e, g] = own.fold(Vec3::NEG_INFINITY, Vec3::max).to_array();
        write!(f, "[({a:?}, {b:?}, {c:?}), ({d:?}, {e:?}, {g:?})]")
    }
}
