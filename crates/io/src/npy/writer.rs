//! Appending frames such that the file is valid at every moment.

use std::io::{Read, Seek, SeekFrom, Write};

use glam::DVec3;

use super::NpyError;
use super::header::{Element, Header, MAGIC};

/// Bytes of the header that is written, dictionary and blanks included.
const HEADER: usize = 128;
/// Before and after the number of frames.
const BEFORE_COUNT: &str = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
/// Digits of the number of frames, blanks in front included.
const COUNT_DIGITS: usize = 10;
const COUNT_START: usize = 10 + BEFORE_COUNT.len();
const MOST_FRAMES: u64 = 9_999_999_999;

/// Writes a trajectory, frame by frame, as an array of shape (frames, vertices, 3).
///
/// A frame is written behind the others and flushed; then its number in the header is written, in
/// one call of [`Write::write`] that changes nothing but the digits that differ, and flushed. So
/// after any number of calls, a reader finds whole frames, at least those whose
/// [`NpyWriter::append`] has returned; anything behind them is ignored. On a file this holds if the
/// process is killed at any moment. If the machine itself may stop, hand in a stream whose `flush`
/// waits for the disk.
///
/// The array begins at byte 0 of the stream.
///
/// ```
/// use std::io::Cursor;
/// use glam::dvec3;
/// use ripstop_io::{NpyReader, NpyWriter};
///
/// let mut file = Cursor::new(Vec::new());
/// let mut writer = NpyWriter::create(&mut file, 2)?;
/// writer.append(&[dvec3(0.0, 0.0, 1.0), dvec3(1.0, 0.0, 1.0)])?;
/// writer.append(&[dvec3(0.0, 0.0, 0.9), dvec3(1.0, 0.0, 0.9)])?;
///
/// let mut reader = NpyReader::new(&mut file)?;
/// assert_eq!((reader.frame_count(), reader.vertex_count()), (2, 2));
/// assert_eq!(reader.read_frame(1)?[0].z, 0.9);
/// # Ok::<(), ripstop_io::NpyError>(())
/// ```
#[derive(Debug)]
pub struct NpyWriter<W> {
    stream: W,
    vertex_count: usize,
    frame_count: u64,
    /// The bytes of a frame, kept for the next one.
    bytes: Vec<u8>,
}

impl<W: Write + Seek> NpyWriter<W> {
    /// Starts a trajectory without frames, at the beginning of an empty stream.
    ///
    /// # Errors
    /// If the stream fails.
    pub fn create(stream: W, vertex_count: usize) -> Result<Self, NpyError> {
        let mut writer = Self { stream, vertex_count, frame_count: 0, bytes: Vec::new() };
        writer.write_header()?;
        Ok(writer)
    }

    /// Appends a frame. If this fails, the frames before it are still there, and it can be tried
    /// again.
    ///
    /// # Errors
    /// If the frame has the wrong number of vertices or a coordinate that is not finite (nothing is
    /// written then), if there are too many frames, or if the stream fails.
    pub fn append(&mut self, positions: &[DVec3]) -> Result<(), NpyError> {
        if positions.len() != self.vertex_count {
            return Err(NpyError::VertexCount {
                expected: self.vertex_count,
                found: positions.len(),
            });
        }
        if let Some(vertex) = positions.iter().position(|x| !x.is_finite()) {
            return Err(NpyError::NotFinite { frame: self.frame_count, vertex });
        }
        if self.frame_count == MOST_FRAMES {
            return Err(NpyError::TooManyFrames { limit: MOST_FRAMES });
        }
        self.bytes.clear();
        let coordinates = positions.iter().flat_map(DVec3::to_array);
        self.bytes.extend(coordinates.flat_map(f64::to_le_bytes));
        self.stream.seek(SeekFrom::Start(self.byte_length()))?;
        self.stream.write_all(&self.bytes)?;
        self.stream.flush()?;
        self.write_count(self.frame_count + 1)?;
        self.frame_count += 1;
        Ok(())
    }

    /// Writes the digits of the number of frames that change.
    fn write_count(&mut self, frame_count: u64) -> Result<(), NpyError> {
        let [old, new] = [self.frame_count, frame_count].map(digits);
        let same = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
        self.stream.seek(SeekFrom::Start((COUNT_START + same) as u64))?;
        self.stream.write_all(&new.as_bytes()[same..])?;
        self.stream.flush()?;
        Ok(())
    }

    fn write_header(&mut self) -> Result<(), NpyError> {
        self.stream.seek(SeekFrom::Start(0))?;
        self.stream.write_all(&header(self.frame_count, self.vertex_count as u64))?;
        self.stream.flush()?;
        Ok(())
    }
}

impl<W: Read + Write + Seek> NpyWriter<W> {
    /// Goes on with a trajectory that this writer began, after its first `frame_count` frames.
    /// Anything behind them, whole frames or part of one, is forgotten: new frames are written over
    /// it.
    ///
    /// The data decide how many frames there are, not the number in the header, which may be one
    /// behind. To cut off what is left over, set the file's length to [`NpyWriter::byte_length`].
    ///
    /// # Errors
    /// If the stream is not a trajectory that this writer wrote, or has fewer frames, or fails.
    pub fn resume(mut stream: W, frame_count: u64) -> Result<Self, NpyError> {
        let length = stream.seek(SeekFrom::End(0))?;
        stream.seek(SeekFrom::Start(0))?;
        let found = Header::read(&mut stream)?;
        let vertex_count =
            usize::try_from(found.vertex_count).map_err(|_| NpyError::NotAppendable)?;
        let mut bytes = vec![0; HEADER];
        stream.seek(SeekFrom::Start(0))?;
        let ours = header(found.frame_count, found.vertex_count);
        if found.data_start != HEADER as u64
            || stream.read_exact(&mut bytes).is_err()
            || bytes != ours
        {
            return Err(NpyError::NotAppendable);
        }
        debug_assert_eq!(found.element, Element::F64);
        let available = found.frames_in(length);
        if frame_count > available.min(MOST_FRAMES) {
            return Err(NpyError::FrameOutOfRange { frame: frame_count, frame_count: available });
        }
        let mut writer = Self { stream, vertex_count, frame_count, bytes: Vec::new() };
        writer.write_header()?;
        Ok(writer)
    }
}

impl<W> NpyWriter<W> {
    /// Number of frames that have been written.
    #[must_use]
    pub fn frame_count(&self) -> u64 {
        self.frame_count
    }

    /// Number of vertices of each frame.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// Start of the next frame: the length of the file, in bytes, if nothing is left over behind.
    #[must_use]
    pub fn byte_length(&self) -> u64 {
        HEADER as u64 + self.frame_count * self.vertex_count as u64 * 24
    }

    /// The stream.
    #[must_use]
    pub fn get_ref(&self) -> &W {
        &self.stream
    }

    /// The stream, at any place.
    #[must_use]
    pub fn into_inner(self) -> W {
        self.stream
    }
}

fn digits(frame_count: u64) -> String {
    format!("{frame_count:>COUNT_DIGITS$}")
}

/// Version 1.0, with the number of frames right-aligned in a fixed place and blanks up to a fixed
/// length.
fn header(frame_count: u64, vertex_count: u64) -> [u8; HEADER] {
    let dictionary = format!("{BEFORE_COUNT}{}, {vertex_count}, 3), }}", digits(frame_count));
    let length = (HEADER - 10) as u16;
    let mut bytes = [b' '; HEADER];
    bytes[..6].copy_from_slice(MAGIC);
    bytes[6..8].copy_from_slice(&[1, 0]);
    bytes[8..10].copy_from_slice(&length.to_le_bytes());
    bytes[10..][..dictionary.len()].copy_from_slice(dictionary.as_bytes());
    bytes[HEADER - 1] = b'\n';
    bytes
}

#[test]
fn the_largest_header_fits() {
    let bytes = header(MOST_FRAMES, u64::MAX);
    assert!(
        bytes.ends_with(b"9999999999, 18446744073709551615, 3), }                           \n")
    );
    assert!(header(7, 4)[COUNT_START..].starts_with(b"         7, 4, 3), }"));
}
