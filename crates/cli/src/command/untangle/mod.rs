//! `ripstop untangle`: a mesh without intersections, or with as few as can be.

mod outcome;
mod progress;
mod scene;

use std::io::stdout;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use glam::DVec3;
use ripstop_detection::{CrossingSearch, StitchedPairs};
use ripstop_geometry::{CollisionMesh, SurfaceId};
use ripstop_io::{Mesh, PlyEncoding, weld, write_obj, write_ply};
use ripstop_response::untangle::{
    TangleReport, TangledCloth, UntangleMethod, UntangleSettings, bring_out, enclosed,
    untangle_while,
};
use ripstop_run::write_atomically;

use self::outcome::{Displacement, Outcome};
use self::progress::Progress;
use self::scene::{Own, Scene};
use super::mesh_argument::read_mesh;
use crate::arguments::{UntangleOptions, Untangling};

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
    let rest_lengths = edge_lengths(&mesh, &rest);
    let cloth = TangledCloth {
        rest_lengths: &rest_lengths,
        inverse_masses: &inverse_masses,
        layers: &layers,
        inside: &[],
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
    let outcome = Outcome { mesh: &mesh, tangle, end, displacement, brought_out, inside };
    outcome.write(&mut stdout().lock(), options)?;
    Ok(if outcome.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Lengths of all edges at some positions.
fn edge_lengths(mesh: &CollisionMesh, at: &[DVec3]) -> Vec<f64> {
    let length = |[a, b]: [DVec3; 2]| a.distance(b);
    mesh.edges().iter().map(|edge| length(edge.map(|vertex| at[vertex.index()]))).collect()
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
