//! The arguments of `ripstop body`.

use std::path::PathBuf;

use clap::Args;
use ripstop_pipeline::scene::{AnimationChoice, Import};

use super::numbers::{rate, whole};
use super::{Unit, Up};

#[derive(Debug, Args)]
pub(crate) struct BodyOptions {
    /// A mesh file (.obj, .ply, .stl, .gltf, .glb).
    #[arg(value_name = "MESH")]
    pub(crate) mesh: PathBuf,
    /// Its poses: a .pc2 or .npy file, a pattern of numbered mesh files (`walk*.obj`, `####.ply`,
    /// `pose_%04d.obj`) or a folder of them, or a .gltf or .glb file [default: the animation of a
    /// .gltf or .glb file].
    #[arg(value_name = "FRAMES")]
    pub(crate) frames: Option<PathBuf>,
    /// Animation of a .gltf or .glb file, by name or by number from 0 on [default: the first].
    #[arg(long, value_name = "NAME")]
    pub(crate) animation: Option<String>,
    /// Poses per second.
    #[arg(long, value_name = "RATE", default_value = "60", value_parser = rate)]
    pub(crate) rate: f64,
    /// Count crossings in every so many poses.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole(1, u32::MAX))]
    pub(crate) every: u32,
    /// Unit of the files [default: m].
    #[arg(long, value_enum)]
    pub(crate) unit: Option<Unit>,
    /// Axis of the files that points up [default: y for glTF, z otherwise].
    #[arg(long, value_enum)]
    pub(crate) up: Option<Up>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

impl BodyOptions {
    /// The animation that is asked for, of those with these names: a name comes before a number.
    pub(crate) fn animation(&self, names: &[&str]) -> Option<AnimationChoice> {
        let given = self.animation.as_ref()?;
        let number = given.parse().ok().filter(|_| !names.contains(&given.as_str()));
        Some(number.map_or_else(|| AnimationChoice::Name(given.clone()), AnimationChoice::Number))
    }

    /// Meaning of the numbers of the files.
    pub(crate) fn import(&self) -> Import {
        let mut import = Import::default();
        import.unit = self.unit.map(Unit::length_unit);
        import.up = self.up.map(Up::axis);
        import
    }
}
