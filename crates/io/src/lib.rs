//! Mesh and trajectory formats for cloth, on readers and writers.
//!
//! Nothing here opens a file, prints or guesses: whoever has a [`std::io::BufRead`] reads a mesh from it, whoever has a
//! [`std::io::Write`] writes one to it.
//!
//! | format | in | out |
//! |---|---|---|
//! | Wavefront OBJ: [`obj`] | [`read_obj`] | [`write_obj`] |
//! | PLY: [`ply`] | [`read_ply`] | [`write_ply`] |
//! | STL: [`stl`] | [`read_stl`] | |
//! | glTF: [`gltf`] | [`read_gltf`], [`read_gltf_with`] | [`write_glb`] |
//! | PC2: [`pc2`] | [`Pc2Reader`], frame by frame | [`Pc2Writer`] |
//! | USD text: [`usd`] | | [`write_usd`] |
//! | NumPy `.npy`: [`npy`] | [`NpyReader`], frame by frame | [`NpyWriter`], appending, valid at every moment |
//!
//! What files hold is a [`Mesh`]: positions, triangles, named [`Groups`] of them, texture coordinates. Polygons
//! are cut by [`triangulate`], exactly; vertices that a file has split are merged by [`weld()`]. What the numbers of a
//! file mean is a [`Convention`], and [`MeshFormat`] chooses a reader by the name of a file.
//!
//! # What holds for every reader
//!
//! - Errors say where (line or byte), what was expected and what was found.
//! - No input makes it panic, and none makes it use more than 1 MiB + 8 × the input's size of memory. Sizes in a
//!   header are compared with the data before anything is allocated for them.
//! - What was written here reads back as the same bits, where the format has room for them.

pub mod gltf;
pub mod npy;
pub mod obj;
pub mod pc2;
pub mod ply;
pub mod stl;
pub mod usd;

mod convention;
mod decimal;
mod format;
mod groups;
mod growth;
mod imported;
mod mesh;
mod number;
mod polygon;
mod read_error;
mod surface;
mod weld;
mod whole_file;
mod words;

pub use convention::{Convention, UpAxis};
pub use format::{MeshFormat, MeshReadError};
pub use gltf::{BufferLoader, GlbWriteError, read_gltf, read_gltf_with, write_glb};
pub use groups::{Group, Groups};
pub use imported::Imported;
pub use mesh::{InvalidMesh, Mesh};
pub use npy::{NpyError, NpyReader, NpyWriter};
pub use obj::{ObjError, ObjWriteError, read_obj, write_obj};
pub use pc2::{Pc2Error, Pc2Reader, Pc2Timing, Pc2Writer};
pub use ply::{PlyEncoding, PlyWriteError, read_ply, write_ply};
pub use polygon::{PolygonShape, Triangulation, triangulate};
pub use read_error::{Place, ReadError};
pub use stl::read_stl;
pub use surface::Surface;
pub use usd::{FrameSource, UsdStage, UsdWriteError, write_usd};
pub use weld::{InvalidTolerance, Weld, weld};
