//! Fast projection: stitches, ropes and contacts met together, by Newton's method
//! [Goldenthal 2007].
//!
//! Sweeps take a constraint at a time, and what a seam pulls at one end of a garment needs as many
//! of them as there are edges to the other. Here all constraints that matter are linear rows
//!
//! ```text
//! stitch    Δδ = −δ, as far as the gap δ is longer than its thread            three rows
//! rope      u·(Δx_b − Δx_a) ≤ (1+s)L − |x_b − x_a|                            one row
//! contact   −n·Σ aᵢ Δxᵢ ≤ n·Σ aᵢ xᵢ − h                                       one row
//! ```
//!
//! of which the least motion, `Δx = W Jᵀ λ` with inverse masses `W`, follows from
//!
//! ```text
//! (J W Jᵀ + ε D) λ = t        λ ≤ 0 for rows with ≤
//! ```
//!
//! Few rows are active: those of stitches, and where a garment is tight. The active set is found by
//! a few rounds of dropping rows that would push and adding those that are violated; then the next
//! iteration begins at the new positions. Ropes give way freely to being shorter: what sewing
//! shortens is not held open by its own threads.
//!
//! Where so many rows meet in a vertex that their matrix would be dense, nothing is done.
//!
//! **Not guaranteed:** that all constraints are met, for there may be no such positions; or that
//! nothing collides: contacts are planes of a moment ago, and the caller certifies the motion.
//! Momentum is kept, but by vertices that would move farther than what is linear holds.

mod active_set;
mod rows;
mod system;

use std::ops::RangeInclusive;

use glam::DVec3;
use ripstop_geometry::{Contact, State, Stitch};
use ripstop_linear::LinearSolver;

use active_set::ActiveSet;
use rows::Rows;

/// An edge by its ends, and its greatest length (m).
pub type Rope = ([usize; 2], f64);

/// Rounds of the active set in an iteration.
const ROUNDS: usize = 3;

/// Rows that change in a round of the active set without the need of another.
const FEW: usize = 3;

/// Part of the mean length of an edge by which a vertex moves in an iteration, at most.
const REACH: f64 = 0.2;

/// Violation, as a part of the mean length of an edge, that is left.
const MET: f64 = 1e-3;

/// Part of the violation before an iteration that is left by one that is not worth another.
const STALLED: f64 = 0.95;

/// Ropes of all cloths, and the active set.
#[derive(Debug)]
pub struct FastProjection {
    ropes: Vec<Rope>,
    /// Farthest that a vertex moves in an iteration (m).
    reach: f64,
    solver: LinearSolver,
    active: ActiveSet,
}

impl FastProjection {
    /// Ropes: edges that must not exceed a length; `edge` is the mean length of an edge (m), rope
    /// or not.
    #[must_use]
    pub fn new(ropes: Vec<Rope>, edge: f64) -> Self {
        let reach = REACH * edge;
        Self { ropes, reach, solver: LinearSolver::default(), active: ActiveSet::default() }
    }

    /// True if a rope is longer than it may be, by more than is left of it.
    #[must_use]
    pub fn is_exceeded(&self, positions: &[DVec3]) -> bool {
        let left = MET / REACH * self.reach;
        self.ropes.iter().any(|&([a, b], longest)| {
            positions[a].distance_squared(positions[b]) > (longest + left) * (longest + left)
        })
    }

    /// Forgets which constraints were active.
    pub fn forget(&mut self) {
        self.active = ActiveSet::default();
    }

    /// Moves positions towards where stitches are closed, ropes short enough and contacts apart, in
    /// a number of iterations, of which those beyond the least are made as long as each of them is
    /// worth another. Stitches come with the lengths (m) of their threads, and contacts,
    /// in their canonical order, with the distances (m) that they are to keep. Returns true if all
    /// is met.
    ///
    /// # Panics
    /// If a vertex is not one of the state.
    pub fn project(
        &mut self,
        state: &mut State,
        stitches: &[(Stitch, f64)],
        contacts: &[(Contact, f64)],
        iterations: RangeInclusive<usize>,
    ) -> bool {
        let State { positions, inverse_masses, .. } = state;
        let mut before = f64::INFINITY;
        for iteration in 0..*iterations.end() {
            let rows = Rows::new(positions, stitches, &self.ropes, contacts);
            if rows.are_met(MET / REACH * self.reach) {
                return true;
            }
            let violation = rows.violation();
            if iteration >= *iterations.start() && violation > STALLED * before {
                return false;
            }
            before = violation;
            let Some(moved) = self.least_motion(&rows, inverse_masses) else { return false };
            for (position, moved) in positions.iter_mut().zip(moved) {
                *position += moved.clamp_length_max(self.reach);
            }
        }
        false
    }

    /// The least motion that meets the rows, as far as the rounds of the active set go.
    fn least_motion(&mut self, rows: &Rows, inverse_masses: &[f64]) -> Option<Vec<DVec3>> {
        let list = &rows.list;
        let is_free: Vec<bool> = list.iter().map(|row| row.is_free(inverse_masses)).collect();
        let mut is_active = self.active.start(rows);
        let mut motion = None;
        for _ in 0..ROUNDS {
            let active: Vec<usize> =
                (0..list.len()).filter(|&i| is_active[i] && is_free[i]).collect();
            let multipliers = system::multipliers(&mut self.solver, list, &active, inverse_masses)?;
            let moved = system::motion(list, &active, &multipliers, inverse_masses);
            let mut changes = 0;
            // What was not active in this round is added, if it is violated after it.
            for (i, row) in list.iter().enumerate().skip(rows.equal) {
                let is_violated = || row.change(&moved) > row.target + MET * self.reach;
                if !is_active[i] && is_free[i] && is_violated() {
                    (is_active[i], changes) = (true, changes + 1);
                }
            }
            for (&i, multiplier) in active.iter().zip(&multipliers) {
                if i >= rows.equal && *multiplier > 0.0 {
                    (is_active[i], changes) = (false, changes + 1);
                }
            }
            motion = Some(moved);
            if changes < FEW {
                break;
            }
        }
        self.active.remember(rows, &is_active);
        motion
    }
}
