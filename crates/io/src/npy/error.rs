//! Errors of `.npy` files.

use std::io;

/// Error in reading, writing or continuing an array.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NpyError {
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not start as `.npy` files do.
    #[error("byte 0: expected the magic bytes of a .npy file, \\x93NUMPY, found `{found}`")]
    Magic {
        /// The first bytes, escaped.
        found: String,
    },
    /// The version is unknown.
    #[error("byte 6: expected version 1.0, 2.0 or 3.0 of the .npy format, found {major}.{minor}")]
    Version {
        /// Major version.
        major: u8,
        /// Minor version.
        minor: u8,
    },
    /// The header does not end where it should.
    #[error("byte {byte}: expected {expected}, found {found}")]
    Header {
        /// Offset of the offending byte in the file.
        byte: usize,
        /// Expected content.
        expected: &'static str,
        /// Content found, escaped and shortened.
        found: String,
    },
    /// The elements are of another type.
    #[error("expected elements of type '<f8' or '<f4', found '{found}'")]
    ElementType {
        /// The type, as the header gives it.
        found: String,
    },
    /// The first index runs fastest.
    #[error("expected an array in C order, found one in Fortran order")]
    FortranOrder,
    /// The shape is not that of a trajectory.
    #[error("expected the shape (frames, vertices, 3) or (vertices, 3), found {found:?}")]
    Shape {
        /// The shape, as the header gives it.
        found: Vec<u64>,
    },
    /// There is less data than the header promises.
    #[error("the header promises {promised} bytes of data, but there are {found}")]
    Truncated {
        /// Bytes that the shape needs.
        promised: u128,
        /// Bytes that there are.
        found: u64,
    },
    /// A coordinate is NaN or infinite.
    #[error("frame {frame}, vertex {vertex}: a coordinate is not finite")]
    NotFinite {
        /// Offending frame.
        frame: u64,
        /// Offending vertex.
        vertex: usize,
    },
    /// There is no such frame.
    #[error("frame {frame} is out of range, the file has {frame_count} frames")]
    FrameOutOfRange {
        /// The frame asked for, or the number of frames to keep.
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
    /// Somebody else wrote the file: its header has no room for a growing number of frames.
    #[error(
        "the file was not written by this writer: its header has no fixed place for the number of frames"
    )]
    NotAppendable,
    /// The header has no room for a larger number of frames.
    #[error("a file cannot have more than {limit} frames")]
    TooManyFrames {
        /// Largest number of frames.
        limit: u64,
    },
}

/// Bytes as text for a message.
pub(super) fn shown(bytes: &[u8]) -> String {
    bytes.iter().take(24).copied().flat_map(std::ascii::escape_default).map(char::from).collect()
}
