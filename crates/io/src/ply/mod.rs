//! PLY, the Stanford polygon format, in and out.
//!
//! # Reading
//!
//! All three encodings: `ascii`, `binary_little_endian`, `binary_big_endian`.
//!
//! | element | property | meaning here |
//! |---|---|---|
//! | `vertex` | `x`, `y`, `z` of a type with 4 or 8 bytes | a vertex |
//! | `vertex` | `s`, `t` or `u`, `v` or `texture_u`, `texture_v`, as above | texture coordinates |
//! | `face` | list `vertex_indices` or `vertex_index` of integers | polygon of 3 to 8192 corners |
//! | `face` | list `texcoord` of two numbers for every corner | texture coordinates, by corners |
//! | any | any other | read over |
//!
//! Texture coordinates of corners come before those of vertices if every face has them.
//!
//! Elements may come in any order. Polygons become triangles as in [`obj`](crate::obj): of corners
//! in a row at the same vertex one is kept; what collapses is dropped and counted. They are kept
//! beside the triangles, unless their indices take so few bytes that both together would take more
//! memory than the file allows. Counts in the
//! header are compared with the size of the file before anything is allocated, and nothing but
//! blanks may follow the last element of an ascii file, nothing at all that of a binary one.
//!
//! # Writing
//!
//! `double` coordinates and polygons with `uint` indices; texture coordinates as `s`, `t` of
//! vertices, if no vertex has two of them. The format has no groups and no materials.

mod faces;
mod header;
mod read;
mod values;
mod write;

pub use read::read_ply;
pub use write::{PlyEncoding, PlyWriteError, write_ply};
