//! Step limit from CCD: the largest part of a motion that is free of impacts, certified on the
//! stored positions.
//!
//! The first impact bounds the step, but positions at that time have to be rounded, and the
//! straight path to a rounded position is another path. So the step is shortened a little, the
//! positions are rounded, and the same certified test runs on start → rounded end. If a pair still
//! touches, the step is shortened more:
//!
//! ```text
//! t = t* (1 − 2⁻ᵏ)      k = 48, 46, 44 …      xᵢ = fl(sᵢ + t (eᵢ − sᵢ))
//! ```
//!
//! A vertex that does not move stays where it is, to the bit.

use glam::DVec3;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use ripstop_geometry::{Candidate, CandidateList, Impact, Motion};

use crate::batch::MovingMesh;
use crate::ccd::Ccd;

/// A step without contact.
#[derive(Clone, Debug, PartialEq)]
pub struct SafeStep {
    /// Part of the motion that is taken, in `[0, 1]`; 0 if there is contact at the start.
    pub fraction: f64,
    /// Positions at its end (m): the motion from the start to these, in straight lines, is free of
    /// contact, unless the fraction is 0.
    pub positions: Vec<DVec3>,
    /// Impact that ends the step, if it is not the whole motion.
    pub blocked_by: Option<Impact>,
}

impl MovingMesh<'_> {
    /// The largest step free of contact among the candidates, which have to cover the whole motion.
    ///
    /// # Panics
    /// If a candidate is not one of the mesh.
    pub fn safe_step<C: Ccd + ?Sized>(
        &self,
        ccd: &C,
        candidates: &(impl CandidateList + ?Sized),
    ) -> SafeStep {
        let motion = self.motion();
        let search = self.search(ccd, candidates);
        let Some(first) = search.first else {
            return SafeStep { fraction: 1.0, positions: motion.end.to_vec(), blocked_by: None };
        };
        // The sieve excludes all others on paths to rounded positions before the first impact, too.
        let candidates = search.kept;
        let mut suspects = vec![first.candidate];
        let mut shortening = f64::from_bits((1023 - 48) << 52);
        while shortening < 1.0 {
            let fraction = first.time * (1.0 - shortening);
            let positions = positions_at(motion, fraction);
            let shorter = self.ending_at(&positions);
            shortening *= 4.0;
            let clear = |candidate: &Candidate| shorter.query(ccd, *candidate, 1.0).time.is_none();
            if !suspects.iter().all(clear) {
                continue;
            }
            match shorter.first_impact(ccd, candidates.as_slice()) {
                None => return SafeStep { fraction, positions, blocked_by: Some(first) },
                Some(another) => suspects.push(another.candidate),
            }
        }
        SafeStep { fraction: 0.0, positions: motion.start.to_vec(), blocked_by: Some(first) }
    }
}

/// Rounded positions after a part of the motion.
fn positions_at(motion: Motion<'_>, fraction: f64) -> Vec<DVec3> {
    let vertices = motion.start.par_iter().zip(motion.end);
    let blend = |(&start, &end): (&DVec3, &DVec3)| {
        let position = start + fraction * (end - start);
        // The difference of two huge coordinates may overflow.
        if position.is_finite() { position } else { (1.0 - fraction) * start + fraction * end }
    };
    vertices.map(blend).collect()
}
