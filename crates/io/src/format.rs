//! Mesh files by the end of their name.

use std::io::BufRead;

use crate::gltf::{BufferLoader, read_gltf_with};
use crate::{Convention, Imported, ObjError, ReadError, read_obj, read_ply, read_stl};

/// A format that meshes are read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshFormat {
    /// Wavefront OBJ: `.obj`.
    Obj,
    /// PLY: `.ply`.
    Ply,
    /// STL: `.stl`.
    Stl,
    /// glTF: `.gltf`, `.glb`.
    Gltf,
}

/// Error in reading a mesh file.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum MeshReadError {
    /// As OBJ.
    Obj(#[from] ObjError),
    /// As any other format.
    Other(#[from] ReadError),
}

impl MeshFormat {
    /// The format of a file, by what comes after the last point of its name, in letters of either
    /// case.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "obj" => Some(Self::Obj),
            "ply" => Some(Self::Ply),
            "stl" => Some(Self::Stl),
            "gltf" | "glb" => Some(Self::Gltf),
            _ => None,
        }
    }

    /// The convention of the format if nobody says otherwise. glTF has y up; the others leave it
    /// open, and are taken as they are.
    #[must_use]
    pub const fn convention(self) -> Convention {
        match self {
            Self::Gltf => Convention::GLTF,
            Self::Obj | Self::Ply | Self::Stl => Convention::WORLD,
        }
    }

    /// Reads a mesh; `load` is asked for buffers of glTF in files of their own.
    ///
    /// # Errors
    /// If the file is not of this format, or not whole.
    pub fn read(
        self,
        reader: impl BufRead,
        load: &mut BufferLoader,
    ) -> Result<Imported, MeshReadError> {
        Ok(match self {
            Self::Obj => read_obj(reader)?,
            Self::Ply => read_ply(reader)?,
            Self::Stl => read_stl(reader)?,
            Self::Gltf => read_gltf_with(reader, load)?,
        })
    }
}

#[test]
fn formats_by_name() {
    for (name, expected) in [
        ("a.obj", Some(MeshFormat::Obj)),
        ("a.b/c.PLY", Some(MeshFormat::Ply)),
        ("x.glb", Some(MeshFormat::Gltf)),
        ("x.gltf", Some(MeshFormat::Gltf)),
        ("stl", None),
        ("a.fbx", None),
    ] {
        assert_eq!(MeshFormat::of_name(name), expected, "{name}");
    }
}
