//! A file as a whole in memory.
//!
//! Formats with counts in a header are read from memory: then a count is compared with what there
//! is before anything is allocated for it, and faces are counted before they are kept.
//!
//! The file takes n bytes, in memory of at most 1.25 n once it is there. So a mesh of 6.5 n + 256
//! KiB can be made of it within the bound of 8 n + 1 MiB, and [`check_mesh_size`] refuses more.
//! Files that people use stay far below: a vertex takes 12 bytes or more and becomes 24, a triangle
//! with indices of two bytes takes 6 and becomes 12. Beyond are polygons of thousands of corners
//! with indices of a byte or two, and copies of copies.

use std::io::{ErrorKind, Read};

use glam::{DVec2, DVec3};

use crate::{Place, ReadError};

/// Reads everything; memory grows by a quarter, see [`growth`](crate::growth).
pub(crate) fn read_whole(mut reader: impl Read) -> Result<Vec<u8>, ReadError> {
    const CHUNK: usize = 1 << 14;
    let mut bytes: Vec<u8> = Vec::new();
    let mut buffer = [0; CHUNK];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(bytes),
            Ok(count) => {
                if bytes.capacity() - bytes.len() < count {
                    bytes.reserve_exact((bytes.len() / 4).max(CHUNK));
                }
                bytes.extend_from_slice(&buffer[..count]);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(source) => return Err(ReadError::Io { byte: bytes.len() as u64, source }),
        }
    }
}

/// Size of a mesh that will be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MeshSize {
    pub(crate) vertices: u64,
    pub(crate) faces: u64,
    pub(crate) uvs: u64,
    pub(crate) uv_faces: u64,
    /// Of groups and their names.
    pub(crate) other_bytes: u64,
}

impl MeshSize {
    fn bytes(self) -> u128 {
        let of = |count: u64, size: usize| u128::from(count) * size as u128;
        of(self.vertices, size_of::<DVec3>())
            + of(self.faces, size_of::<[u32; 3]>())
            + of(self.uvs, size_of::<DVec2>())
            + of(self.uv_faces, size_of::<[u32; 3]>())
            + u128::from(self.other_bytes)
    }
}

/// Checks that a mesh fits into the memory that a file of the given size may take, and that its
/// vertices can be numbered.
pub(crate) fn check_mesh_size(
    size: MeshSize,
    file_length: usize,
    place: Place,
) -> Result<(), ReadError> {
    const ROOM: u128 = 256 << 10;
    let limit = file_length as u128 * 13 / 2 + ROOM;
    if size.bytes() > limit {
        let items = "bytes of mesh from a file of this size";
        return Err(ReadError::TooMany { place, items, limit: limit as u64 });
    }
    let limit = u64::from(u32::MAX);
    if size.vertices.max(size.faces).max(size.uvs) > limit {
        return Err(ReadError::TooMany {
            place,
            items: "vertices, faces or texture coordinates",
            limit,
        });
    }
    Ok(())
}
