//! From a mesh to OBJ text.

use std::io::{self, Write};

use super::ObjWriteError;
use super::lexer::LONGEST_WORD;
use crate::decimal::Decimal;
use crate::{Chain, Group, Groups, Mesh, Polygon};

/// Writes a mesh as OBJ text: vertices, texture coordinates, then the faces, as polygons where
/// there are any, by objects, groups and materials, then chains and seams.
///
/// Numbers are the shortest decimals that read back as the same bits, so
/// [`read_obj`](crate::read_obj) returns an equal mesh but for objects, whatever its positions are,
/// as long as no face has a vertex at two corners. Nothing is written if the mesh is not valid.
///
/// The text is written in small pieces: hand in a buffered writer.
///
/// # Errors
/// If the mesh does not pass [`Mesh::check`], if a group's name cannot be written, or if the writer
/// fails.
pub fn write_obj(mut writer: impl Write, mesh: &Mesh) -> Result<(), ObjWriteError> {
    mesh.check()?;
    let names = [&mesh.objects, &mesh.groups, &mesh.materials].into_iter().flat_map(Groups::iter);
    let names = names.map(|group| group.name).chain(mesh.chains.iter().map(|chain| chain.name));
    if let Some(name) = names.into_iter().find(|name| !is_writable(name)) {
        return Err(ObjWriteError::GroupName { name: name.to_owned() });
    }
    for position in &mesh.positions {
        let [x, y, z] = position.to_array().map(Decimal);
        writeln!(writer, "v {x} {y} {z}")?;
    }
    for uv in &mesh.uvs {
        let [u, v] = uv.to_array().map(Decimal);
        writeln!(writer, "vt {u} {v}")?;
    }
    let titles = [("o", &mesh.objects), ("g", &mesh.groups), ("usemtl", &mesh.materials)];
    let mut titles = titles.map(|(statement, names)| (statement, names.iter().peekable()));
    for Polygon { corners, uvs, faces } in mesh.face_loops() {
        for (statement, names) in &mut titles {
            let Some(Group { name, .. }) = names.next_if(|title| title.faces.start == faces.start)
            else {
                continue;
            };
            // What comes first has no name until it is given one.
            if faces.start > 0 || !name.is_empty() {
                let blank = if name.is_empty() { "" } else { " " };
                writeln!(writer, "{statement}{blank}{name}")?;
            }
        }
        write!(writer, "f")?;
        for (place, &vertex) in corners.iter().enumerate() {
            write!(writer, " {}", from_one(vertex))?;
            if let Some(uvs) = uvs {
                write!(writer, "/{}", from_one(uvs[place]))?;
            }
        }
        writeln!(writer)?;
    }
    write_sewing(&mut writer, mesh)?;
    writer.flush()?;
    Ok(())
}

fn write_sewing(writer: &mut impl Write, mesh: &Mesh) -> io::Result<()> {
    let mut group = None;
    for Chain { name, vertices } in mesh.chains.iter() {
        if group.replace(name) != Some(name) {
            let blank = if name.is_empty() { "" } else { " " };
            writeln!(writer, "g{blank}{name}")?;
        }
        write!(writer, "l")?;
        for &vertex in vertices {
            write!(writer, " {}", from_one(vertex))?;
        }
        writeln!(writer)?;
    }
    for seam in &mesh.seams {
        writeln!(writer, "seam {}", seam.len())?;
        for stitch in seam {
            let [vertex, a, b] = stitch.vertices().map(|vertex| vertex.0);
            writeln!(writer, "stitch {vertex} {a} {b} {}", Decimal(stitch.ratio))?;
        }
    }
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
