//! STL, in: triangles that share nothing.
//!
//! - Binary: 80 bytes that are read over, the number of triangles, 50 bytes for each; recognised by
//!   its length.
//! - Text: `solid name`, then for each triangle
//!   `facet normal … outer loop vertex … vertex … vertex … endloop endfacet`, then `endsolid`; any
//!   number of solids, each a [`Group`](crate::Group).
//!
//! Normals and attributes are read over. Every triangle has three vertices of its own, so a surface
//! is in one piece only after [`weld()`](crate::weld()).

mod binary;
mod text;

use std::io::Read;

use crate::read_error::quoted;
use crate::whole_file::read_whole;
use crate::{Imported, Place, ReadError};

/// Reads a mesh from an STL file, binary or text.
///
/// Memory stays below 1 MiB + 8 × the size of the file, whatever the file is.
///
/// # Errors
/// If the reader fails, if the file is not STL or not as long as its header says, if a coordinate
/// is not finite, or if there is no facet.
pub fn read_stl(reader: impl Read) -> Result<Imported, ReadError> {
    let bytes = read_whole(reader)?;
    let triangle_count = binary::triangle_count(&bytes);
    let mesh = if triangle_count.is_some_and(|count| binary::length(count) == bytes.len() as u64) {
        binary::read(&bytes)?
    } else if bytes.trim_ascii_start().starts_with(b"solid") {
        text::read(&bytes)?
    } else if let Some(count) = triangle_count {
        let expected = format!("{} bytes for {count} triangles", binary::length(count));
        let found = format!("a file of {} bytes", bytes.len());
        return Err(ReadError::unexpected(Place::Byte(80), expected, found));
    } else {
        let expected = "`solid`, or 84 bytes of a binary STL file";
        let found =
            if bytes.is_empty() { "the end of the file".to_owned() } else { quoted(&bytes) };
        return Err(ReadError::unexpected(Place::Byte(0), expected, found));
    };
    if mesh.faces.is_empty() {
        let vertex_count = mesh.positions.len();
        return Err(ReadError::NoFaces { byte: bytes.len() as u64, vertex_count });
    }
    Ok(Imported::whole(mesh))
}
