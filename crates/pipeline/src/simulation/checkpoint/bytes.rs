//! Checkpoints as bytes, with all numbers in little-endian order:
//!
//! ```text
//! 8  magic "RIPSTOPC"        8  frame                24 n  positions (f64)
//! 4  version, 1 to 4         8  vertex count n       24 n  velocities (f64)
//!                                                     8 n  inverse masses (f64)
//!                                                     8    face count m, 24 m  threads (f64)
//!                                                     8    1 if crossings are left by a pinch
//!                                                     8    count k, 68 k  released vertices
//!                                                     8    count s, s  held stitches (0 or 1)
//!                                                     8    end of sewing (f64), NaN before it
//!                                                     8    FNV-1a of everything before
//! ```
//!
//! The line of the threads is there from version 2 on, which is that of scenes with friction
//! between threads; those of pinches from version 3 on, which is that of moments at which something
//! is released; those of stitches in version 4, that of scenes with seams.
//!
//! The checksum finds every change of a single byte, and others with probability 1 − 2⁻⁶⁴ if they
//! are accidents; it is no protection against intent.

use glam::DVec3;
use ripstop_geometry::State;

use super::{Checkpoint, CheckpointError};
use crate::simulation::pinches::RECORD_SIZE;
use crate::simulation::{ReleasedVertex, SewingMoment};

const MAGIC: &[u8; 8] = b"RIPSTOPC";
const VERSION: u32 = 1;
const VERSION_WITH_THREADS: u32 = 2;
const VERSION_WITH_PINCHES: u32 = 3;
const VERSION_WITH_STITCHES: u32 = 4;
const HEADER_SIZE: usize = 28;
const VERTEX_SIZE: usize = 56;
const FACE_SIZE: usize = 24;
const COUNT_SIZE: usize = 8;
const TIME_SIZE: usize = 8;
const CHECKSUM_SIZE: usize = 8;

impl Checkpoint {
    /// As bytes, the same for the same bits.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let State { positions, velocities, inverse_masses } = &self.state;
        let vertex_count = positions.len();
        let version = if self.sewing.is_some() {
            VERSION_WITH_STITCHES
        } else if !self.released.is_empty() || self.is_left_by_pinch {
            VERSION_WITH_PINCHES
        } else if self.threads.is_empty() {
            VERSION
        } else {
            VERSION_WITH_THREADS
        };
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(version.to_le_bytes());
        bytes.extend((self.frame as u64).to_le_bytes());
        bytes.extend((vertex_count as u64).to_le_bytes());
        let vectors = positions.iter().chain(velocities).flat_map(DVec3::to_array);
        bytes.extend(vectors.chain(inverse_masses.iter().copied()).flat_map(f64::to_le_bytes));
        if version >= VERSION_WITH_THREADS {
            bytes.extend((self.threads.len() as u64).to_le_bytes());
            bytes.extend(self.threads.iter().flatten().flat_map(|number| number.to_le_bytes()));
        }
        if version >= VERSION_WITH_PINCHES {
            bytes.extend(u64::from(self.is_left_by_pinch).to_le_bytes());
            bytes.extend((self.released.len() as u64).to_le_bytes());
            bytes.extend(self.released.iter().flat_map(|released| released.to_bytes()));
        }
        if let Some(SewingMoment { held, sewn_at }) = &self.sewing {
            bytes.extend((held.len() as u64).to_le_bytes());
            bytes.extend(held.iter().map(|held| u8::from(*held)));
            bytes.extend(sewn_at.unwrap_or(f64::NAN).to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// From bytes that [`Checkpoint::to_bytes`] made.
    ///
    /// # Errors
    /// If they are not such bytes, whole and unchanged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::NotACheckpoint)?;
        let found = bytes.len();
        let short = |expected: u128| CheckpointError::Length { expected, found };
        let too_short = || short(HEADER_SIZE as u128);
        let (version, rest) = rest.split_first_chunk().ok_or_else(too_short)?;
        let version = u32::from_le_bytes(*version);
        if !(VERSION..=VERSION_WITH_STITCHES).contains(&version) {
            return Err(CheckpointError::Version { found: version });
        }
        let (frame, rest) = rest.split_first_chunk().ok_or_else(too_short)?;
        let (vertex_count, rest) = rest.split_first_chunk().ok_or_else(too_short)?;
        let mut parts = Parts { rest, expected: (HEADER_SIZE + CHECKSUM_SIZE) as u128 };
        let vertices = parts.take(u64::from_le_bytes(*vertex_count), VERTEX_SIZE);
        let threads = if version >= VERSION_WITH_THREADS { parts.list(FACE_SIZE) } else { &[] };
        let has_pinches = version >= VERSION_WITH_PINCHES;
        let is_left = if has_pinches { parts.take(1, COUNT_SIZE) } else { &[] };
        let released = if has_pinches { parts.list(RECORD_SIZE) } else { &[] };
        let has_stitches = version >= VERSION_WITH_STITCHES;
        let held = if has_stitches { parts.list(1) } else { &[] };
        let sewn_at = if has_stitches { parts.take(1, TIME_SIZE) } else { &[] };
        let sum = match parts.rest.first_chunk::<CHECKSUM_SIZE>() {
            Some(sum) if parts.expected == found as u128 => sum,
            _ => return Err(short(parts.expected)),
        };
        if checksum(&bytes[..found - CHECKSUM_SIZE]) != u64::from_le_bytes(*sum) {
            return Err(CheckpointError::Checksum);
        }
        let vector_bytes = 3 * vertices.len() / 7;
        let (positions, data) = vertices.split_at(vector_bytes);
        let (velocities, inverse_masses) = data.split_at(vector_bytes);
        let state = State {
            positions: vectors(positions),
            velocities: vectors(velocities),
            inverse_masses: numbers(inverse_masses).collect(),
        };
        let frame = usize::try_from(u64::from_le_bytes(*frame))
            .map_err(|_| CheckpointError::NotACheckpoint)?;
        let threads = vectors(threads).iter().map(DVec3::to_array).collect();
        let released = released.as_chunks().0.iter().map(ReleasedVertex::from_bytes).collect();
        let is_left_by_pinch = is_left.iter().any(|byte| *byte != 0);
        let sewing = numbers(sewn_at).next().map(|time| SewingMoment {
            held: held.iter().map(|byte| *byte != 0).collect(),
            sewn_at: (!time.is_nan()).then_some(time),
        });
        Ok(Self { frame, state, threads, released, is_left_by_pinch, sewing })
    }
}

/// The bytes after the header, taken part by part. A count that is too large takes nothing, and is
/// found by the number of bytes that are due.
struct Parts<'a> {
    rest: &'a [u8],
    /// Number of bytes of the checkpoint that are due.
    expected: u128,
}

impl<'a> Parts<'a> {
    /// So many items of a size.
    fn take(&mut self, count: u64, size: usize) -> &'a [u8] {
        let due = u128::from(count) * size as u128;
        self.expected += due;
        let parts = usize::try_from(due).ok().and_then(|due| self.rest.split_at_checked(due));
        let (part, rest) = parts.unwrap_or_default();
        self.rest = rest;
        part
    }

    /// A count, and so many items of a size.
    fn list(&mut self, size: usize) -> &'a [u8] {
        let count = self.take(1, COUNT_SIZE);
        let count = count.first_chunk().map_or(0, |count| u64::from_le_bytes(*count));
        self.take(count, size)
    }
}

fn vectors(bytes: &[u8]) -> Vec<DVec3> {
    let (triples, _) = bytes.as_chunks::<24>();
    let coordinate =
        |triple: &[u8; 24], i: usize| numbers(&triple[8 * i..8 * i + 8]).next().unwrap_or_default();
    triples.iter().map(|t| DVec3::from([0, 1, 2].map(|i| coordinate(t, i)))).collect()
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = f64> {
    bytes.as_chunks().0.iter().map(|&number| f64::from_le_bytes(number))
}

/// FNV-1a, 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
