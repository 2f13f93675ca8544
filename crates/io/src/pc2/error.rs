//! Errors of PC2 files.

use std::io;

/// Error in reading or writing a point cache.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Pc2Error {
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The header is not that of a PC2 file.
    #[error("byte {byte}: expected {expected}, found {found}")]
    Header {
        /// Offset in the file.
        byte: usize,
        /// Expected content.
        expected: &'static str,
        /// Content found.
        found: String,
    },
    /// The file is not as long as the header says.
    #[error("byte 32: the header promises {promised} bytes of data, but there are {found}")]
    Length {
        /// Bytes that the counts need.
        promised: u64,
        /// Bytes that there are.
        found: u64,
    },
    /// A coordinate is NaN or infinite, or too large for single precision.
    #[error("frame {frame}, vertex {vertex}: a coordinate is not finite in single precision")]
    NotFinite {
        /// Offending frame.
        frame: u64,
        /// Offending vertex.
        vertex: usize,
    },
    /// There is no such frame.
    #[error("frame {frame} is out of range, the file has {frame_count} frames")]
    FrameOutOfRange {
        /// The frame asked for.
        frame: u64,
        /// Number of frames.
        frame_count: u64,
    },
    /// A frame has the wrong number of vertices.
    #[error("a frame has {found} vertices, but the file has {expected}")]
    VertexCount {
        /// Vertices of every frame in the file.
        expected: usize,
        /// Vertices of the frame at hand.
        found: usize,
    },
    /// There is more than the header can say.
    #[error("a PC2 file cannot have more than 2147483647 vertices or frames")]
    TooMany,
    /// Not all frames that the header promises have been written.
    #[error("{written} frames were written, but the header promises {promised}")]
    FrameCount {
        /// Number of frames written.
        written: u64,
        /// Number of frames promised.
        promised: u64,
    },
}
