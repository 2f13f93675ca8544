//! Reading point caches frame by frame.

use std::io::{ErrorKind, Read, Seek, SeekFrom};

use glam::DVec3;

use super::{HEADER, MAGIC, Pc2Error, Pc2Timing, VERSION};
use crate::read_error::quoted;

/// Vertices that are read at a time.
const CHUNK: usize = 512;

/// Reads a point cache.
#[derive(Debug)]
pub struct Pc2Reader<R> {
    stream: R,
    vertex_count: u32,
    frame_count: u32,
    timing: Pc2Timing,
}

impl<R: Read + Seek> Pc2Reader<R> {
    /// Reads the header, at byte 0 of the stream, and compares it with the length of the stream.
    ///
    /// # Errors
    /// If the stream fails, is no PC2 file, or is not as long as its header says.
    pub fn new(mut stream: R) -> Result<Self, Pc2Error> {
        let length = stream.seek(SeekFrom::End(0))?;
        stream.seek(SeekFrom::Start(0))?;
        let mut header = [0; HEADER];
        if length < HEADER as u64 {
            let expected = "the 32 bytes of the header of a PC2 file";
            return Err(Pc2Error::Header { byte: 0, expected, found: format!("{length} bytes") });
        }
        stream.read_exact(&mut header)?;
        if !header.starts_with(MAGIC) {
            let found = quoted(&header[..MAGIC.len()]);
            return Err(Pc2Error::Header { byte: 0, expected: "`POINTCACHE2\\0`", found });
        }
        let word = |byte: usize| header[byte..].first_chunk::<4>().copied().unwrap_or_default();
        let count = |byte: usize, expected: &'static str| {
            let count = i32::from_le_bytes(word(byte));
            u32::try_from(count).map_err(|_| {
                let found = count.to_string();
                Pc2Error::Header { byte, expected, found }
            })
        };
        if i32::from_le_bytes(word(12)) != VERSION {
            let found = i32::from_le_bytes(word(12)).to_string();
            return Err(Pc2Error::Header { byte: 12, expected: "version 1", found });
        }
        let vertex_count = count(16, "a number of vertices")?;
        let frame_count = count(28, "a number of samples")?;
        let first_frame = f32::from_le_bytes(word(20));
        let frames_per_sample = f32::from_le_bytes(word(24));
        if !(first_frame.is_finite() && frames_per_sample.is_finite()) {
            let found = format!("{first_frame} and {frames_per_sample}");
            let expected = "a finite first frame and sample rate";
            return Err(Pc2Error::Header { byte: 20, expected, found });
        }
        // Below 2⁶⁶ before it is saturated; then it is longer than any file.
        let promised = (u64::from(vertex_count) * u64::from(frame_count)).saturating_mul(12);
        let found = length - HEADER as u64;
        if promised != found {
            return Err(Pc2Error::Length { promised, found });
        }
        let timing = Pc2Timing { first_frame, frames_per_sample };
        Ok(Self { stream, vertex_count, frame_count, timing })
    }

    /// Number of frames.
    #[must_use]
    pub fn frame_count(&self) -> u64 {
        self.frame_count.into()
    }

    /// Number of vertices of each frame.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertex_count as usize
    }

    /// Times of the frames.
    #[must_use]
    pub fn timing(&self) -> Pc2Timing {
        self.timing
    }

    /// Reads a frame, counted from 0.
    ///
    /// # Errors
    /// If there is no such frame, if a coordinate is not finite, or if the stream fails.
    pub fn read_frame(&mut self, frame: u64) -> Result<Vec<DVec3>, Pc2Error> {
        let frame_count = self.frame_count();
        if frame >= frame_count {
            return Err(Pc2Error::FrameOutOfRange { frame, frame_count });
        }
        let start = HEADER as u64 + frame * u64::from(self.vertex_count) * 12;
        self.stream.seek(SeekFrom::Start(start))?;
        let mut positions: Vec<DVec3> = Vec::with_capacity(self.vertex_count());
        let mut bytes = [0; CHUNK * 12];
        while positions.len() < self.vertex_count() {
            let count = (self.vertex_count() - positions.len()).min(CHUNK);
            let bytes = &mut bytes[..12 * count];
            self.stream.read_exact(bytes).map_err(|error| match error.kind() {
                ErrorKind::UnexpectedEof => Pc2Error::FrameOutOfRange { frame, frame_count },
                _ => error.into(),
            })?;
            let coordinates = bytes.as_chunks::<4>().0.as_chunks::<3>().0.iter();
            let decode = |x: [u8; 4]| f64::from(f32::from_le_bytes(x));
            positions.extend(coordinates.map(|vertex| DVec3::from(vertex.map(decode))));
        }
        match positions.iter().position(|x| !x.is_finite()) {
            Some(vertex) => Err(Pc2Error::NotFinite { frame, vertex }),
            None => Ok(positions),
        }
    }
}
