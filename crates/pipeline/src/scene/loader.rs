//! Mesh files of a scene, loaded by the caller: nothing here opens a file.

use std::fmt;
use std::ops::Range;

use glam::{DVec2, DVec3};
use ripstop_geometry::Stitch;
use ripstop_geometry::tessellate::TriangleMesh;

use super::{AnimationChoice, Import};

/// Loads a mesh file; an error says what is wrong with it. For files of a folder, `mesh_loader` of
/// `ripstop-run` returns one.
pub type MeshLoader<'a> = dyn FnMut(&MeshRequest) -> Result<LoadedMesh, String> + 'a;

/// A mesh file and what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshRequest<'a> {
    /// Its name.
    pub file: &'a str,
    /// Meaning of its numbers, and selection of its parts.
    pub import: &'a Import,
    /// A mesh with the same faces that holds the positions at the start, if not `file`.
    pub start: Option<&'a str>,
    /// A mesh with the same faces that holds the rest configuration, if not `file`.
    pub rest: Option<&'a str>,
    /// A file with positions at many times.
    pub frames: Option<&'a str>,
    /// Poses to take of that file, if it has curves instead of frames.
    pub sampling: Option<Sampling<'a>>,
    /// Edge length (m) to which panels are cut, if `file` is a sewing pattern and not a mesh.
    pub edge_length: Option<f64>,
}

impl<'a> MeshRequest<'a> {
    /// A mesh file, without anything else.
    #[must_use]
    pub const fn new(file: &'a str, import: &'a Import) -> Self {
        Self {
            file,
            import,
            start: None,
            rest: None,
            frames: None,
            sampling: None,
            edge_length: None,
        }
    }
}

/// Poses of an animation: pose k is the one at `begin` + k / `rate`, played `repeat` times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling<'a> {
    /// The animation; the first if none is given.
    pub animation: Option<&'a AnimationChoice>,
    /// Time of the first pose (s), from the first key of the animation on.
    pub begin: f64,
    /// Number of times that the animation is played.
    pub repeat: u32,
    /// Poses per second of the animation (1/s).
    pub rate: f64,
    /// Time from the first pose to the last that is needed (s).
    pub duration: f64,
}

/// All of the first animation, a pose in every second.
impl Default for Sampling<'_> {
    fn default() -> Self {
        Self { animation: None, begin: 0.0, repeat: 1, rate: 1.0, duration: f64::INFINITY }
    }
}

/// The name of the file.
impl fmt::Display for MeshRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.file)
    }
}

/// Contents of the files, in metres with z up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadedMesh {
    /// The mesh, as it starts.
    pub mesh: TriangleMesh,
    /// Rest configuration of its vertices (m), if it is not the start.
    pub rest: Option<Vec<DVec3>>,
    /// Positions of its vertices at many times (m), if they were asked for.
    pub frames: Vec<Vec<DVec3>>,
    /// Number of these in a second (1/s), if it is not for the scene to say.
    pub frame_rate: Option<f64>,
    /// Texture coordinates at the corners of every face, if every face has them: in the unit of
    /// the file, as they stand there.
    pub uvs: Option<Vec<[DVec2; 3]>>,
    /// Stitches that the file lists, in its seams.
    pub seams: Vec<Vec<Stitch>>,
    /// Names of these seams, if they have any.
    pub seam_names: Vec<String>,
    /// Named ranges of its faces, such as the panels of a pattern.
    pub groups: Vec<FaceGroup>,
    /// Named chains of vertices, one after another along lines of the file.
    pub chains: Vec<Chain>,
}

/// A named range of faces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaceGroup {
    /// The name.
    pub name: String,
    /// The faces.
    pub faces: Range<usize>,
}

/// A named chain of vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// The name.
    pub name: String,
    /// The vertices.
    pub vertices: Vec<u32>,
}

impl From<TriangleMesh> for LoadedMesh {
    fn from(mesh: TriangleMesh) -> Self {
        Self { mesh, ..Self::default() }
    }
}
