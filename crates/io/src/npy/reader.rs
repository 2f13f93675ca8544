//! Reading trajectories frame by frame.

use std::io::{Read, Seek, SeekFrom};

use glam::DVec3;

use super::NpyError;
use super::header::{Element, Header};

/// Vertices that are read at a time.
const CHUNK: usize = 512;

/// Reads a trajectory: an array of shape (frames, vertices, 3), or (vertices, 3) for a single
/// frame.
///
/// Data behind the frames that the header counts are ignored.
#[derive(Debug)]
pub struct NpyReader<R> {
    stream: R,
    header: Header,
    vertex_count: usize,
}

impl<R: Read + Seek> NpyReader<R> {
    /// Reads the header, at byte 0 of the stream, and compares it with the length of the stream.
    ///
    /// # Errors
    /// If the stream fails, is no `.npy` file, holds something other than positions, or is shorter
    /// than its header says.
    pub fn new(mut stream: R) -> Result<Self, NpyError> {
        let length = stream.seek(SeekFrom::End(0))?;
        stream.seek(SeekFrom::Start(0))?;
        let header = Header::read(&mut stream)?;
        header.check_length(length)?;
        // If there is a frame it has fewer vertices than the file has bytes; if there is none, no
        // frame is ever read.
        let vertex_count = usize::try_from(header.vertex_count).unwrap_or(usize::MAX);
        Ok(Self { stream, header, vertex_count })
    }

    /// Number of frames.
    #[must_use]
    pub fn frame_count(&self) -> u64 {
        self.header.frame_count
    }

    /// Number of vertices of each frame.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// Reads a frame, counted from 0.
    ///
    /// # Errors
    /// If there is no such frame, if a coordinate is not finite, or if the stream fails.
    pub fn read_frame(&mut self, frame: u64) -> Result<Vec<DVec3>, NpyError> {
        let Header { element, frame_count, vertex_count, data_start } = self.header;
        if frame >= frame_count {
            return Err(NpyError::FrameOutOfRange { frame, frame_count });
        }
        // The header promises no more than there is, so this does not overflow.
        let start = data_start + frame * vertex_count * 3 * element.size();
        self.stream.seek(SeekFrom::Start(start))?;
        let mut positions = Vec::with_capacity(self.vertex_count);
        let mut bytes = [0; CHUNK * 24];
        while positions.len() < self.vertex_count {
            let count = (self.vertex_count - positions.len()).min(CHUNK);
            match element {
                Element::F32 => {
                    let bytes = &mut bytes[..12 * count];
                    self.stream.read_exact(bytes)?;
                    positions.extend(coordinates(bytes, |x| f32::from_le_bytes(x).into()));
                }
                Element::F64 => {
                    let bytes = &mut bytes[..24 * count];
                    self.stream.read_exact(bytes)?;
                    positions.extend(coordinates(bytes, f64::from_le_bytes));
                }
            }
        }
        match positions.iter().position(|x: &DVec3| !x.is_finite()) {
            Some(vertex) => Err(NpyError::NotFinite { frame, vertex }),
            None => Ok(positions),
        }
    }
}

/// Three elements of `N` bytes at a time.
fn coordinates<const N: usize>(
    bytes: &[u8],
    decode: impl Fn([u8; N]) -> f64,
) -> impl Iterator<Item = DVec3> {
    let elements = bytes.as_chunks::<N>().0;
    elements.as_chunks::<3>().0.iter().map(move |&vertex| vertex.map(&decode).into())
}
