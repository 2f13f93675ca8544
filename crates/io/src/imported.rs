//! Result of a reader of meshes.

use crate::{Mesh, Skipped};

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
    /// Lines of an OBJ file that were skipped because their statement is not known.
    pub skipped: Skipped,
    /// Seams of an OBJ file with another number of stitches than they say.
    pub miscounted_seams: u64,
}

impl Imported {
    /// A mesh for which nothing had to be done.
    pub(crate) fn whole(mesh: Mesh) -> Self {
        let skipped = Skipped::default();
        Self { mesh, dropped_faces: 0, tangled_polygons: 0, skipped, miscounted_seams: 0 }
    }
}
