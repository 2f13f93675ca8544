//! From a mesh to a GLB file.
//!
//! ```text
//! glTF  version 2  length
//! JSON chunk: text, filled up with blanks
//! BIN chunk: positions and indices of each group
//! ```

use std::fmt::Write as _;
use std::io::{self, Write};

use glam::{DVec3, Vec3};

use crate::{InvalidMesh, Mesh, Surface};

/// Error in writing a mesh as GLB.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GlbWriteError {
    /// The writer failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The mesh is not whole.
    #[error(transparent)]
    Mesh(#[from] InvalidMesh),
    /// A coordinate is too large for single precision.
    #[error("vertex {vertex} has a coordinate that single precision does not hold")]
    TooFar {
        /// Offending vertex.
        vertex: usize,
    },
    /// The file would have 4 GiB or more.
    #[error("a GLB file has less than 4 GiB, but the mesh needs {bytes} bytes")]
    TooLarge {
        /// Bytes that it needs.
        bytes: u64,
    },
}

/// Writes positions, in single precision, and faces as a GLB file, with a node for each group.
/// Positions that are `f32` already read back as the same bits. Texture coordinates are not
/// written.
///
/// glTF is in metres with y up: hand in positions that are, see
/// [`Convention::GLTF`](crate::Convention::GLTF).
///
/// # Errors
/// If the mesh does not pass [`Mesh::check`], if single precision does not hold it, if the file
/// would be too large, or if the writer fails.
pub fn write_glb(mut writer: impl Write, mesh: &Mesh) -> Result<(), GlbWriteError> {
    mesh.check()?;
    if let Some(vertex) = mesh.positions.iter().position(|x| !x.as_vec3().is_finite()) {
        return Err(GlbWriteError::TooFar { vertex });
    }
    let surfaces = mesh.surfaces();
    let sizes = surfaces.iter().map(|surface| surface.vertices.len() + surface.faces.len());
    let binary_length = 12 * sizes.map(|size| size as u64).sum::<u64>();
    let mut json = json(mesh, &surfaces, binary_length);
    while !json.len().is_multiple_of(4) {
        json.push(' ');
    }
    let length = 12 + 8 + json.len() as u64 + 8 + binary_length;
    let too_large = |_| GlbWriteError::TooLarge { bytes: length };
    let total = u32::try_from(length).map_err(too_large)?;
    writer.write_all(b"glTF")?;
    writer.write_all(&2_u32.to_le_bytes())?;
    writer.write_all(&total.to_le_bytes())?;
    writer.write_all(&(json.len() as u32).to_le_bytes())?;
    writer.write_all(b"JSON")?;
    writer.write_all(json.as_bytes())?;
    writer.write_all(&(binary_length as u32).to_le_bytes())?;
    writer.write_all(b"BIN\0")?;
    for surface in &surfaces {
        for &vertex in &surface.vertices {
            let position = mesh.positions[vertex as usize].as_vec3();
            writer.write_all(position.to_array().map(f32::to_le_bytes).as_flattened())?;
        }
        for face in &surface.faces {
            writer.write_all(face.map(u32::to_le_bytes).as_flattened())?;
        }
    }
    writer.flush()?;
    Ok(())
}

fn json(mesh: &Mesh, surfaces: &[Surface], binary_length: u64) -> String {
    let list = |item: &dyn Fn(usize, &Surface) -> String| {
        let items: Vec<String> = surfaces.iter().enumerate().map(|(i, s)| item(i, s)).collect();
        items.join(",")
    };
    let nodes = list(&|i, surface| format!("{{\"mesh\":{i},\"name\":{}}}", quoted(&surface.name)));
    let roots = list(&|i, _| i.to_string());
    let meshes = list(&|i, surface| {
        let (name, position, indices) = (quoted(&surface.name), 2 * i, 2 * i + 1);
        format!(
            "{{\"name\":{name},\"primitives\":[{{\"attributes\":{{\"POSITION\":{position}}},\
             \"indices\":{indices},\"material\":0}}]}}"
        )
    });
    let accessors = list(&|i, surface| {
        let (position, indices) = (2 * i, 2 * i + 1);
        let (vertex_count, corner_count) = (surface.vertices.len(), 3 * surface.faces.len());
        let points = surface.vertices.iter().map(|&vertex| mesh.positions[vertex as usize]);
        let points = points.map(DVec3::as_vec3);
        let min = points.clone().fold(Vec3::INFINITY, Vec3::min).to_array();
        let max = points.fold(Vec3::NEG_INFINITY, Vec3::max).to_array();
        format!(
            "{{\"bufferView\":{position},\"componentType\":5126,\"count\":{vertex_count},\"type\":\"VEC3\",\
             \"min\":{min:?},\"max\":{max:?}}},\
             {{\"bufferView\":{indices},\"componentType\":5125,\"count\":{corner_count},\"type\":\"SCALAR\"}}"
        )
    });
    let mut views = Vec::new();
    let mut start = 0;
    for surface in surfaces {
        for (count, target) in [(surface.vertices.len(), 34962), (surface.faces.len(), 34963)] {
            let length = 12 * count as u64;
            views.push(format!(
                "{{\"buffer\":0,\"byteOffset\":{start},\"byteLength\":{length},\"target\":{target}}}"
            ));
            start += length;
        }
    }
    format!(
        "{{\"asset\":{{\"version\":\"2.0\",\"generator\":\"ripstop\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[{roots}]}}],\
         \"nodes\":[{nodes}],\"meshes\":[{meshes}],\"materials\":[{{\"doubleSided\":true}}],\
         \"accessors\":[{accessors}],\"bufferViews\":[{}],\"buffers\":[{{\"byteLength\":{binary_length}}}]}}",
        views.join(",")
    )
}

/// A string in JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
