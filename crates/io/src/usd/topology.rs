//! Faces and texture coordinates of a mesh as USD text.

use std::fmt::Display;
use std::io::{self, Write};

use crate::Mesh;
use crate::part::Part;

/// Writes what does not depend on time: polygons, and texture coordinates where all faces have
/// them, by corners, so that seams split no vertex.
pub(super) fn write_topology(writer: &mut impl Write, mesh: &Mesh, part: &Part) -> io::Result<()> {
    writeln!(writer, "        uniform bool doubleSided = 1")?;
    write!(writer, "        int[] faceVertexCounts = ")?;
    write_list(writer, part.loops.iter().map(|polygon| polygon.corners.len()))?;
    let corners = part.loops.iter().flat_map(|polygon| polygon.corners);
    write!(writer, "\n        int[] faceVertexIndices = ")?;
    write_list(writer, corners.map(|&vertex| part.number(vertex)))?;
    writeln!(writer, "\n        uniform token subdivisionScheme = \"none\"")?;
    if part.has_uvs(mesh) { write_uvs(writer, mesh, part) } else { Ok(()) }
}

fn write_uvs(writer: &mut impl Write, mesh: &Mesh, part: &Part) -> io::Result<()> {
    let corners = part.loops.iter().flat_map(|polygon| polygon.uvs.unwrap_or_default());
    let mut used: Vec<u32> = corners.clone().copied().collect();
    used.sort_unstable();
    used.dedup();
    let uv = |&uv: &u32| {
        let [u, v] = mesh.uvs[uv as usize].as_vec2().to_array();
        format!("({u:?}, {v:?})")
    };
    write!(writer, "        texCoord2f[] primvars:st = ")?;
    write_list(writer, used.iter().map(uv))?;
    write!(writer, " (\n            interpolation = \"faceVarying\"\n        )\n")?;
    write!(writer, "        int[] primvars:st:indices = ")?;
    write_list(writer, corners.map(|uv| used.binary_search(uv).unwrap_or_default()))?;
    writeln!(writer)
}

/// Writes items between brackets.
pub(super) fn write_list(
    writer: &mut impl Write,
    items: impl IntoIterator<Item = impl Display>,
) -> io::Result<()> {
    write!(writer, "[")?;
    for (number, item) in items.into_iter().enumerate() {
        write!(writer, "{}{item}", if number == 0 { "" } else { ", " })?;
    }
    write!(writer, "]")
}
