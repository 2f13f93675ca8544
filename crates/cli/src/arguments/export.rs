//! The arguments of `ripstop export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Unit, Up};
use crate::picture::FrameList;

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
    /// Writes this surface alone, by its name, its vertices in the order of its file; may be given
    /// several times.
    #[arg(long = "surface", value_name = "NAME")]
    pub(crate) surfaces: Vec<String>,
    /// Writes a file for each surface, its name before the extension.
    #[arg(long)]
    pub(crate) per_surface: bool,
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
    /// Blender's mesh cache, for the mesh of the run (mesh.obj), or with --surface or --per-surface
    /// for the mesh of a surface.
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
