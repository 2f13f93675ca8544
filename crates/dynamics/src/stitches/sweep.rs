//! Stitches of position-based cloth: Gauss–Seidel sweeps, in the order of the stitches.

use glam::DVec3;
use ripstop_geometry::{State, Stitch};

use super::Stitches;

/// The stitches of a substep.
#[derive(Clone, Debug, Default)]
pub struct StitchSweep {
    pulls: Vec<Pull>,
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
    /// Begins a substep of length `dt` (s) from the positions at its start.
    pub fn begin_substep(&mut self, stitches: &Stitches, start: &[DVec3], dt: f64) {
        self.pulls.clear();
        self.pulls.extend(stitches.stitches.iter().enumerate().map(|(number, &stitch)| {
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
        let State { positions, inverse_masses, .. } = state;
        for pull in &mut self.pulls {
            let Pull { stitch, target, compliance, multiplier } = pull;
            let vertices = stitch.vertices().map(|vertex| vertex.index());
            let weights = stitch.weights();
            let mobility: f64 =
                (0..3).map(|i| inverse_masses[vertices[i]] * weights[i] * weights[i]).sum();
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
