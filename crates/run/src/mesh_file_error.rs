//! Failures to load a mesh from a file.

use std::io;
use std::path::PathBuf;

use ripstop_io::{InvalidTolerance, MeshReadError, NpyError, Pc2Error};

/// A mesh file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("`{}`{}{cause}", path.display(), cause.separator())]
#[non_exhaustive]
pub struct MeshFileError {
    /// The file, as the scene or the caller names it.
    pub path: PathBuf,
    /// The reason, without the name of the file.
    pub cause: MeshFileCause,
}

/// Reason why a mesh file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeshFileCause {
    /// It cannot be opened or read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// No mesh format is known by the end of its name.
    #[error("its name does not end with .obj, .ply, .stl, .gltf or .glb")]
    UnknownMeshFormat,
    /// No trajectory format is known by the end of its name.
    #[error("its name does not end with .pc2 or .npy")]
    UnknownTrajectoryFormat,
    /// It is not a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshReadError),
    /// It is not a NumPy trajectory.
    #[error(transparent)]
    Npy(#[from] NpyError),
    /// It is not a PC2 trajectory.
    #[error(transparent)]
    Pc2(#[from] Pc2Error),
    /// Its vertices cannot be welded.
    #[error(transparent)]
    Weld(#[from] InvalidTolerance),
    /// It lacks a group.
    #[error("it has no group `{name}`, but {}", quoted(present))]
    NoGroup {
        /// The group asked for.
        name: String,
        /// Groups of the file.
        present: Vec<String>,
    },
    /// Its frames are those of another mesh.
    #[error("it has frames of {found} vertices, but the mesh has {expected}")]
    VertexCount {
        /// Vertices in a frame.
        found: usize,
        /// Vertices of the mesh.
        expected: usize,
    },
    /// Its faces are not those of the mesh that it is to be the start or rest configuration of.
    #[error("does not have the faces of `{mesh}`")]
    OtherFaces {
        /// File of the mesh.
        mesh: String,
    },
}

impl MeshFileCause {
    /// Text between the name of a file and the cause.
    const fn separator(&self) -> &'static str {
        if let Self::OtherFaces { .. } = self { " " } else { ": " }
    }

    /// Returns the error of a file.
    pub(crate) fn of(self, path: impl Into<PathBuf>) -> MeshFileError {
        MeshFileError { path: path.into(), cause: self }
    }
}

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
