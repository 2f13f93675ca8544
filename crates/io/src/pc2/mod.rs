//! PC2, the point cache that Blender and 3ds Max know: positions of every vertex at every frame, in single precision.
//!
//! ```text
//! POINTCACHE2\0   version 1   vertices   first frame   frames per sample   samples   x y z of every vertex of every sample …
//! 12 bytes        i32         i32        f32           f32                 i32       f32, all little endian
//! ```
//!
//! Coordinates are rounded to the nearest `f32` when they are written; those that are one survive bit for bit.

mod error;
mod reader;
mod writer;

pub use error::Pc2Error;
pub use reader::Pc2Reader;
pub use writer::Pc2Writer;

const MAGIC: &[u8; 12] = b"POINTCACHE2\0";
const VERSION: i32 = 1;
/// Bytes of the header.
const HEADER: usize = 32;

/// When the samples of a cache are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pc2Timing {
    /// The frame of the first sample.
    pub first_frame: f32,
    /// Frames from one sample to the next.
    pub frames_per_sample: f32,
}

impl Default for Pc2Timing {
    fn default() -> Self {
        Self { first_frame: 0.0, frames_per_sample: 1.0 }
    }
}
