//! A moment of a simulation, from which it goes on with the same bits.
//!
//! A step depends on the state, the frame and the scene; what it remembers beyond that (candidates
//! with slack, the order of a tree) only saves time, but the number of searches in the
//! report depends on it, and so may contacts at the edge of the slack. So taking a checkpoint
//! forgets all of it: a simulation that was checkpointed and one that was restored from the
//! checkpoint go on from the same data.

mod bytes;

use ripstop_geometry::State;

use super::pace::Pace;
use super::tangles::TangleOrigin;
use super::{ReleasedVertex, SewingMoment};
use crate::Simulation;
use crate::simulation::methods::detector;

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
    /// Vertices that follow an obstacle because of a pinch, in order.
    pub released: Vec<ReleasedVertex>,
    /// True if crossings that are being untangled, if there are any, were left by a pinch.
    pub is_left_by_pinch: bool,
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
    #[error("the checkpoint has version {found}, but only versions 1 to 4 can be read")]
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
    /// It belongs to another scene, or a number is not finite.
    #[error("released vertex {place} of the checkpoint is none of the scene, or not finite")]
    Released {
        /// Its place among those that are released.
        place: usize,
    },
    /// A position or a velocity is not finite.
    #[error("vertex {vertex} of the checkpoint is not finite")]
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
}

impl Simulation {
    /// This moment. What the simulation remembers beyond it is forgotten, so that it goes on
    /// exactly as one that is restored from it.
    #[must_use]
    pub fn checkpoint(&mut self) -> Checkpoint {
        let (threads, sewing) = (self.held(), self.sewing.moment());
        self.forget();
        Checkpoint {
            frame: self.frame,
            state: self.state.clone(),
            threads,
            released: self.pinches.released().to_vec(),
            is_left_by_pinch: self.tangles.origin() == TangleOrigin::Pinch,
            sewing,
        }
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
        self.pinches
            .restore(&self.state, &checkpoint.released)
            .map_err(|place| CheckpointError::Released { place })?;
        self.forget();
        self.frame = checkpoint.frame;
        self.sewing.restore(checkpoint.sewing.as_ref(), self.time());
        self.state.clone_from(&checkpoint.state);
        self.doubt.lose();
        self.drift.begin(&self.state);
        self.hold(&checkpoint.threads);
        if self.pinches.may_release() {
            let origin =
                if checkpoint.is_left_by_pinch { TangleOrigin::Pinch } else { TangleOrigin::Given };
            self.tangles.release(self.pinches.marks(&self.world));
            self.tangles.restore(&self.world, &self.state, origin);
        }
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
        self.detector = detector(&self.world, &self.settings, self.watch.stop());
        self.integrator.forget();
        self.tangles.forget();
        self.pace = Pace::default();
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::scene::builtin;
    use crate::simulation::pinches::RECORD_SIZE;

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
        let state = State::at_rest(vec![DVec3::new(1.0, -2.0, 0.5), DVec3::X], 3.0);
        let plain = Checkpoint {
            frame: 7,
            state,
            threads: Vec::new(),
            released: Vec::new(),
            is_left_by_pinch: false,
            sewing: None,
        };
        let threads = vec![[0.5, -1.0, 2.0], [3.0, 0.0, 4.0]];
        let released = vec![ReleasedVertex::from_bytes(&[3; RECORD_SIZE]); 2];
        find_every_change(&plain);
        find_every_change(&Checkpoint { threads: threads.clone(), ..plain.clone() });
        find_every_change(&Checkpoint { released: released.clone(), ..plain.clone() });
        find_every_change(&Checkpoint { is_left_by_pinch: true, ..plain.clone() });
        for sewn_at in [None, Some(0.25)] {
            let sewing = Some(SewingMoment { held: vec![true, false, true], sewn_at });
            find_every_change(&Checkpoint { sewing, ..plain.clone() });
        }
        find_every_change(&Checkpoint { threads, released, ..plain });
    }

    fn find_every_change(checkpoint: &Checkpoint) {
        let bytes = checkpoint.to_bytes();
        assert_eq!(Checkpoint::from_bytes(&bytes).unwrap(), *checkpoint);
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
        let mut foreign = drape.checkpoint();
        foreign.released = vec![ReleasedVertex::from_bytes(&[3; RECORD_SIZE])];
        assert_eq!(drape.restore(&foreign), Err(CheckpointError::Released { place: 0 }));
        assert_eq!(drape.state(), &before);
    }
}
