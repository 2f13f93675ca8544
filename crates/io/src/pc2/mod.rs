//! PC2, the point cache that Blender and 3ds Max know: positions of every vertex at every frame, in
//! single precision.
//!
//! ```text
//! POINTCACHE2\0         12 bytes
//! version 1             i32
//! vertices              i32
//! first frame           f32
//! frames per sample     f32
//! samples               i32
//! x y z of every vertex of every sample …    f32, all little endian
//! ```
//!
//! Coordinates are rounded to the nearest `f32` when they are written; those that are one survive
//! bit for bit.

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

/// Times of the samples of a cache.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Pc2Timing {
    /// The frame of the first sample.
    pub first_frame: f32,
    /// Frames from one sample to the next.
    pub frames_per_sample: f32,
}

impl Pc2Timing {
    /// Samples from a frame on, in equal steps of frames.
    #[must_use]
    pub const fn new(first_frame: f32, frames_per_sample: f32) -> Self {
        Self { first_frame, frames_per_sample }
    }
}

impl Default for Pc2Timing {
    fn default() -> Self {
        Self { first_frame: 0.0, frames_per_sample: 1.0 }
    }
}
