//! Stitches as dynamics see them: soft while they are open, held once they are closed.
//!
//! ```text
//! δ = x_v − (1 − r) x_a − r x_b           the gap of a stitch that stands for a length L of seam
//!
//! soft    E = f L (√(|δ|² + ℓ²) − ℓ) + ½ c/h |δ − δ₀|²,    c = f L / s
//! held    E = ½ k L |δ|²
//! ```
//!
//! However wide it is open, a soft stitch pulls with the force per length `f`, and a dashpot keeps
//! the gap from closing faster than with the speed `s`; `δ₀` is the gap at the start of a step of
//! length `h`. Within `ℓ` it is a spring. A stitch that has been closed once is held for good, with
//! the stiffness `k` per length. Both energies depend on `δ` alone, whose weights add up to 0: they
//! keep momentum; and both are convex.
//!
//! Finite elements take the energy as a [`Potential`](ripstop_geometry::Potential). Position-based
//! cloth takes its quadratic model about the gap at the start of a substep,
//!
//! ```text
//! E ≈ ½ K |δ − δ*|²,    K = f L/√(|δ₀|² + ℓ²) + c/h,    δ* = δ₀ (c/h)/K
//! ```
//!
//! as a constraint `δ = δ*` with compliance 1/K.

mod potential;
mod sweep;

pub use potential::StitchPotential;
pub use sweep::StitchSweep;

use glam::DVec3;
use ripstop_geometry::{State, Stitch, VertexId};

use crate::ClothError;
use crate::error::positive;
use crate::rest_shape::check_length;

/// Part of the gap at which a stitch counts as closed that its thread has as play.
const PLAY: f64 = 0.5;

/// Forces of a stitch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StitchLaw {
    /// Force per length that closes it (N/m).
    pub force: f64,
    /// Distance within which that force falls off (m).
    pub reach: f64,
    /// Speed at which it closes at most (m/s).
    pub speed: f64,
    /// Stiffness per length once it is held (N/m²).
    pub stiffness: f64,
    /// Gap below which it is held from then on (m); 0 for one that is always soft.
    pub closed: f64,
}

/// Stitches with their laws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stitches {
    list: Vec<Stitch>,
    /// Length of the seam that each stands for (m).
    lengths: Vec<f64>,
    laws: Vec<StitchLaw>,
    held: Vec<bool>,
    /// Those that do not pull yet.
    waiting: Vec<bool>,
    /// True if open stitches are drawn together, by as much force as it takes.
    is_drawn: bool,
}

impl Stitches {
    /// Adds stitches of one seam, with the length (m) that each stands for; none of them is held.
    ///
    /// # Errors
    /// If a number of the law or a length is not positive, there is not one length per stitch, or a
    /// vertex is sewn to an edge that it is an end of.
    pub fn add_seam(
        &mut self,
        stitches: &[Stitch],
        lengths: &[f64],
        law: StitchLaw,
    ) -> Result<(), ClothError> {
        check_length("seam lengths", lengths.len(), "stitches", stitches.len())?;
        positive("seam force", law.force)?;
        positive("seam reach", law.reach)?;
        positive("seam speed", law.speed)?;
        positive("seam stiffness", law.stiffness)?;
        if !(law.closed >= 0.0 && law.closed.is_finite()) {
            positive("gap of a closed seam", law.closed)?;
        }
        for &length in lengths {
            positive("seam length", length)?;
        }
        let is_degenerate = |stitch: &Stitch| stitch.edge.contains(&stitch.vertex);
        if let Some(stitch) = stitches.iter().position(is_degenerate) {
            return Err(ClothError::SharedStitch { stitch });
        }
        self.list.extend_from_slice(stitches);
        self.lengths.extend_from_slice(lengths);
        self.laws.extend(stitches.iter().map(|_| law));
        self.held.resize(self.list.len(), false);
        self.waiting.resize(self.list.len(), false);
        Ok(())
    }

    /// True if there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The stitches.
    #[must_use]
    pub fn stitches(&self) -> &[Stitch] {
        &self.list
    }

    /// The stitches that are held.
    #[must_use]
    pub fn held(&self) -> &[bool] {
        &self.held
    }

    /// Lets stitches wait, by their numbers, and all others pull: one that waits is not there for
    /// the dynamics.
    pub fn wait(&mut self, waits: impl Fn(usize) -> bool) {
        for (number, waiting) in self.waiting.iter_mut().enumerate() {
            *waiting = waits(number);
        }
    }

    /// Draws open stitches together from now on, or leaves them to their forces.
    pub const fn draw(&mut self, is_drawn: bool) {
        self.is_drawn = is_drawn;
    }

    /// True if open stitches are drawn together.
    #[must_use]
    pub const fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    /// Stitches with the lengths (m) of their threads at the end of a step of length `dt` (s):
    /// those that are held, and those that are drawn together, at their speed, from where they were
    /// at the start of the step.
    #[must_use]
    pub fn threads(&self, start: &[DVec3], dt: f64) -> Vec<(Stitch, f64)> {
        let thread = |number: usize| {
            let (stitch, law) = (self.list[number], self.laws[number]);
            let play = PLAY * law.closed;
            let drawn = || stitch.gap(start).length() - law.speed * dt;
            if self.waiting[number] {
                return None;
            }
            match (self.held[number], self.is_drawn && law.closed > 0.0) {
                (true, _) => Some((stitch, play)),
                (false, true) => Some((stitch, play.max(drawn()))),
                (false, false) => None,
            }
        };
        (0..self.list.len()).filter_map(thread).collect()
    }

    /// Goes back to a moment, in which the first stitches were held or not; the others stay.
    pub fn set_held(&mut self, held: &[bool]) {
        for (now, then) in self.held.iter_mut().zip(held) {
            *now = *then;
        }
    }

    /// Holds the stitches that are closed, and all that were held before.
    pub fn hold_closed(&mut self, positions: &[DVec3]) {
        let stitches = self.list.iter().zip(&self.laws).zip(&self.waiting);
        for (held, ((stitch, law), waits)) in self.held.iter_mut().zip(stitches) {
            *held |= !waits && stitch.gap(positions).length() < law.closed;
        }
    }

    /// True if all stitches are held, but for those that are always soft.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.held.iter().zip(&self.laws).all(|(held, law)| *held || law.closed <= 0.0)
    }

    /// Numbers of the stitches that do not wait.
    fn active(&self) -> impl Iterator<Item = (usize, Stitch)> {
        let stitches = self.list.iter().copied().enumerate();
        stitches.filter(|(number, _)| !self.waiting[*number])
    }

    /// Closes the stitches that are held, one after another, at the end of a step of length `dt`
    /// (s): positions and velocities.
    pub fn close(&self, state: &mut State, dt: f64) {
        let State { positions, velocities, inverse_masses } = state;
        for (stitch, _) in self.list.iter().zip(&self.held).filter(|(_, held)| **held) {
            let vertices = stitch.vertices().map(VertexId::index);
            let weights = stitch.weights();
            let mobility = stitch.mobility(inverse_masses);
            if mobility <= 0.0 {
                continue;
            }
            let impulse = stitch.gap(positions) / -mobility;
            for (vertex, weight) in vertices.into_iter().zip(weights) {
                let moved = inverse_masses[vertex] * weight * impulse;
                positions[vertex] += moved;
                velocities[vertex] += moved / dt;
            }
        }
    }

    /// The energies in a step of length `dt` (s) from the positions at its start.
    #[must_use]
    pub fn potential(&self, start: &[DVec3], dt: f64) -> StitchPotential {
        StitchPotential::new(self, start, dt)
    }

    /// Stiffness (N/m) of the quadratic model and the gap (m) that it aims at, in a step of length
    /// `dt` (s) from a given gap.
    fn model(&self, stitch: usize, gap: DVec3, dt: f64) -> (f64, DVec3) {
        let (law, length) = (&self.laws[stitch], self.lengths[stitch]);
        if self.held[stitch] {
            return (law.stiffness * length, DVec3::ZERO);
        }
        let force = law.force * length;
        let dashpot = force / law.speed / dt;
        let stiffness = force / libm::sqrt(gap.length_squared() + law.reach * law.reach) + dashpot;
        (stiffness, dashpot / stiffness * gap)
    }
}
