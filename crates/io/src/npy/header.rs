//! The header of a `.npy` file: magic bytes, version, length, dictionary.
//!
//! ```text
//! \x93NUMPY  major minor  length (u16 or u32, little endian)  dictionary, blanks, newline  data …
//! ```

use std::io::{self, ErrorKind, Read};

use super::NpyError;
use super::dictionary::{self, Dictionary};
use super::error::shown;

pub(super) const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// Longer dictionaries are errors; those of plain arrays have about 100 bytes.
const LONGEST: usize = 1 << 16;

/// Content of a trajectory's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) element: Element,
    pub(super) frame_count: u64,
    pub(super) vertex_count: u64,
    /// Offset of the data.
    pub(super) data_start: u64,
}

/// The type of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    F32,
    F64,
}

impl Element {
    pub(super) const fn size(self) -> u64 {
        match self {
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

impl Header {
    /// Reads the header from the start of a file.
    pub(super) fn read(mut reader: impl Read) -> Result<Self, NpyError> {
        let magic = read_up_to(&mut reader, MAGIC.len())?;
        if magic != MAGIC {
            return Err(NpyError::Magic { found: shown(&magic) });
        }
        let length_size = match *read_up_to(&mut reader, 2)?.as_slice() {
            [1, 0] => 2,
            [2 | 3, 0] => 4,
            [major, minor] => return Err(NpyError::Version { major, minor }),
            _ => return Err(ended(MAGIC.len(), "the version of the format")),
        };
        let length_bytes = read_up_to(&mut reader, length_size)?;
        if length_bytes.len() < length_size {
            return Err(ended(8 + length_bytes.len(), "the length of the header"));
        }
        let length =
            length_bytes.iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
        let start = 8 + length_size;
        if length > LONGEST {
            let found = format!("{length}");
            let expected = "a header of at most 65536 bytes";
            return Err(NpyError::Header { byte: 8, expected, found });
        }
        let text = read_up_to(&mut reader, length)?;
        if text.len() < length {
            return Err(ended(start + text.len(), "the rest of the header"));
        }
        Self::new(&dictionary::parse(&text, start)?, (start + length) as u64)
    }

    fn new(dictionary: &Dictionary, data_start: u64) -> Result<Self, NpyError> {
        let element = match dictionary.element.as_str() {
            "<f8" => Element::F64,
            "<f4" => Element::F32,
            other => return Err(NpyError::ElementType { found: other.to_owned() }),
        };
        if dictionary.fortran_order {
            return Err(NpyError::FortranOrder);
        }
        let (frame_count, vertex_count) = match *dictionary.shape.as_slice() {
            [frames, vertices, 3] => (frames, vertices),
            [vertices, 3] => (1, vertices),
            _ => return Err(NpyError::Shape { found: dictionary.shape.clone() }),
        };
        Ok(Self { element, frame_count, vertex_count, data_start })
    }

    /// Number of whole frames in a file of the given length. Of frames without vertices there is no
    /// end.
    pub(super) fn frames_in(&self, file_length: u64) -> u64 {
        let data = u128::from(file_length.saturating_sub(self.data_start));
        data.checked_div(self.frame_size()).map_or(u64::MAX, |frames| frames as u64)
    }

    /// Bytes of a frame: below 2⁶⁹, whatever the header says.
    fn frame_size(&self) -> u128 {
        u128::from(self.vertex_count) * 3 * u128::from(self.element.size())
    }

    /// Checks that the data that the header promises are there.
    pub(super) fn check_length(&self, file_length: u64) -> Result<(), NpyError> {
        if self.frame_count > self.frames_in(file_length) {
            let found = file_length.saturating_sub(self.data_start);
            let promised = self.frame_size().saturating_mul(u128::from(self.frame_count));
            return Err(NpyError::Truncated { promised, found });
        }
        Ok(())
    }
}

fn ended(byte: usize, expected: &'static str) -> NpyError {
    NpyError::Header { byte, expected, found: "the end of the file".to_owned() }
}

/// Reads so many bytes, or fewer if the file ends before.
fn read_up_to(reader: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; count];
    let mut filled = 0;
    while filled < count {
        match reader.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(more) => filled += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(filled);
    Ok(bytes)
}
