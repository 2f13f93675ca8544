//! Failures to load a mesh from a file.

use std::io;
use std::path::PathBuf;

use ripstop_garment::GarmentError;
use ripstop_io::{InvalidTolerance, MeshReadError, NpyError, Pc2Error, SpecificationError};

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
    #[error(
        "its name does not end with .pc2 or .npy, nor with .glb or .gltf, and it is no folder and no \
         pattern of numbered files such as `walk*.obj`, `####.ply` or `pose_%04d.obj`"
    )]
    UnknownTrajectoryFormat,
    /// A name has no place for a number, or more than one.
    #[error("a pattern of numbered files has one `*`, one row of `#`, or one `%d` or `%04d`")]
    NoPattern,
    /// No numbered file fits the name.
    #[error("there are no such numbered files")]
    NoFrameFiles,
    /// Numbered files are more than a motion can have.
    #[error("there are more than {limit} such files")]
    TooManyFrameFiles {
        /// Most files.
        limit: usize,
    },
    /// Two files have the same number.
    #[error("`{one}` and `{other}` have the same number")]
    SameFrame {
        /// One of them.
        one: String,
        /// The other.
        other: String,
    },
    /// Numbered files of a folder differ in more than their number.
    #[error("it has `{one}` and `{other}`; a pattern such as `walk*.obj` says which are meant")]
    MixedFrames {
        /// One of them.
        one: String,
        /// The other.
        other: String,
    },
    /// A number is missing among files.
    #[error("there is no file with the number {missing}, though there is `{after}`")]
    MissingFrame {
        /// The first number that is missing.
        missing: u64,
        /// The file after it.
        after: String,
    },
    /// A motion of numbered files does not fit into memory.
    #[error(
        "{frames} frames of {vertices} vertices are more than {limit} positions, which is what is \
         kept of numbered files and of animations"
    )]
    TooManyPositions {
        /// Number of files.
        frames: usize,
        /// Vertices of each.
        vertices: usize,
        /// Most positions.
        limit: usize,
    },
    /// A frame is read with another unit or another axis than its mesh.
    #[error("it is read with another unit or up axis than `{mesh}`; `import` says which for both")]
    OtherConvention {
        /// File of the mesh.
        mesh: String,
    },
    /// It is not a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshReadError),
    /// It is not a sewing pattern.
    #[error(transparent)]
    Pattern(#[from] SpecificationError),
    /// Its panels cannot be cut into triangles.
    #[error(transparent)]
    Panels(#[from] GarmentError),
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
    /// It lacks an animation.
    #[error("it has no animation{}", animations(wanted, present))]
    NoAnimation {
        /// The animation asked for: its name, its number, or nothing for any.
        wanted: String,
        /// Animations of the file.
        present: Vec<String>,
    },
    /// An animation is to begin after its end.
    #[error("`begin` is {begin} s, but its animation, as often as it is played, ends at {end} s")]
    BeginsAfterEnd {
        /// The beginning that was asked for (s).
        begin: f64,
        /// End of the animation (s).
        end: f64,
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

/// The end of a sentence on animations.
fn animations(wanted: &str, present: &[String]) -> String {
    match (wanted.is_empty(), present.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!(" `{wanted}`, and no other"),
        (false, false) => format!(" `{wanted}`, but {}", quoted(present)),
    }
}

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
