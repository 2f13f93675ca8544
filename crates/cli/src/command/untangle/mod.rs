//! `ripstop untangle`: a mesh without intersections, or with as few as can be.

mod progress;
mod scene;

use std::fmt::{self, Display, Formatter};
use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use glam::DVec3;
use ripstop_detection::{CrossingSearch, PrimitiveNames, StitchedPairs};
use ripstop_geometry::SurfaceId;
use ripstop_io::{Mesh, PlyEncoding, weld, write_obj, write_ply};
use ripstop_response::untangle::{
    Obstruction, TangleReport, TangledCloth, UntangleMethod, UntangleSettings, bring_out, enclosed,
    untangle_while,
};
use ripstop_run::write_atomically;

use self::progress::Progress;
use self::scene::{Own, Scene};
use super::mesh_argument::read_mesh;
use crate::arguments::{UntangleOptions, Untangling};
use crate::tangle_text::{counted, list, list_inside};

pub(crate) fn untangle(options: &UntangleOptions) -> Result<ExitCode> {
    let cannot = || format!("cannot untangle `{}`", options.mesh.display());
    let format = Format::of(&options.out)?;
    let Input { mesh: read, rest } = Input::read(options)?;
    let Surfaces { of_vertex, layers, fixed } = Surfaces::new(&read, options)?;
    let inverse_masses: Vec<f64> =
        of_vertex.iter().map(|surface| if fixed[surface.index()] { 0.0 } else { 1.0 }).collect();
    let own = Own { of_vertex, inverse_masses, rest };
    let Scene { positions, mesh, rest, inverse_masses, filters } =
        Scene::new(&read, own, options.body.as_deref()).with_context(cannot)?;
    let length = |ends: [DVec3; 2]| ends[0].distance(ends[1]);
    let edges = mesh.edges().iter();
    let rest_lengths: Vec<f64> =
        edges.map(|edge| length(edge.map(|vertex| rest[vertex.index()]))).collect();
    let cloth = TangledCloth {
        rest_lengths: &rest_lengths,
        inverse_masses: &inverse_masses,
        layers: &layers,
    };
    let mut settings = UntangleSettings::with_method(method(options.method));
    settings.iterations = options.iterations;
    let stitches: Vec<_> = if options.seams { read.seams.concat() } else { Vec::new() };
    ensure!(!options.seams || !stitches.is_empty(), "{}: there are no stitches", cannot());
    let stitched = StitchedPairs::new(mesh.vertex_count(), &stitches);
    let mut search = CrossingSearch::new(&mesh, &filters).without_stitched(&stitched);
    let before = search.search(&positions).with_context(cannot)?;
    let tangle = TangleReport::new(&mesh, &before, &positions);
    let mut progress = Progress::new(options.time);
    let mut end = untangle_while(&mut search, &positions, &cloth, &settings, &mut |iteration| {
        progress.goes_on(iteration)
    });
    progress.finish();
    let edge = rest_lengths.iter().sum::<f64>() / rest_lengths.len().max(1) as f64;
    let brought_out = if options.inside {
        0
    } else {
        bring_out(&mut search, &inverse_masses, settings.gap * edge, &mut end.positions)
    };
    if brought_out > 0 {
        end.crossings = search.search(&end.positions).with_context(cannot)?;
    }
    let inside =
        if options.inside { Vec::new() } else { enclosed(&mesh, &end.crossings, &end.positions) };
    let own = read.positions.len();
    let displacement = Displacement::between(&end.positions[..own], &read.positions);
    let repaired = Mesh { positions: end.positions[..own].to_vec(), ..read };
    format.write(&options.out, &repaired)?;
    let mut out = stdout().lock();
    writeln!(
        out,
        "{}: {} in {} contours of length {:.4}",
        options.mesh.display(),
        counted(before.len()),
        tangle.contours.len(),
        tangle.length(),
    )?;
    writeln!(
        out,
        "{}: {} after {} iterations; {displacement}",
        options.out.display(),
        counted(end.crossings.len()),
        end.iterations,
    )?;
    let names = PrimitiveNames { mesh: &mesh, surfaces: &[] };
    if brought_out > 0 {
        writeln!(
            out,
            "  {brought_out} parts were inside of closed ones and have been brought out"
        )?;
    }
    list(&mut out, &names, &end.positions, &end.crossings)?;
    for crossing in &end.crossings {
        if let Some(reason) = Obstruction::of(&mesh, crossing, &end.positions) {
            writeln!(out, "  {} stays: {reason}", names.crossing(crossing.edge, crossing.face))?;
        }
    }
    list_inside(&mut out, &inside)?;
    let is_clean = end.crossings.is_empty() && inside.is_empty();
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The mesh to repair.
struct Input {
    mesh: Mesh,
    /// Positions that give the edges their rest lengths.
    rest: Vec<DVec3>,
}

impl Input {
    fn read(options: &UntangleOptions) -> Result<Self> {
        let cannot = || format!("cannot untangle `{}`", options.mesh.display());
        let mesh = read_mesh(&options.mesh).with_context(cannot)?;
        let rest = options.rest.as_deref().map(|path| rest(path, &mesh)).transpose()?;
        let rest = rest.unwrap_or_else(|| mesh.positions.clone());
        let Some(tolerance) = options.weld else { return Ok(Self { mesh, rest }) };
        let welded = weld(&mesh, tolerance).with_context(cannot)?;
        let mut merged = vec![DVec3::ZERO; welded.mesh.positions.len()];
        for (&vertex, position) in welded.vertex_map.iter().zip(&rest) {
            merged[vertex as usize] = *position;
        }
        Ok(Self { mesh: welded.mesh, rest: merged })
    }
}

/// Displacements of all vertices.
struct Displacement {
    largest: f64,
    mean: f64,
}

impl Displacement {
    fn between(end: &[DVec3], start: &[DVec3]) -> Self {
        let lengths = end.iter().zip(start).map(|(x, y)| x.distance(*y));
        let (largest, sum) =
            lengths.fold((0.0_f64, 0.0), |(most, sum), length| (most.max(length), sum + length));
        Self { largest, mean: sum / end.len().max(1) as f64 }
    }
}

impl Display for Displacement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Self { largest, mean } = self;
        write!(f, "vertices moved by {largest:.4} at most, {mean:.4} on average")
    }
}

/// Formats that keep all digits.
#[derive(Clone, Copy)]
enum Format {
    Obj,
    Ply,
}

impl Format {
    fn of(path: &Path) -> Result<Self> {
        let extension = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some("obj") => Ok(Self::Obj),
            Some("ply") => Ok(Self::Ply),
            _ => bail!("the name of `{}` does not end with .obj or .ply", path.display()),
        }
    }

    fn write(self, path: &Path, mesh: &Mesh) -> Result<()> {
        write_atomically(path, |writer| -> Result<()> {
            match self {
                Self::Obj => write_obj(writer, mesh)?,
                Self::Ply => write_ply(writer, mesh, PlyEncoding::LittleEndian)?,
            }
            Ok(())
        })?;
        Ok(())
    }
}

fn method(untangling: Untangling) -> UntangleMethod {
    match untangling {
        Untangling::Both => UntangleMethod::Combined,
        Untangling::Flood => UntangleMethod::Flood,
        Untangling::Contour => UntangleMethod::Contour,
    }
}

/// Positions of a mesh with the same faces.
fn rest(path: &Path, mesh: &Mesh) -> Result<Vec<DVec3>> {
    let cannot = || format!("cannot take lengths from `{}`", path.display());
    let rest = read_mesh(path).with_context(cannot)?;
    ensure!(
        rest.faces == mesh.faces && rest.positions.len() == mesh.positions.len(),
        "`{}` does not have the faces of the mesh",
        path.display()
    );
    Ok(rest.positions)
}

/// Groups that have a layer or stay where they are, as surfaces of their own; the first surface is
/// all that is left.
struct Surfaces {
    of_vertex: Vec<SurfaceId>,
    layers: Vec<Option<i32>>,
    fixed: Vec<bool>,
}

impl Surfaces {
    fn new(mesh: &Mesh, options: &UntangleOptions) -> Result<Self> {
        let mut names: Vec<&str> = options.layers.iter().map(|(name, _)| name.as_str()).collect();
        names.extend(options.fixed.iter().map(String::as_str));
        names.sort_unstable();
        names.dedup();
        let mut of_vertex = vec![SurfaceId(0); mesh.positions.len()];
        for (index, name) in (1..).zip(&names) {
            let groups: Vec<_> = mesh.groups.iter().filter(|group| group.name == *name).collect();
            ensure!(!groups.is_empty(), "`{}` has no group `{name}`", options.mesh.display());
            for face in groups.into_iter().flat_map(|group| group.faces) {
                for vertex in mesh.faces[face] {
                    of_vertex[vertex as usize] = SurfaceId(index);
                }
            }
        }
        let layer = |name: &&str| {
            options.layers.iter().find(|(other, _)| other == name).map(|(_, layer)| *layer)
        };
        let is_fixed = |name: &&str| options.fixed.iter().any(|other| other == name);
        Ok(Self {
            of_vertex,
            layers: std::iter::once(None).chain(names.iter().map(layer)).collect(),
            fixed: std::iter::once(false).chain(names.iter().map(is_fixed)).collect(),
        })
    }
}
