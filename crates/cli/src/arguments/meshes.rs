//! The arguments of `ripstop check` and `ripstop untangle`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::numbers::{distance, rate};

#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    /// Mesh files (.obj, .ply, .stl, .gltf, .glb), or run directories, of which every frame is
    /// checked. Vertices are counted from 0 in all that is printed.
    #[arg(required = true, value_name = "MESH")]
    pub(crate) meshes: Vec<PathBuf>,
    /// Print the report as JSON, one line for each file or tangled frame.
    #[arg(long)]
    pub(crate) json: bool,
    /// Surfaces that lie wholly inside of closed ones belong there, as a lining does.
    #[arg(long)]
    pub(crate) inside: bool,
    /// Merge vertices of mesh files first, within a distance in the unit of the file; without a
    /// distance, those at the same place. STL files need it: their triangles share no vertices.
    #[arg(
        long,
        value_name = "DISTANCE",
        value_parser = distance,
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
    /// A mesh that the surfaces are not to cross, and that stays where it is; what it crosses of
    /// itself does not count. It is not part of the output.
    #[arg(long, value_name = "MESH")]
    pub(crate) body: Option<PathBuf>,
    /// Pairs around the same stitches of MESH (`stitch` lines of .obj) are no intersections.
    #[arg(long, conflicts_with = "weld")]
    pub(crate) seams: bool,
    /// Surfaces that lie wholly inside of closed ones belong there, as a lining does.
    #[arg(long)]
    pub(crate) inside: bool,
    /// Iterations at most.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) iterations: usize,
    /// Time after which the best positions so far are taken, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = rate)]
    pub(crate) time: Option<f64>,
    /// Method that decides where surfaces go.
    #[arg(long, value_enum, default_value_t = Untangling::Both)]
    pub(crate) method: Untangling,
    /// Merge vertices first, within a distance in the unit of the file; without a distance, those
    /// at the same place.
    #[arg(
        long,
        value_name = "DISTANCE",
        value_parser = distance,
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
