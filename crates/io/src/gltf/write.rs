//! From a mesh to a GLB file.
//!
//! ```text
//! glTF  version 2  length
//! JSON chunk: text, filled up with blanks
//! BIN chunk: positions, texture coordinates and indices of each object or group
//! ```

use std::fmt::Write as _;
use std::io::{self, Write};

use glam::{DVec3, Vec3};

use super::pieces::Piece;
use crate::{InvalidMesh, Mesh};

/// Targets of buffer views.
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

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

/// Writes positions, in single precision, and triangles as a GLB file, with a node for each object,
/// or for each group if there are no objects; texture coordinates where all of its faces have them,
/// and materials by name. Positions that are `f32` already read back as the same bits.
///
/// Vertices on seams of the texture are split, since glTF has texture coordinates at vertices; the
/// copies come behind all vertices of the node.
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
    let pieces = Piece::all_of(mesh);
    let binary_length = pieces.iter().map(Piece::byte_length).sum();
    let mut json = Json::default().text(mesh, &pieces, binary_length);
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
    for piece in &pieces {
        for &vertex in &piece.vertices {
            let position = mesh.positions[vertex as usize].as_vec3();
            writer.write_all(position.to_array().map(f32::to_le_bytes).as_flattened())?;
        }
        for uv in piece.uvs.iter().flatten() {
            // Downwards, as glTF has them.
            let uv = [uv.x as f32, (1.0 - uv.y) as f32];
            writer.write_all(uv.map(f32::to_le_bytes).as_flattened())?;
        }
        for face in &piece.faces {
            writer.write_all(face.map(u32::to_le_bytes).as_flattened())?;
        }
    }
    writer.flush()?;
    Ok(())
}

impl Piece<'_> {
    fn byte_length(&self) -> u64 {
        let uvs = self.uvs.as_ref().map_or(0, Vec::len);
        12 * (self.vertices.len() + self.faces.len()) as u64 + 8 * uvs as u64
    }
}

/// Lists of a glTF document in the making.
#[derive(Default)]
struct Json {
    accessors: Vec<String>,
    views: Vec<String>,
    /// Bytes of the buffer that have a view.
    bytes: u64,
}

impl Json {
    fn text(mut self, mesh: &Mesh, pieces: &[Piece], binary_length: u64) -> String {
        let mut materials: Vec<&str> =
            pieces.iter().flat_map(|piece| piece.runs.iter().map(|(name, _)| *name)).collect();
        materials.sort_unstable();
        materials.dedup();
        let number = |name: &str| materials.binary_search(&name).unwrap_or_default();
        let meshes: Vec<String> = pieces
            .iter()
            .map(|piece| {
                let primitives = self.primitives(mesh, piece, &number);
                let name = quoted(piece.name);
                format!("{{\"name\":{name},\"primitives\":[{}]}}", primitives.join(","))
            })
            .collect();
        let nodes = pieces.iter().enumerate();
        let nodes: Vec<String> = nodes
            .map(|(i, piece)| format!("{{\"mesh\":{i},\"name\":{}}}", quoted(piece.name)))
            .collect();
        let roots: Vec<String> = (0..pieces.len()).map(|i| i.to_string()).collect();
        let material = |name: &&str| match *name {
            "" => "{\"doubleSided\":true}".to_owned(),
            name => format!("{{\"name\":{},\"doubleSided\":true}}", quoted(name)),
        };
        let materials: Vec<String> = materials.iter().map(material).collect();
        format!(
            "{{\"asset\":{{\"version\":\"2.0\",\"generator\":\"ripstop\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[{}]}}],\
             \"nodes\":[{}],\"meshes\":[{}],\"materials\":[{}],\
             \"accessors\":[{}],\"bufferViews\":[{}],\"buffers\":[{{\"byteLength\":{binary_length}}}]}}",
            roots.join(","),
            nodes.join(","),
            meshes.join(","),
            materials.join(","),
            self.accessors.join(","),
            self.views.join(",")
        )
    }

    /// Primitives of a piece, which share its vertices.
    fn primitives(
        &mut self,
        mesh: &Mesh,
        piece: &Piece,
        material: &dyn Fn(&str) -> usize,
    ) -> Vec<String> {
        let points = piece.vertices.iter().map(|&vertex| mesh.positions[vertex as usize]);
        let points = points.map(DVec3::as_vec3);
        let min = points.clone().fold(Vec3::INFINITY, Vec3::min).to_array();
        let max = points.fold(Vec3::NEG_INFINITY, Vec3::max).to_array();
        let view = self.view(12 * piece.vertices.len() as u64, VERTICES);
        let count = piece.vertices.len();
        let position = self.accessor(format!(
            "{{\"bufferView\":{view},\"componentType\":5126,\"count\":{count},\"type\":\"VEC3\",\
             \"min\":{min:?},\"max\":{max:?}}}"
        ));
        let mut attributes = format!("\"POSITION\":{position}");
        if let Some(uvs) = &piece.uvs {
            let view = self.view(8 * uvs.len() as u64, VERTICES);
            let uv = self.accessor(format!(
                "{{\"bufferView\":{view},\"componentType\":5126,\"count\":{count},\"type\":\"VEC2\"}}"
            ));
            // Writing to a string cannot fail.
            let _ = write!(attributes, ",\"TEXCOORD_0\":{uv}");
        }
        let primitive = |&(name, face_count): &(&str, usize)| {
            let view = self.view(12 * face_count as u64, INDICES);
            let count = 3 * face_count;
            let indices = self.accessor(format!(
                "{{\"bufferView\":{view},\"componentType\":5125,\"count\":{count},\"type\":\"SCALAR\"}}"
            ));
            let material = material(name);
            format!(
                "{{\"attributes\":{{{attributes}}},\"indices\":{indices},\"material\":{material}}}"
            )
        };
        piece.runs.iter().map(primitive).collect()
    }

    fn accessor(&mut self, text: String) -> usize {
        self.accessors.push(text);
        self.accessors.len() - 1
    }

    /// The next bytes of the buffer.
    fn view(&mut self, length: u64, target: u32) -> usize {
        let start = self.bytes;
        self.bytes += length;
        self.views.push(format!(
            "{{\"buffer\":0,\"byteOffset\":{start},\"byteLength\":{length},\"target\":{target}}}"
        ));
        self.views.len() - 1
    }
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
