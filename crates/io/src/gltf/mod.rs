//! glTF 2.0, in (`.gltf` and `.glb`) and out (`.glb`, one frame).
//!
//! # Reading
//!
//! The meshes of the default scene (`scene`, or the first) as its nodes place them, or every mesh
//! once if the file has no scene; a group for each node with a mesh, named as the node or else the
//! mesh. Of a mesh: `POSITION`, `TEXCOORD_0`, indices, names of materials where there is room for
//! them, the modes triangles, strip and fan. Points and lines and normals are read over; a mesh
//! with a skin is taken as it is bound, and what animations and morph targets make of it is for a
//! [`Character`]. Positions may be integers, as `KHR_mesh_quantization` allows, and accessors may
//! be sparse; other extensions that change geometry, if a file requires them, are errors.
//!
//! Buffers are in the file, in base64, or in files of their own that the caller hands in
//! ([`read_gltf_with`]). A buffer in a file of its own is an error for [`read_gltf`].
//!
//! Texture coordinates run downwards in glTF; they are turned to run upwards, as everywhere else.
//! glTF is in metres with y up; positions stay as they are in the file, see
//! [`Convention::GLTF`](crate::Convention::GLTF).
//!
//! # Memory
//!
//! A file of a few bytes may ask for a billion copies. So JSON is not made into a tree: what is
//! needed is kept in tables of less than the text's size, nodes are looked up in the text when they
//! are visited, each once, and the size of the mesh is added up and compared with that of the file
//! before it is made.
//!
//! # Writing
//!
//! Positions in single precision and `u32` indices, a node and a mesh for each object, or for each
//! group if there are no objects, with a primitive for each range of faces of one material, by
//! name. glTF has triangles alone, and texture coordinates at vertices: where all faces of a mesh
//! have them, vertices on seams are split, the further copies behind all others. So vertices keep
//! their order, and without seams their number.

mod accessor;
mod base64;
mod buffers;
mod document;
mod instances;
pub(crate) mod json;
mod pieces;
mod read;
mod rig;
mod sparse;
mod tables;
mod transform;
mod write;

pub use buffers::BufferLoader;
pub use read::{read_gltf, read_gltf_with};
pub use rig::{Animation, Character, read_character};
pub use write::{GlbWriteError, write_glb};
