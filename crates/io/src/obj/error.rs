//! Errors of OBJ files.

use std::io;

use crate::read_error::quoted;
use crate::{InvalidMesh, InvalidStitch, Skipped};

/// Error in reading an OBJ file. Lines are counted from 1.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ObjError {
    /// The reader failed.
    #[error("line {line}: {source}")]
    Io {
        /// The line that was being read.
        line: u64,
        /// Error of the reader.
        source: io::Error,
    },
    /// Something else stands where it should not.
    #[error("line {line}: expected {expected}, found {found}")]
    Unexpected {
        /// Offending line.
        line: u64,
        /// Expected content.
        expected: &'static str,
        /// Content found, quoted and shortened.
        found: String,
    },
    /// An index names something that the file does not have.
    #[error("line {line}: index {index} is out of range, the file has {count} {items}")]
    IndexOutOfRange {
        /// Offending line.
        line: u64,
        /// The index as it is written: from 1 on, or negative.
        index: i64,
        /// Items that it counts.
        items: &'static str,
        /// Number of these items (for a negative index: up to that line).
        count: usize,
    },
    /// A face has too few corners.
    #[error("line {line}: expected a face with at least 3 corners, found {count}")]
    FewCorners {
        /// Offending line.
        line: u64,
        /// Number of its corners.
        count: usize,
    },
    /// A stitch cannot be sewn.
    #[error("line {line}: the stitch {problem}")]
    Stitch {
        /// Offending line.
        line: u64,
        /// Reason.
        problem: InvalidStitch,
    },
    /// There is more than can be handled.
    #[error("line {line}: more than {limit} {items}")]
    TooMany {
        /// The line at which the limit is passed.
        line: u64,
        /// Items of which there are too many.
        items: &'static str,
        /// Largest number of them.
        limit: usize,
    },
    /// The file ended without a face, or all its faces are collapsed.
    #[error(
        "expected at least one face, found the end of the file after {lines} lines with {vertex_count} vertices{}",
        if skipped.is_empty() { String::new() } else { format!("; {skipped}") }
    )]
    NoFaces {
        /// Number of lines read.
        lines: u64,
        /// Number of vertices read.
        vertex_count: usize,
        /// Lines whose statement is not known.
        skipped: Skipped,
    },
}

impl ObjError {
    /// An unexpected word, shortened to what fits in a message, with control characters escaped.
    pub(super) fn unexpected(line: u64, expected: &'static str, found: &[u8]) -> Self {
        Self::Unexpected { line, expected, found: quoted(found) }
    }

    /// A statement that ends too early.
    pub(super) fn ends(line: u64, expected: &'static str) -> Self {
        Self::Unexpected { line, expected, found: "the end of the statement".to_owned() }
    }
}

/// Error in writing a mesh as OBJ.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ObjWriteError {
    /// The writer failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The mesh is not whole.
    #[error(transparent)]
    Mesh(#[from] InvalidMesh),
    /// The name of a group, an object or a material would read back as something else: it has a
    /// line break, two blanks in a row, a blank at an end, a word that starts with `#` or ends with
    /// `\`, or a word that is too long.
    #[error("the name {name:?} cannot be written as OBJ")]
    GroupName {
        /// Offending name.
        name: String,
    },
}
