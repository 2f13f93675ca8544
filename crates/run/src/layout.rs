//! `surfaces.json`: the parts of the arrays of a run, and the units of their numbers.

use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use ripstop_geometry::mesh::{Role, SurfaceFilter};
use ripstop_geometry::{CollisionMesh, Filters};
use ripstop_pipeline::scene::Scene;
use serde::{Deserialize, Serialize};

use crate::surfaces::surface_names;
use crate::{Cause, RunError, write_atomically};

/// Version of `surfaces.json`; it grows when a key changes its meaning.
pub const LAYOUT_VERSION: u32 = 1;

/// Frames and surfaces of a run, in the order of `positions.npy` and `mesh.obj`.
///
/// Vertices and faces are numbered from 0 over the whole run, as everywhere but in the text of OBJ
/// files, where the format counts from 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RunLayout {
    /// [`LAYOUT_VERSION`].
    pub version: u32,
    /// Frames that the scene asks for: steps from one state to the next.
    pub frames: usize,
    /// States of a complete run, one more than frames: state 0 is the start, state k is at the time
    /// k / `frame_rate`.
    pub states: usize,
    /// Frames per second (1/s).
    pub frame_rate: f64,
    /// Unit of lengths: `m`.
    pub unit: String,
    /// Axis that points up: `z`.
    pub up: String,
    /// Number of vertices.
    pub vertex_count: usize,
    /// Number of triangles.
    pub face_count: usize,
    /// The surfaces, cloths first.
    pub surfaces: Vec<SurfaceRange>,
}

/// Vertices and faces of a surface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SurfaceRange {
    /// Its name in the scene; it may be empty.
    pub name: String,
    /// Cloth or obstacle.
    pub kind: SurfaceKind,
    /// Its first vertex.
    pub first_vertex: usize,
    /// Number of its vertices, which follow each other.
    pub vertex_count: usize,
    /// Its first triangle.
    pub first_face: usize,
    /// Number of its triangles, which follow each other.
    pub face_count: usize,
}

/// Kind of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SurfaceKind {
    /// It is simulated.
    Cloth,
    /// It rests or follows a path.
    Obstacle,
}

impl SurfaceRange {
    /// Its vertices.
    #[must_use]
    pub const fn vertices(&self) -> Range<usize> {
        self.first_vertex..self.first_vertex + self.vertex_count
    }

    /// Its triangles.
    #[must_use]
    pub const fn faces(&self) -> Range<usize> {
        self.first_face..self.first_face + self.face_count
    }
}

impl RunLayout {
    /// The layout of a scene that has been built.
    #[must_use]
    pub fn new(scene: &Scene, mesh: &CollisionMesh, filters: &Filters) -> Self {
        let mut names = surface_names(scene);
        let owners = mesh.surfaces();
        let owner = |face: usize| owners[mesh.faces()[face][0].index()].index();
        let (mut vertex, mut face) = (0, 0);
        let surface = |(index, filter): (usize, &SurfaceFilter)| {
            let (first_vertex, first_face) = (vertex, face);
            while vertex < owners.len() && owners[vertex].index() == index {
                vertex += 1;
            }
            while face < mesh.faces().len() && owner(face) == index {
                face += 1;
            }
            let kind = match filter.role {
                Role::Cloth => SurfaceKind::Cloth,
                Role::Obstacle => SurfaceKind::Obstacle,
            };
            SurfaceRange {
                name: names.next().unwrap_or_default().to_owned(),
                kind,
                first_vertex,
                vertex_count: vertex - first_vertex,
                first_face,
                face_count: face - first_face,
            }
        };
        let surfaces = filters.surfaces.iter().enumerate().map(surface).collect();
        let frames = scene.settings.frames;
        Self {
            version: LAYOUT_VERSION,
            frames,
            states: frames + 1,
            frame_rate: scene.settings.frame_rate,
            unit: "m".to_owned(),
            up: "z".to_owned(),
            vertex_count: owners.len(),
            face_count: mesh.faces().len(),
            surfaces,
        }
    }

    /// Reads `surfaces.json`.
    ///
    /// # Errors
    /// [`RunError::Read`] if the file cannot be read or is not such a table.
    pub fn read(path: &Path) -> Result<Self, RunError> {
        let bytes = fs::read(path).map_err(RunError::reading(path))?;
        serde_json::from_slice(&bytes).map_err(RunError::reading(path))
    }

    /// Writes `surfaces.json`, as a whole or not at all.
    ///
    /// # Errors
    /// [`RunError::Write`] if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), RunError> {
        write_atomically(path, |writer| -> Result<(), Cause> {
            serde_json::to_writer_pretty(&mut *writer, self)?;
            Ok(writer.write_all(b"\n")?)
        })
    }
}
