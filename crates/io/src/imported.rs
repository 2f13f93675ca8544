//! Result of a reader of meshes.

use crate::Mesh;

/// A mesh from a file, and what had to be done to make triangles of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Imported {
    /// The mesh; it passes [`Mesh::check`], has at least one face, and no face has a vertex at two
    /// corners.
    pub mesh: Mesh,
    /// Faces, or triangles of polygons, that were dropped because they have a vertex at two
    /// corners.
    pub dropped_faces: usize,
    /// Polygons with more than three corners that have no area or cross themselves; their triangles
    /// are an arbitrary, though always the same, choice.
    pub tangled_polygons: usize,
}
