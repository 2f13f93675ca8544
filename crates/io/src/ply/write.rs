//! From a mesh to a PLY file.

use std::io::{self, Write};

use glam::DVec2;

use crate::decimal::Decimal;
use crate::{InvalidMesh, Mesh, Polygon};

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

/// Writes positions and faces as PLY, as polygons where there are any;
/// [`read_ply`](crate::read_ply) finds the same bits, in every encoding. Texture coordinates are
/// written if no vertex has two of them, since PLY has them at vertices; groups and names are not.
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
    let uvs = vertex_uvs(mesh);
    let most_corners = mesh.face_loops().map(|polygon| polygon.corners.len()).max().unwrap_or(3);
    let (length, length_type) = if u8::try_from(most_corners).is_ok() {
        (ListLength::Byte, "uchar")
    } else {
        (ListLength::Word, "uint")
    };
    write!(
        writer,
        "ply\nformat {} 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n\
         {}element face {}\nproperty list {length_type} uint vertex_indices\nend_header\n",
        encoding.name(),
        mesh.positions.len(),
        if uvs.is_some() { "property double s\nproperty double t\n" } else { "" },
        mesh.face_loops().count()
    )?;
    for (vertex, position) in mesh.positions.iter().enumerate() {
        let uv = uvs.as_ref().map(|uvs| uvs[vertex].to_array());
        let numbers = position.to_array().into_iter().chain(uv.into_iter().flatten());
        for (place, number) in numbers.enumerate() {
            match encoding {
                PlyEncoding::Ascii if place == 0 => write!(writer, "{}", Decimal(number))?,
                PlyEncoding::Ascii => write!(writer, " {}", Decimal(number))?,
                PlyEncoding::BigEndian => writer.write_all(&number.to_be_bytes())?,
                PlyEncoding::LittleEndian => writer.write_all(&number.to_le_bytes())?,
            }
        }
        if encoding == PlyEncoding::Ascii {
            writeln!(writer)?;
        }
    }
    for Polygon { corners, .. } in mesh.face_loops() {
        write_face(&mut writer, corners, encoding, length)?;
    }
    writer.flush()?;
    Ok(())
}

/// Writes the number of corners, in a byte if that is enough for every face, and the corners.
fn write_face(
    writer: &mut impl Write,
    corners: &[u32],
    encoding: PlyEncoding,
    length: ListLength,
) -> io::Result<()> {
    let count = corners.len() as u32;
    match (encoding, length) {
        (PlyEncoding::Ascii, _) => {
            write!(writer, "{count}")?;
            corners.iter().try_for_each(|vertex| write!(writer, " {vertex}"))?;
            return writeln!(writer);
        }
        (_, ListLength::Byte) => writer.write_all(&[count as u8])?,
        (PlyEncoding::BigEndian, _) => writer.write_all(&count.to_be_bytes())?,
        (PlyEncoding::LittleEndian, _) => writer.write_all(&count.to_le_bytes())?,
    }
    corners.iter().try_for_each(|vertex| match encoding {
        PlyEncoding::BigEndian => writer.write_all(&vertex.to_be_bytes()),
        _ => writer.write_all(&vertex.to_le_bytes()),
    })
}

/// Type of the number of corners of a face.
#[derive(Clone, Copy)]
enum ListLength {
    Byte,
    Word,
}

/// The texture coordinates of every vertex, if all faces have them and no vertex has two; of a
/// vertex without a face they are 0.
fn vertex_uvs(mesh: &Mesh) -> Option<Vec<DVec2>> {
    let corners = mesh.uv_corners()?;
    let mut uvs = vec![None; mesh.positions.len()];
    for (&vertex, &uv) in mesh.faces.iter().zip(&corners).flat_map(|(face, uv)| face.iter().zip(uv))
    {
        if *uvs[vertex as usize].get_or_insert(uv) != uv {
            return None;
        }
    }
    Some(uvs.into_iter().map(Option::unwrap_or_default).collect())
}
