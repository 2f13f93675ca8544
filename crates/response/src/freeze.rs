//! The last resort: vertices that keep their start positions.
//!
//! If nothing moved, nothing would collide. So vertices that collide are taken back, and the motion
//! is checked again, until it is clean; what is taken back can stop others, so the frozen zone
//! grows. A vertex in the path of a moving obstacle is first carried along with it:
//!
//! ```text
//! free ──▶ carried: end = start + displacement of the obstacle ──▶ frozen: end = start ──▶ pinched
//! ```
//!
//! A vertex only moves to the right in this list, and every pass that finds an impact moves at
//! least one, so that the iteration ends. With obstacles at rest it cannot end pinched.

use glam::DVec3;
use ripstop_geometry::{Candidate, Impact, Motion, State, VertexId};

use crate::{Detector, impact_contact};

/// Result of [`freeze()`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frozen {
    /// Vertices that were carried along by an obstacle.
    pub carried: usize,
    /// Vertices that kept their start positions.
    pub frozen: usize,
    /// Number of detection passes.
    pub passes: usize,
}

/// Pairs that collide whatever the free vertices do: a kinematic vertex moves into something that
/// cannot give way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pinched {
    /// The pairs, in canonical order.
    pub candidates: Vec<Candidate>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hold {
    Free,
    Carried,
    Frozen,
}

/// Takes vertices of `state` back towards `start` until the motion is free of impacts.
///
/// # Errors
/// If an obstacle's own motion makes that impossible; `state` is then of no use.
pub fn freeze(
    detector: &mut dyn Detector,
    start: &[DVec3],
    state: &mut State,
) -> Result<Frozen, Pinched> {
    let mut holds = vec![Hold::Free; start.len()];
    for passes in 1.. {
        let motion = Motion { start, end: &state.positions };
        let impacts = detector.impacts(&motion);
        if impacts.is_empty() {
            let count = |hold| holds.iter().filter(|&&h| h == hold).count();
            return Ok(Frozen {
                carried: count(Hold::Carried),
                frozen: count(Hold::Frozen),
                passes,
            });
        }
        let ends: Vec<(usize, Hold, DVec3)> = impacts
            .iter()
            .flat_map(|impact| held_back(detector, &motion, impact, &holds, &state.inverse_masses))
            .collect();
        if ends.is_empty() {
            let candidates = impacts.iter().map(|impact| impact.candidate).collect();
            return Err(Pinched { candidates });
        }
        for (vertex, hold, end) in ends {
            if hold > holds[vertex] {
                holds[vertex] = hold;
                state.positions[vertex] = end;
            }
        }
    }
    unreachable!("every round moves a vertex on, and there are finitely many")
}

/// The next hold of each movable vertex of an impact, and its end position.
fn held_back(
    detector: &dyn Detector,
    motion: &Motion,
    impact: &Impact,
    holds: &[Hold],
    inverse_masses: &[f64],
) -> Vec<(usize, Hold, DVec3)> {
    let contact = impact_contact(detector.mesh(), motion, impact);
    let stencil = contact.vertices.map(VertexId::index);
    let displacement = obstacle_displacement(motion, stencil, contact.weights, inverse_masses);
    let next = |i: usize| match (holds[i], displacement) {
        (Hold::Free, Some(d)) => Some((Hold::Carried, motion.start[i] + d)),
        (Hold::Free | Hold::Carried, _) => Some((Hold::Frozen, motion.start[i])),
        (Hold::Frozen, _) => None,
    };
    stencil
        .into_iter()
        .filter(|&i| inverse_masses[i] > 0.0)
        .filter_map(|i| next(i).map(|(hold, end)| (i, hold, end)))
        .collect()
}

/// Displacement of the kinematic part of a stencil at the point of contact; `None` if it does not
/// move.
fn obstacle_displacement(
    motion: &Motion,
    stencil: [usize; 4],
    weights: [f64; 4],
    inverse_masses: &[f64],
) -> Option<DVec3> {
    let kinematic = || (0..4).filter(|&k| inverse_masses[stencil[k]] == 0.0);
    let total: f64 = kinematic().map(|k| weights[k].abs()).sum();
    let moved: DVec3 = kinematic()
        .map(|k| weights[k].abs() * (motion.end[stencil[k]] - motion.start[stencil[k]]))
        .sum();
    (total > 0.0 && moved != DVec3::ZERO).then(|| moved / total)
}
