//! Stitches of position-based cloth: Gauss–Seidel sweeps, in the order of the stitches.

use glam::DVec3;
use ripstop_geometry::{State, Stitch, VertexId};

use super::Stitches;

/// Rounds of a sweep.
const ROUNDS: usize = 8;

/// The stitches of a substep, and ropes along the edges of what they sew.
///
/// The sides of a seam often differ in length, and sewing shortens the longer one. Its threads
/// resist that as well as the shorter one's, and would tear the seam open or stretch what is around
/// it; so stitches and ropes, which allow edges to be shorter, are visited by turns.
#[derive(Clone, Debug, Default)]
pub struct StitchSweep {
    pulls: Vec<Pull>,
    /// Ends of edges, and the lengths (m) that they must not exceed.
    ropes: Vec<([usize; 2], f64)>,
}

#[derive(Clone, Debug)]
struct Pull {
    stitch: Stitch,
    /// Gap that the stitch aims at (m).
    target: DVec3,
    /// α/h², for the energy ½ |δ − target|²/α in a substep of length h.
    compliance: f64,
    /// Multiplier so far.
    multiplier: DVec3,
}

impl StitchSweep {
    /// Stitches with ropes: the ends of edges, with the lengths (m) that they must not exceed.
    #[must_use]
    pub const fn with_ropes(ropes: Vec<([usize; 2], f64)>) -> Self {
        Self { pulls: Vec::new(), ropes }
    }

    /// Begins a substep of length `dt` (s) from the positions at its start.
    pub fn begin_substep(&mut self, stitches: &Stitches, start: &[DVec3], dt: f64) {
        self.pulls.clear();
        self.pulls.extend(stitches.active().map(|(number, stitch)| {
            let (stiffness, target) = stitches.model(number, stitch.gap(start), dt);
            let compliance = 1.0 / (stiffness * dt * dt);
            Pull { stitch, target, compliance, multiplier: DVec3::ZERO }
        }));
    }

    /// Moves the vertices of every stitch towards its target.
    ///
    /// # Panics
    /// If a vertex is not one of the state.
    pub fn sweep(&mut self, state: &mut State) {
        if self.pulls.is_empty() {
            return;
        }
        for _ in 1..ROUNDS {
            self.sweep_stitches(state);
            self.sweep_ropes(state);
        }
        self.sweep_stitches(state);
    }

    fn sweep_ropes(&self, state: &mut State) {
        let State { positions, inverse_masses, .. } = state;
        for &([a, b], length) in &self.ropes {
            let along = positions[b] - positions[a];
            let now_squared = along.length_squared();
            let mobility = inverse_masses[a] + inverse_masses[b];
            if now_squared <= length * length || mobility == 0.0 {
                continue;
            }
            let pull = (1.0 - length / libm::sqrt(now_squared)) / mobility * along;
            positions[a] += inverse_masses[a] * pull;
            positions[b] -= inverse_masses[b] * pull;
        }
    }

    fn sweep_stitches(&mut self, state: &mut State) {
        let State { positions, inverse_masses, .. } = state;
        for pull in &mut self.pulls {
            let Pull { stitch, target, compliance, multiplier } = pull;
            let vertices = stitch.vertices().map(VertexId::index);
            let weights = stitch.weights();
            let mobility = stitch.mobility(inverse_masses);
            if mobility <= 0.0 {
                continue;
            }
            let off = stitch.gap(positions) - *target;
            let change = -(off + *compliance * *multiplier) / (mobility + *compliance);
            *multiplier += change;
            for (vertex, weight) in vertices.into_iter().zip(weights) {
                positions[vertex] += inverse_masses[vertex] * weight * change;
            }
        }
    }
}
