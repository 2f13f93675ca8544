//! A moment of a simulation, from which it goes on with the same bits.
//!
//! A step depends on the state, the frame and the scene; what it remembers beyond that (candidates
//! with slack, the order of a tree) only saves time, but the number of searches in the
//! report depends on it, and so may contacts at the edge of the slack. So taking a checkpoint
//! forgets all of it: a simulation that was checkpointed and one that was restored from the
//! checkpoint go on from the same data.
//!
//! As bytes, with all numbers in little-endian order:
//!
//! ```text
//! 8  magic "RIPSTOPC"        8  frame                24 n  positions (f64)
//! 4  version, 1, 2 or 3      8  vertex count n       24 n  velocities (f64)
//!                                                     8 n  inverse masses (f64)
//!                                                     8    face count m, 24 m  threads (f64)
//!                                                     8    stitch count s, s  held (0 or 1)
//!                                                     8    end of sewing (f64), NaN if it goes on
//!                                                     8    FNV-1a of everything before
//! ```
//!
//! The line of the threads is there from version 2 on, which is that of scenes with friction
//! between threads, those of the stitches in version 3, that of scenes with seams.
//!
//! The checksum finds every change of a single byte, and others with probability 1 − 2⁻⁶⁴ if they
//! are accidents; it is no protection against intent.

use glam::DVec3;
use ripstop_geometry::State;

use super::SewingMoment;
use crate::Simulation;
use crate::simulation::methods::detector;

const MAGIC: &[u8; 8] = b"RIPSTOPC";
const VERSION: u32 = 1;
const VERSION_WITH_THREADS: u32 = 2;
const VERSION_WITH_STITCHES: u32 = 3;
const HEADER_SIZE: usize = 28;
const VERTEX_SIZE: usize = 56;
const FACE_SIZE: usize = 24;
const COUNT_SIZE: usize = 8;
const TIME_SIZE: usize = 8;
const CHECKSUM_SIZE: usize = 8;

/// A moment of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Frames done so far.
    pub frame: usize,
    /// Positions, velocities and inverse masses.
    pub state: State,
    /// Curvatures at which threads hold on to each other, in a form of their own: of all faces with
    /// a neighbour, cloth by cloth, of cloths of finite elements whose fabric has friction.
    pub threads: Vec<[f64; 3]>,
    /// Seams, if there are any.
    pub sewing: Option<SewingMoment>,
}

/// Bytes that are no checkpoint, or a checkpoint of something else.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The bytes begin otherwise.
    #[error("this is not a checkpoint")]
    NotACheckpoint,
    /// Written by another version of the format.
    #[error("the checkpoint has version {found}, but only versions 1 to 3 can be read")]
    Version {
        /// The version.
        found: u32,
    },
    /// Too short or too long.
    #[error("the checkpoint has {found} bytes where {expected} are due")]
    Length {
        /// Number of bytes that are due.
        expected: u128,
        /// Number of bytes.
        found: usize,
    },
    /// Something was changed.
    #[error("the checkpoint is damaged: its checksum does not match")]
    Checksum,
    /// It belongs to another scene.
    #[error("the checkpoint has {found} vertices, but the scene has {expected}")]
    VertexCount {
        /// Vertices of the scene.
        expected: usize,
        /// Vertices of the checkpoint.
        found: usize,
    },
    /// It belongs to another scene.
    #[error("vertex {vertex} of the checkpoint does not have the mass that the scene gives it")]
    Mass {
        /// The vertex.
        vertex: usize,
    },
    /// It belongs to another scene.
    #[error("the checkpoint has threads of {found} faces, but the scene of {expected}")]
    Threads {
        /// Faces of the scene with friction between threads.
        expected: usize,
        /// Those of the checkpoint.
        found: usize,
    },
    /// A curvature of threads is not finite.
    #[error("face {face} of those with threads in the checkpoint is not finite")]
    ThreadsNotFinite {
        /// The face, among those with friction between threads.
        face: usize,
    },
    /// It belongs to another scene.
    #[error("the checkpoint has {found} stitches, but the scene has {expected}")]
    Stitches {
        /// Stitches of the scene.
        expected: usize,
        /// Those of the checkpoint.
        found: usize,
    },
    /// Sewing ended at no time.
    #[error("sewing has ended at {value} s in the checkpoint")]
    SewnAt {
        /// The time.
        value: f64,
    },
    /// A position or a velocity is not finite.
    #[error("vertex {vertex} of the checkpoint is not finite")]
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
}

impl Checkpoint {
    /// As bytes, the same for the same bits.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let State { positions, velocities, inverse_masses } = &self.state;
        let vertex_count = positions.len();
        let version = match (&self.sewing, self.threads.len()) {
            (Some(_), _) => VERSION_WITH_STITCHES,
            (None, 0) => VERSION,
            (None, _) => VERSION_WITH_THREADS,
        };
        let mut bytes = Vec::with_capacity(HEADER_SIZE + VERTEX_SIZE * vertex_count);
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
        let short = |expected: usize| CheckpointError::Length {
            expected: expected as u128,
            found: bytes.len(),
        };
        let (version, rest) = rest.split_first_chunk().ok_or(short(HEADER_SIZE))?;
        let version = u32::from_le_bytes(*version);
        if !(VERSION..=VERSION_WITH_STITCHES).contains(&version) {
            return Err(CheckpointError::Version { found: version });
        }
        let (frame, rest) = rest.split_first_chunk().ok_or(short(HEADER_SIZE))?;
        let (vertex_count, rest) = rest.split_first_chunk().ok_or(short(HEADER_SIZE))?;
        let vertex_count = u64::from_le_bytes(*vertex_count);
        let vertex_bytes = u128::from(vertex_count) * VERTEX_SIZE as u128;
        let with_threads = version >= VERSION_WITH_THREADS;
        let threads_at = if with_threads { vertex_bytes } else { u128::MAX };
        let thread_bytes = list_bytes(rest, threads_at, FACE_SIZE);
        let with_stitches = version >= VERSION_WITH_STITCHES;
        let stitches_at = if with_stitches { vertex_bytes + thread_bytes } else { u128::MAX };
        let stitch_bytes = list_bytes(rest, stitches_at, 1);
        let stitch_bytes = stitch_bytes + if with_stitches { TIME_SIZE as u128 } else { 0 };
        let expected =
            vertex_bytes + thread_bytes + stitch_bytes + (HEADER_SIZE + CHECKSUM_SIZE) as u128;
        let (data, sum) = match rest.split_last_chunk::<CHECKSUM_SIZE>() {
            Some(parts) if expected == bytes.len() as u128 => parts,
            _ => return Err(CheckpointError::Length { expected, found: bytes.len() }),
        };
        if checksum(&bytes[..bytes.len() - CHECKSUM_SIZE]) != u64::from_le_bytes(*sum) {
            return Err(CheckpointError::Checksum);
        }
        let (data, threads) = data.split_at(vertex_bytes as usize);
        let (threads, stitches) = threads.split_at(thread_bytes as usize);
        let vector_bytes = 3 * data.len() / 7;
        let (positions, data) = data.split_at(vector_bytes);
        let (velocities, inverse_masses) = data.split_at(vector_bytes);
        let state = State {
            positions: vectors(positions),
            velocities: vectors(velocities),
            inverse_masses: numbers(inverse_masses).collect(),
        };
        let frame = usize::try_from(u64::from_le_bytes(*frame))
            .map_err(|_| CheckpointError::NotACheckpoint)?;
        let curvatures = vectors(threads.get(COUNT_SIZE..).unwrap_or_default());
        let threads = curvatures.iter().map(DVec3::to_array).collect();
        let sewing = match stitches.split_last_chunk() {
            Some((held, time)) => {
                let held = held.get(COUNT_SIZE..).unwrap_or_default();
                let time = f64::from_le_bytes(*time);
                let held = held.iter().map(|byte| *byte != 0).collect();
                Some(SewingMoment { held, sewn_at: (!time.is_nan()).then_some(time) })
            }
            None => None,
        };
        Ok(Self { frame, state, threads, sewing })
    }
}

impl Simulation {
    /// This moment. What the simulation remembers beyond it is forgotten, so that it goes on
    /// exactly as one that is restored from it.
    #[must_use]
    pub fn checkpoint(&mut self) -> Checkpoint {
        let (threads, sewing) = (self.held(), self.sewing.moment());
        self.forget();
        Checkpoint { frame: self.frame, state: self.state.clone(), threads, sewing }
    }

    /// Goes back, or forward, to a moment of a simulation of the same scene.
    ///
    /// # Errors
    /// If the checkpoint has other vertices or masses than the scene, or a number that is not
    /// finite. The simulation is then as before.
    pub fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), CheckpointError> {
        let State { positions, velocities, inverse_masses } = &checkpoint.state;
        let expected = self.state.positions.len();
        for found in [positions.len(), velocities.len(), inverse_masses.len()] {
            if found != expected {
                return Err(CheckpointError::VertexCount { expected, found });
            }
        }
        let masses = inverse_masses.iter().zip(&self.state.inverse_masses);
        if let Some(vertex) = masses.into_iter().position(|(a, b)| a.to_bits() != b.to_bits()) {
            return Err(CheckpointError::Mass { vertex });
        }
        let mut vectors = positions.iter().zip(velocities);
        if let Some(vertex) = vectors.position(|(x, v)| !x.is_finite() || !v.is_finite()) {
            return Err(CheckpointError::NotFinite { vertex });
        }
        self.check_threads(&checkpoint.threads)?;
        self.sewing.check(checkpoint.sewing.as_ref())?;
        self.forget();
        self.sewing.restore(checkpoint.sewing.as_ref());
        self.frame = checkpoint.frame;
        self.state.clone_from(&checkpoint.state);
        self.hold(&checkpoint.threads);
        Ok(())
    }

    fn check_threads(&mut self, threads: &[[f64; 3]]) -> Result<(), CheckpointError> {
        let expected = self.integrator.threads().map_or(0, |threads| threads.count());
        let found = threads.len();
        if found != expected {
            return Err(CheckpointError::Threads { expected, found });
        }
        let wild = threads.iter().position(|held| held.iter().any(|number| !number.is_finite()));
        wild.map_or(Ok(()), |face| Err(CheckpointError::ThreadsNotFinite { face }))
    }

    /// Forgets what only saves time.
    pub(crate) fn forget(&mut self) {
        self.detector = detector(&self.world, &self.settings);
        self.integrator.forget();
        self.tangles.forget();
    }
}

/// Number of bytes of a list that starts with its count, at a place behind the header; none at the
/// end of everything.
fn list_bytes(after_header: &[u8], place: u128, item_size: usize) -> u128 {
    if place == u128::MAX {
        return 0;
    }
    let count = usize::try_from(place)
        .ok()
        .and_then(|start| after_header.get(start..)?.first_chunk())
        .map_or(0, |count| u64::from_le_bytes(*count));
    COUNT_SIZE as u128 + u128::from(count) * item_size as u128
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::builtin;

    fn simulation(name: &str) -> Simulation {
        simulation_with_gravity(name, -9.81)
    }

    fn simulation_with_gravity(name: &str, gravity: f64) -> Simulation {
        let mut scene = builtin::scene(name, 8).unwrap();
        scene.settings.gravity[2] = gravity;
        Simulation::new(&scene, &mut |_| Err(String::new())).unwrap()
    }

    #[test]
    fn goes_on_with_the_same_bits() {
        // What hardly moves uses its candidates again, so that it matters that they are forgotten.
        for (name, gravity) in [("drape", -9.81), ("drape", -1e-3), ("pile", -9.81)] {
            let mut straight = simulation_with_gravity(name, gravity);
            for _ in 0..8 {
                straight.advance_frame().unwrap();
            }
            let checkpoint = straight.checkpoint();
            let bytes = checkpoint.to_bytes();
            let mut resumed = simulation_with_gravity(name, gravity);
            resumed.restore(&Checkpoint::from_bytes(&bytes).unwrap()).unwrap();
            for _ in 0..8 {
                assert_eq!(resumed.advance_frame(), straight.advance_frame());
            }
            assert_eq!(resumed.checkpoint().to_bytes(), straight.checkpoint().to_bytes());
            assert_ne!(resumed.checkpoint().to_bytes(), bytes);
        }
    }

    #[test]
    fn every_response_goes_on_with_the_same_bits() {
        use crate::scene::{DynamicsMethod, ResponseMethod};
        let (pbd, fem) = (DynamicsMethod::Pbd, DynamicsMethod::Fem);
        for (dynamics, respond) in [
            (fem, ResponseMethod::Penalty),
            (fem, ResponseMethod::Impulse),
            (fem, ResponseMethod::Barrier),
            (pbd, ResponseMethod::Impulse),
            (pbd, ResponseMethod::Ray),
            (fem, ResponseMethod::Ray),
        ] {
            let mut scene = builtin::scene("drape", 6).unwrap();
            scene.settings.dynamics = dynamics;
            scene.settings.respond = Some(respond);
            let build = || Simulation::new(&scene, &mut |_| Err(String::new())).unwrap();
            let mut straight = build();
            (0..6).for_each(|_| assert!(straight.advance_frame().is_ok()));
            let mut resumed = build();
            resumed.restore(&straight.checkpoint()).unwrap();
            for _ in 0..4 {
                assert_eq!(
                    resumed.advance_frame(),
                    straight.advance_frame(),
                    "{dynamics:?} {respond:?}"
                );
            }
            assert_eq!(resumed.state(), straight.state(), "{dynamics:?} {respond:?}");
        }
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_found() {
        for threads in [vec![], vec![[0.5, -1.0, 2.0], [3.0, 0.0, 4.0]]] {
            find_every_change(threads.clone(), None);
            for sewn_at in [None, Some(0.25)] {
                let sewing = SewingMoment { held: vec![true, false, true], sewn_at };
                find_every_change(threads.clone(), Some(sewing));
            }
        }
    }

    fn find_every_change(threads: Vec<[f64; 3]>, sewing: Option<SewingMoment>) {
        let state = State::at_rest(vec![DVec3::new(1.0, -2.0, 0.5), DVec3::X], 3.0);
        let checkpoint = Checkpoint { frame: 7, state, threads, sewing };
        let bytes = checkpoint.to_bytes();
        assert_eq!(Checkpoint::from_bytes(&bytes).unwrap(), checkpoint);
        for i in 0..bytes.len() {
            assert!(Checkpoint::from_bytes(&bytes[..i]).is_err(), "cut at {i}");
            for flip in [1, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[i] ^= flip;
                assert!(Checkpoint::from_bytes(&changed).is_err(), "byte {i}");
            }
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        let expected = bytes.len() as u128;
        let found = longer.len();
        let error = Checkpoint::from_bytes(&longer).unwrap_err();
        assert_eq!(error, CheckpointError::Length { expected, found });
    }

    #[test]
    fn a_checkpoint_of_another_scene_is_refused() {
        let mut drape = simulation("drape");
        let mut pile = simulation("pile");
        let before = drape.state().clone();
        let other = pile.checkpoint();
        assert!(matches!(drape.restore(&other), Err(CheckpointError::VertexCount { .. })));
        let mut heavier = drape.checkpoint();
        heavier.state.inverse_masses[3] *= 0.5;
        assert_eq!(drape.restore(&heavier), Err(CheckpointError::Mass { vertex: 3 }));
        let mut wild = drape.checkpoint();
        wild.state.velocities[5].y = f64::NAN;
        assert_eq!(drape.restore(&wild), Err(CheckpointError::NotFinite { vertex: 5 }));
        assert_eq!(drape.state(), &before);
    }
}
