//! From a mesh to a PLY file.

use std::io::{self, Write};

use crate::decimal::Decimal;
use crate::{InvalidMesh, Mesh};

/// Encoding of the numbers of a PLY file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlyEncoding {
    /// As text, with the shortest decimals that read back as the same bits.
    Ascii,
    /// As bytes, the lowest first.
    #[default]
    LittleEndian,
    /// As bytes, the highest first.
    BigEndian,
}

impl PlyEncoding {
    const NAMES: [(Self, &'static str); 3] = [
        (Self::Ascii, "ascii"),
        (Self::LittleEndian, "binary_little_endian"),
        (Self::BigEndian, "binary_big_endian"),
    ];

    /// The encoding of that name.
    pub(super) fn of(name: &[u8]) -> Option<Self> {
        let found = Self::NAMES.into_iter().find(|(_, other)| other.as_bytes() == name);
        found.map(|(encoding, _)| encoding)
    }

    fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|&(other, _)| other == self).map_or("", |(_, name)| name)
    }
}

/// Error in writing a mesh as PLY.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlyWriteError {
    /// The writer failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The mesh is not whole.
    #[error(transparent)]
    Mesh(#[from] InvalidMesh),
}

/// Writes positions and faces as PLY; [`read_ply`](crate::read_ply) finds the same bits, in every
/// encoding. Groups and texture coordinates are not written.
///
/// The file is written in small pieces: hand in a buffered writer.
///
/// # Errors
/// If the mesh does not pass [`Mesh::check`], or if the writer fails.
pub fn write_ply(
    mut writer: impl Write,
    mesh: &Mesh,
    encoding: PlyEncoding,
) -> Result<(), PlyWriteError> {
    mesh.check()?;
    write!(
        writer,
        "ply\nformat {} 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n\
         element face {}\nproperty list uchar uint vertex_indices\nend_header\n",
        encoding.name(),
        mesh.positions.len(),
        mesh.faces.len()
    )?;
    for position in &mesh.positions {
        let coordinates = position.to_array();
        if encoding == PlyEncoding::Ascii {
            let [x, y, z] = coordinates.map(Decimal);
            writeln!(writer, "{x} {y} {z}")?;
        } else {
            let bytes = match encoding {
                PlyEncoding::BigEndian => coordinates.map(f64::to_be_bytes),
                _ => coordinates.map(f64::to_le_bytes),
            };
            writer.write_all(bytes.as_flattened())?;
        }
    }
    for &face in &mesh.faces {
        if encoding == PlyEncoding::Ascii {
            let [a, b, c] = face;
            writeln!(writer, "3 {a} {b} {c}")?;
        } else {
            let bytes = match encoding {
                PlyEncoding::BigEndian => face.map(u32::to_be_bytes),
                _ => face.map(u32::to_le_bytes),
            };
            writer.write_all(&[3])?;
            writer.write_all(bytes.as_flattened())?;
        }
    }
    writer.flush()?;
    Ok(())
}
