//! Errors of mesh files.

use std::{fmt, io};

/// Place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In text: the line, from 1.
    Line(u64),
    /// In bytes: the offset from the start of the file.
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// Error in reading a PLY, STL or glTF file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The reader failed.
    #[error("byte {byte}: {source}")]
    Io {
        /// Bytes that had been read.
        byte: u64,
        /// Error of the reader.
        source: io::Error,
    },
    /// Something else stands where it should not.
    #[error("{place}: expected {expected}, found {found}")]
    Unexpected {
        /// Offending place.
        place: Place,
        /// Expected content.
        expected: String,
        /// Content found, quoted and shortened.
        found: String,
    },
    /// An index names something that the file does not have.
    #[error("{place}: index {index} is out of range, the file has {count} {items}")]
    IndexOutOfRange {
        /// Offending place.
        place: Place,
        /// The index, from 0 on.
        index: i64,
        /// Items that it counts.
        items: &'static str,
        /// Number of these items.
        count: u64,
    },
    /// There is more than can be handled.
    #[error("{place}: more than {limit} {items}")]
    TooMany {
        /// Place at which the limit is passed.
        place: Place,
        /// Items of which there are too many.
        items: &'static str,
        /// Largest number of them.
        limit: u64,
    },
    /// The file ended without a face, or all its faces are collapsed.
    #[error(
        "byte {byte}: expected at least one face, found the end of the file, with {vertex_count} vertices"
    )]
    NoFaces {
        /// The length of the file.
        byte: u64,
        /// Number of vertices read.
        vertex_count: usize,
    },
}

impl ReadError {
    pub(crate) fn unexpected(
        place: Place,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self::Unexpected { place, expected: expected.into(), found: found.into() }
    }

    pub(crate) fn ends(place: Place, expected: impl Into<String>) -> Self {
        Self::unexpected(place, expected, "the end of the file")
    }
}

/// Bytes as text for a message: shortened, with control characters escaped.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    const SHOWN: usize = 40;
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]);
    let dots = if bytes.len() > SHOWN { "…" } else { "" };
    format!("`{}{dots}`", shown.escape_debug())
}
