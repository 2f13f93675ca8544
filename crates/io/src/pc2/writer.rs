//! Writing point caches frame by frame.

use std::io::Write;

use glam::DVec3;

use super::{MAGIC, Pc2Error, Pc2Timing, VERSION};

/// Writes a point cache whose number of frames is known beforehand.
///
/// ```
/// use std::io::Cursor;
/// use glam::dvec3;
/// use ripstop_io::{Pc2Reader, Pc2Timing, Pc2Writer};
///
/// let mut file = Vec::new();
/// let mut writer = Pc2Writer::create(&mut file, 1, 2, Pc2Timing::default())?;
/// writer.append(&[dvec3(0.0, 0.0, 1.0)])?;
/// writer.append(&[dvec3(0.0, 0.0, 0.5)])?;
/// writer.finish()?;
///
/// let mut reader = Pc2Reader::new(Cursor::new(file))?;
/// assert_eq!(reader.read_frame(1)?, [dvec3(0.0, 0.0, 0.5)]);
/// # Ok::<(), ripstop_io::Pc2Error>(())
/// ```
#[derive(Debug)]
pub struct Pc2Writer<W> {
    stream: W,
    vertex_count: usize,
    frame_count: u64,
    written: u64,
    /// The bytes of a frame, kept for the next one.
    bytes: Vec<u8>,
}

impl<W: Write> Pc2Writer<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// If the numbers do not fit into it, or if the stream fails.
    pub fn create(
        mut stream: W,
        vertex_count: usize,
        frame_count: u64,
        timing: Pc2Timing,
    ) -> Result<Self, Pc2Error> {
        let vertices = i32::try_from(vertex_count).map_err(|_| Pc2Error::TooMany)?;
        let frames = i32::try_from(frame_count).map_err(|_| Pc2Error::TooMany)?;
        stream.write_all(MAGIC)?;
        stream.write_all(&VERSION.to_le_bytes())?;
        stream.write_all(&vertices.to_le_bytes())?;
        stream.write_all(&timing.first_frame.to_le_bytes())?;
        stream.write_all(&timing.frames_per_sample.to_le_bytes())?;
        stream.write_all(&frames.to_le_bytes())?;
        Ok(Self { stream, vertex_count, frame_count, written: 0, bytes: Vec::new() })
    }

    /// Appends a frame.
    ///
    /// # Errors
    /// If the frame has the wrong number of vertices, a coordinate that single precision does not
    /// hold, or is one too many (nothing is written then), or if the stream fails.
    pub fn append(&mut self, positions: &[DVec3]) -> Result<(), Pc2Error> {
        let frame = self.written;
        if frame == self.frame_count {
            return Err(Pc2Error::FrameOutOfRange { frame, frame_count: self.frame_count });
        }
        if positions.len() != self.vertex_count {
            let (expected, found) = (self.vertex_count, positions.len());
            return Err(Pc2Error::VertexCount { expected, found });
        }
        if let Some(vertex) = positions.iter().position(|x| !x.as_vec3().is_finite()) {
            return Err(Pc2Error::NotFinite { frame, vertex });
        }
        self.bytes.clear();
        let coordinates = positions.iter().flat_map(|x| x.as_vec3().to_array());
        self.bytes.extend(coordinates.flat_map(f32::to_le_bytes));
        self.stream.write_all(&self.bytes)?;
        self.written += 1;
        Ok(())
    }

    /// Ends the file and returns the stream.
    ///
    /// # Errors
    /// If frames are missing, or if the stream fails.
    pub fn finish(mut self) -> Result<W, Pc2Error> {
        if self.written < self.frame_count {
            let (written, promised) = (self.written, self.frame_count);
            return Err(Pc2Error::FrameCount { written, promised });
        }
        self.stream.flush()?;
        Ok(self.stream)
    }
}
