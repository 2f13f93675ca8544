//! The arguments of `ripstop dress`.

use std::path::PathBuf;

use clap::Args;
use ripstop_pipeline::scene::Assignment;

use super::numbers::{distance, rate, whole};
use super::{SessionOptions, Unit, Up};

#[derive(Debug, Args)]
pub(crate) struct DressOptions {
    /// Sewing patterns in GarmentCode's JSON, the innermost garment first.
    #[arg(value_name = "PATTERN", required = true)]
    pub(crate) patterns: Vec<PathBuf>,
    /// The body: a mesh file (.obj, .ply, .stl, .gltf, .glb), or `mannequin`.
    #[arg(long, value_name = "BODY")]
    pub(crate) body: PathBuf,
    /// Folder for the results, new or empty [default: runs/PATTERN, or runs/PATTERN-2 and so on].
    #[arg(short, long, value_name = "RUN")]
    pub(crate) out: Option<PathBuf>,
    /// Poses of the body, which it goes through once it is dressed: a .pc2 or .npy file, a pattern
    /// of numbered mesh files or a folder of them.
    #[arg(long, value_name = "FRAMES")]
    pub(crate) poses: Option<PathBuf>,
    /// Poses per second.
    #[arg(long, value_name = "RATE", default_value = "25", value_parser = rate)]
    pub(crate) rate: f64,
    /// Edge length of the triangles of the garments (m).
    #[arg(long, value_name = "LENGTH", default_value = "0.015", value_parser = distance)]
    pub(crate) edge_length: f64,
    /// Fabric of the garments.
    #[arg(long, value_name = "NAME", default_value = "cotton")]
    pub(crate) fabric: String,
    /// Unit of the body [default: the one in which it is as large as a person].
    #[arg(long, value_enum)]
    pub(crate) unit: Option<Unit>,
    /// Axis of the body that points up [default: the one along which it is long].
    #[arg(long, value_enum)]
    pub(crate) up: Option<Up>,
    /// Frames at most, 25 in a second.
    #[arg(long, value_name = "N", default_value = "750", value_parser = whole(1, u32::MAX))]
    pub(crate) frames: u32,
    /// Set a value of the scene that is made of all this, as in `--set cloth.0.thickness=0.002`.
    /// May be given several times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) assignments: Vec<Assignment>,
    #[command(flatten)]
    pub(crate) session: SessionOptions,
}
