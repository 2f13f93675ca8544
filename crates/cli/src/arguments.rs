//! The arguments of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ripstop_pipeline::scene::{
    BroadMethod, DynamicsMethod, LengthUnit, NarrowMethod, ResponseMethod, Scene, UpAxis,
};
use ripstop_run::mesh_imports;

use crate::picture::{FrameList, RenderOptions, ViewOptions};

/// Cloth that never passes through itself.
#[derive(Debug, Parser)]
#[command(name = "ripstop", version, about, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Simulate a scene and leave a run directory.
    Run(RunOptions),
    /// Go on with a run that was interrupted, bit for bit as if it had not been.
    Resume(ResumeOptions),
    /// Count and list the intersections of meshes with themselves, exactly; exit code 1 if there
    /// are any.
    Check(CheckOptions),
    /// Repair a mesh that passes through itself or whose parts pass through each other; exit code 1
    /// if something is left.
    Untangle(UntangleOptions),
    /// Write a run in a format of other programs.
    Export(ExportOptions),
    /// Take pictures of a run, as PNG files.
    Render(RenderOptions),
    /// Make one page of HTML that plays a run in a browser, offline.
    View(ViewOptions),
    /// List the built-in scenes.
    Scenes,
}

#[derive(Debug, Args)]
pub(crate) struct RunOptions {
    /// A built-in scene (see `ripstop scenes`) or a .toml file; mesh files are relative to it.
    pub(crate) scene: String,
    /// Folder for the results, new or empty [default: runs/NAME, or runs/NAME-2 and so on].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Frames to simulate, instead of what the scene says.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) frames: Option<u32>,
    /// Vertices per side of a built-in scene: 64 means 64×64.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=4096))]
    pub(crate) resolution: Option<u32>,
    /// Dynamics of the cloth, instead of what the scene says.
    #[arg(long, value_enum)]
    pub(crate) dynamics: Option<Dynamics>,
    /// Collision response, instead of what the scene says [default: what goes with the dynamics,
    /// pbd with pbd and penalty with fem]; penalty and barrier choose fem unless --dynamics says
    /// otherwise.
    #[arg(long, value_enum)]
    pub(crate) respond: Option<Respond>,
    /// Broad phase, which finds pairs of boxes, instead of what the scene says; the results are the
    /// same.
    #[arg(long, value_enum)]
    pub(crate) broad: Option<Broad>,
    /// Narrow phase, which decides impacts (CCD), instead of what the scene says.
    #[arg(long, value_enum)]
    pub(crate) narrow: Option<Narrow>,
    /// The unit of mesh files for which the scene gives none [default: m].
    #[arg(long, value_enum)]
    pub(crate) unit: Option<Unit>,
    /// The axis that points up in mesh files for which the scene gives none [default: y for glTF, z
    /// for others].
    #[arg(long, value_enum)]
    pub(crate) up: Option<Up>,
    /// Merge vertices of mesh files, within a distance in metres, for which the scene gives none;
    /// without a distance, those at the same place.
    #[arg(
        long,
        value_name = "DISTANCE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "0"
    )]
    pub(crate) weld: Option<f64>,
    #[command(flatten)]
    pub(crate) session: SessionOptions,
}

#[derive(Debug, Args)]
pub(crate) struct ResumeOptions {
    /// The run directory.
    #[arg(value_name = "RUN")]
    pub(crate) directory: PathBuf,
    #[command(flatten)]
    pub(crate) session: SessionOptions,
}

/// Options that do not change the results.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SessionOptions {
    /// Threads to use [default: one per core]; the results are the same.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Print nothing but errors.
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    /// Mesh files (.obj, .ply, .stl, .gltf, .glb), or run directories, of which every frame is
    /// checked.
    #[arg(required = true, value_name = "MESH")]
    pub(crate) meshes: Vec<PathBuf>,
    /// Print the report as JSON, one line for each file or tangled frame.
    #[arg(long)]
    pub(crate) json: bool,
    /// Merge vertices of mesh files first, within a distance in the unit of the file; without a
    /// distance, those at the same place. STL files need it: their triangles share no vertices.
    #[arg(
        long,
        value_name = "DISTANCE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "0"
    )]
    pub(crate) weld: Option<f64>,
}

#[derive(Debug, Args)]
pub(crate) struct UntangleOptions {
    /// A mesh file (.obj, .ply, .stl, .gltf, .glb).
    #[arg(value_name = "MESH")]
    pub(crate) mesh: PathBuf,
    /// File for the repaired mesh (.obj or .ply, which keep all digits).
    #[arg(short, long, value_name = "OUT")]
    pub(crate) out: PathBuf,
    /// A mesh with the same faces whose edges have the rest lengths [default: MESH].
    #[arg(long, value_name = "MESH")]
    pub(crate) rest: Option<PathBuf>,
    /// Layers of groups, from the inside to the outside, as in `shirt=1,coat=2`: the coat belongs
    /// on the side to which the faces of the shirt look.
    #[arg(long, value_name = "GROUP=N", value_delimiter = ',', value_parser = group_layer)]
    pub(crate) layers: Vec<(String, i32)>,
    /// Groups that stay where they are.
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    pub(crate) fixed: Vec<String>,
    /// Method that decides where surfaces go.
    #[arg(long, value_enum, default_value_t = Untangling::Both)]
    pub(crate) method: Untangling,
    /// Merge vertices first, within a distance in the unit of the file; without a distance, those
    /// at the same place.
    #[arg(
        long,
        value_name = "DISTANCE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "0"
    )]
    pub(crate) weld: Option<f64>,
}

/// `shirt=1`
fn group_layer(text: &str) -> Result<(String, i32), String> {
    let (name, layer) = text.split_once('=').ok_or("it has to be GROUP=N")?;
    let layer = layer.parse().map_err(|_| format!("`{layer}` is not a whole number"))?;
    Ok((name.to_owned(), layer))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Untangling {
    /// Flood fill where it decides, contour minimisation elsewhere.
    Both,
    /// Flood fill alone.
    Flood,
    /// Contour minimisation alone.
    Contour,
}

#[derive(Debug, Args)]
pub(crate) struct ExportOptions {
    /// The run directory.
    #[arg(value_name = "RUN")]
    pub(crate) directory: PathBuf,
    /// Format of the file.
    #[arg(long, value_enum)]
    pub(crate) format: ExportFormat,
    /// Frames: numbers, FROM..TO, FROM..TO:STEP, `last`, separated by commas [default: all for usd,
    /// pc2 and npy, last for obj, ply and glb, which get a file for each].
    #[arg(long, value_name = "LIST")]
    pub(crate) frames: Option<FrameList>,
    /// The file [default: RUN/export with the extension of the format]; if there are several, their
    /// frames are put before its extension.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The unit of the file [default: m].
    #[arg(long, value_enum)]
    pub(crate) unit: Option<Unit>,
    /// The axis that points up in the file [default: y for glb, z for others].
    #[arg(long, value_enum)]
    pub(crate) up: Option<Up>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// USD text with the points of every frame, for Blender, Houdini, usdview.
    Usd,
    /// Wavefront OBJ.
    Obj,
    /// PLY, binary.
    Ply,
    /// Blender's mesh cache, for the mesh of the run (mesh.obj).
    Pc2,
    /// A NumPy array, frames × vertices × 3.
    Npy,
    /// Binary glTF.
    Glb,
}

impl ExportFormat {
    /// True if a file holds many frames.
    pub(crate) const fn holds_many(self) -> bool {
        matches!(self, Self::Usd | Self::Pc2 | Self::Npy)
    }

    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Usd => "usda",
            Self::Obj => "obj",
            Self::Ply => "ply",
            Self::Pc2 => "pc2",
            Self::Npy => "npy",
            Self::Glb => "glb",
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Unit {
    /// Millimetres.
    Mm,
    /// Centimetres.
    Cm,
    /// Metres.
    M,
    /// Inches.
    In,
    /// Feet.
    Ft,
}

impl Unit {
    pub(crate) const fn length_unit(self) -> LengthUnit {
        match self {
            Self::Mm => LengthUnit::Mm,
            Self::Cm => LengthUnit::Cm,
            Self::M => LengthUnit::M,
            Self::In => LengthUnit::In,
            Self::Ft => LengthUnit::Ft,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Up {
    /// The second.
    Y,
    /// The third.
    Z,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Dynamics {
    /// Position-based, with compliance (XPBD).
    Pbd,
    /// Finite elements, implicit Euler.
    Fem,
}

impl Dynamics {
    const fn method(self) -> DynamicsMethod {
        match self {
            Self::Pbd => DynamicsMethod::Pbd,
            Self::Fem => DynamicsMethod::Fem,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Respond {
    /// Position projection, interleaved with the cloth's own constraints.
    Pbd,
    /// Energies that rise where surfaces are closer than their thickness.
    Penalty,
    /// Repulsions, friction and inelastic impulses.
    Impulse,
    /// Energies that grow without bound as surfaces come close, in an implicit solve of finite
    /// elements; also `ipc`.
    #[value(alias = "ipc")]
    Barrier,
}

impl Respond {
    const fn method(self) -> ResponseMethod {
        match self {
            Self::Pbd => ResponseMethod::Pbd,
            Self::Penalty => ResponseMethod::Penalty,
            Self::Impulse => ResponseMethod::Impulse,
            Self::Barrier => ResponseMethod::Barrier,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Broad {
    /// A tree of boxes.
    Bvh,
    /// A hashed grid.
    Grid,
    /// A loose octree.
    Octree,
    /// Sweep and prune.
    Sweep,
    /// All pairs: slow.
    Brute,
}

impl Broad {
    const fn method(self) -> BroadMethod {
        match self {
            Self::Bvh => BroadMethod::Bvh,
            Self::Grid => BroadMethod::Grid,
            Self::Octree => BroadMethod::Octree,
            Self::Sweep => BroadMethod::Sweep,
            Self::Brute => BroadMethod::Brute,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Narrow {
    /// The coplanarity cubic, exact in its decisions.
    Cubic,
    /// Interval subdivision: certified, tolerance-based, slow
    Inclusion,
    /// Additive advancement: conservative, with false alarms
    Additive,
}

impl Narrow {
    const fn method(self) -> NarrowMethod {
        match self {
            Self::Cubic => NarrowMethod::Cubic,
            Self::Inclusion => NarrowMethod::Inclusion,
            Self::Additive => NarrowMethod::Additive,
        }
    }
}

impl RunOptions {
    /// Puts the choices of the command line into a scene.
    pub(crate) fn apply_to(&self, scene: &mut Scene) {
        for import in mesh_imports(scene) {
            import.unit = import.unit.or(self.unit.map(Unit::length_unit));
            import.weld = import.weld.or(self.weld);
            import.up = import.up.or(self.up.map(|up| match up {
                Up::Y => UpAxis::Y,
                Up::Z => UpAxis::Z,
            }));
        }
        let settings = &mut scene.settings;
        if let Some(frames) = self.frames {
            settings.frames = frames as usize;
        }
        if let Some(dynamics) = self.dynamics {
            settings.dynamics = dynamics.method();
        }
        if let Some(respond) = self.respond {
            let respond = respond.method();
            settings.respond = Some(respond);
            if self.dynamics.is_none() && respond.dynamics() == DynamicsMethod::Fem {
                settings.dynamics = DynamicsMethod::Fem;
            }
        }
        if let Some(broad) = self.broad {
            settings.broad = broad.method();
        }
        if let Some(narrow) = self.narrow {
            settings.narrow = narrow.method();
        }
    }
}

#[test]
fn the_arguments_are_consistent() {
    use clap::CommandFactory;
    Arguments::command().debug_assert();
}
