//! Mesh and trajectory formats for cloth, on readers and writers.
//!
//! Nothing here opens a file, prints or guesses: a mesh is read from any [`std::io::BufRead`] and
//! written to any [`std::io::Write`].
//!
//! | format | in | out |
//! |---|---|---|
//! | Wavefront OBJ: [`obj`] | [`read_obj`] | [`write_obj`] |
//! | PLY: [`ply`] | [`read_ply`] | [`write_ply`] |
//! | STL: [`stl`] | [`read_stl`] | |
//! | glTF: [`gltf`] | [`read_gltf`], [`read_gltf_with`] | [`write_glb`] |
//! | glTF that moves: [`Character`] | [`read_character`] | |
//! | PC2: [`pc2`] | [`Pc2Reader`], frame by frame | [`Pc2Writer`] |
//! | USD text: [`usd`] | | [`write_usd`] |
//! | GarmentCode: [`garmentcode`], sewing patterns | [`read_garmentcode`] | |
//! | NumPy: [`npy`] | [`NpyReader`], frame by frame | [`NpyWriter`], appending, always valid |
//!
//! Files hold a [`Mesh`]: positions, triangles, named [`Groups`] of them, texture coordinates,
//! names of materials, the [`Polygons`] that triangles were cut from, seams of [`Stitch`]es and
//! [`Chains`] of vertices. Polygons are cut by
//! [`triangulate`], exactly; vertices that a file has split are merged by [`weld()`]. A
//! [`Convention`] says what the numbers of a file mean, and [`MeshFormat`] chooses a reader by the
//! name of a file.
//!
//! ```
//! use ripstop_io::{PlyEncoding, read_obj, read_ply, write_ply};
//!
//! let text = "g sheet\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
//! let mesh = read_obj(text.as_bytes())?.mesh;
//! assert_eq!(mesh.faces, [[0, 1, 2], [0, 2, 3]]);
//!
//! let mut file = Vec::new();
//! write_ply(&mut file, &mesh, PlyEncoding::LittleEndian)?;
//! assert_eq!(read_ply(file.as_slice())?.mesh.positions, mesh.positions);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees of every reader
//!
//! - Errors say where (line or byte), what was expected and what was found.
//! - No input makes it panic, and none makes it use more than 1 MiB + 8 × the input's size of
//!   memory. Sizes in a header are compared with the data before anything is allocated for them.
//! - What was written here reads back as the same bits, where the format has room for them.

pub mod garmentcode;
pub mod gltf;
pub mod npy;
pub mod obj;
pub mod pc2;
pub mod ply;
pub mod stl;
pub mod usd;

mod chains;
mod convention;
mod decimal;
mod format;
mod groups;
mod growth;
mod imported;
mod joined;
mod kept_faces;
mod mesh;
mod number;
mod part;
mod polygon;
mod polygons;
mod read_error;
mod seams;
mod skipped;
mod surface;
mod weld;
mod whole_file;
mod words;

/// The vector types of the public API.
pub use glam;
/// A vertex sewn to a point of an edge, as the seams of a [`Mesh`] hold it.
pub use ripstop_geometry::Stitch;

pub use chains::{Chain, Chains};
pub use convention::{Convention, UpAxis};
pub use format::{MeshFormat, MeshReadError};
pub use garmentcode::{SpecificationError, read_garmentcode};
pub use gltf::{Animation, BufferLoader, Character, GlbWriteError, read_character};
pub use gltf::{read_gltf, read_gltf_with, write_glb};
pub use groups::{Group, Groups};
pub use imported::Imported;
pub use mesh::{InvalidMesh, Mesh};
pub use npy::{NpyError, NpyReader, NpyWriter};
pub use obj::{ObjError, ObjWriteError, read_obj, write_obj};
pub use pc2::{Pc2Error, Pc2Reader, Pc2Timing, Pc2Writer};
pub use ply::{PlyEncoding, PlyWriteError, read_ply, write_ply};
pub use polygon::{PolygonShape, Triangulation, triangulate};
pub use polygons::{Polygon, Polygons};
pub use read_error::{Place, ReadError};
pub use seams::InvalidStitch;
pub use skipped::{Skipped, SkippedStatement};
pub use stl::read_stl;
pub use surface::Surface;
pub use usd::{FrameSource, UsdStage, UsdWriteError, write_usd};
pub use weld::{InvalidTolerance, Weld, weld};
