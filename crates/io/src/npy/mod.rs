//! NumPy's `.npy`: trajectories as arrays of shape (frames, vertices, 3).
//!
//! | | read | written |
//! |---|---|---|
//! | version | 1.0, 2.0, 3.0 | 1.0 |
//! | element | `<f8`, `<f4` | `<f8` |
//! | order | C | C |
//! | shape | (frames, vertices, 3), (vertices, 3) | (frames, vertices, 3) |
//!
//! Big-endian numbers, Fortran order, other types and shapes are errors that say so, as are
//! coordinates that are not finite.

mod dictionary;
mod error;
mod header;
mod reader;
mod writer;

pub use error::NpyError;
pub use reader::NpyReader;
pub use writer::NpyWriter;
