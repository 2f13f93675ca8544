//! From a mesh to OBJ text.

use std::io::Write;

use super::ObjWriteError;
use super::lexer::LONGEST_WORD;
use crate::Mesh;
use crate::decimal::Decimal;

/// Writes a mesh as OBJ text: vertices, texture coordinates, then the faces group by group.
///
/// Numbers are the shortest decimals that read back as the same bits, so
/// [`read_obj`](crate::read_obj) returns an equal mesh, whatever its positions are, as long as no
/// face has a vertex at two corners. Nothing is written if the mesh is not valid.
///
/// The text is written in small pieces: hand in a buffered writer.
///
/// # Errors
/// If the mesh does not pass [`Mesh::check`], if a group's name cannot be written, or if the writer
/// fails.
pub fn write_obj(mut writer: impl Write, mesh: &Mesh) -> Result<(), ObjWriteError> {
    mesh.check()?;
    if let Some(group) = mesh.groups.iter().find(|group| !is_writable(group.name)) {
        return Err(ObjWriteError::GroupName { name: group.name.to_owned() });
    }
    for position in &mesh.positions {
        let [x, y, z] = position.to_array().map(Decimal);
        writeln!(writer, "v {x} {y} {z}")?;
    }
    for uv in &mesh.uvs {
        let [u, v] = uv.to_array().map(Decimal);
        writeln!(writer, "vt {u} {v}")?;
    }
    for (number, group) in mesh.groups.iter().enumerate() {
        // The first group has no name until it is given one.
        if number > 0 || !group.name.is_empty() {
            let blank = if group.name.is_empty() { "" } else { " " };
            writeln!(writer, "g{blank}{}", group.name)?;
        }
        for (place, face) in group.faces.clone().enumerate() {
            let [a, b, c] = mesh.faces[face].map(from_one);
            match &group.uv_faces {
                Some(uv_faces) => {
                    let [i, j, k] = mesh.uv_faces[uv_faces.start + place].map(from_one);
                    writeln!(writer, "f {a}/{i} {b}/{j} {c}/{k}")?;
                }
                None => writeln!(writer, "f {a} {b} {c}")?,
            }
        }
    }
    writer.flush()?;
    Ok(())
}

fn from_one(index: u32) -> u64 {
    u64::from(index) + 1
}

/// True if the reader would find the same name: words between single blanks.
fn is_writable(name: &str) -> bool {
    let is_word = |word: &str| {
        let blank = |byte: u8| matches!(byte, b'\n' | b'\r' | b'\t' | 0x0b | 0x0c);
        (1..=LONGEST_WORD).contains(&word.len())
            && !word.bytes().any(blank)
            && !word.starts_with('#')
            && !word.ends_with('\\')
    };
    name.is_empty() || name.split(' ').all(is_word)
}
