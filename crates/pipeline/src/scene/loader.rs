//! Mesh files of a scene, loaded by the caller: nothing here opens a file.

use std::fmt;

use glam::DVec3;
use ripstop_geometry::tessellate::TriangleMesh;

use super::Import;

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
    /// A mesh with the same faces that holds the rest configuration.
    pub rest: Option<&'a str>,
    /// A file with positions at many times.
    pub frames: Option<&'a str>,
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
    /// The mesh.
    pub mesh: TriangleMesh,
    /// Rest configuration of its vertices (m), if it was asked for.
    pub rest: Option<Vec<DVec3>>,
    /// Positions of its vertices at many times (m), if they were asked for.
    pub frames: Vec<Vec<DVec3>>,
}

impl From<TriangleMesh> for LoadedMesh {
    fn from(mesh: TriangleMesh) -> Self {
        Self { mesh, rest: None, frames: Vec::new() }
    }
}
