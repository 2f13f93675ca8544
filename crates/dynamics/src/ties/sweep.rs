//! Ties of position-based cloth: Gauss–Seidel sweeps, in the order of the ties.

use glam::DVec3;
use ripstop_geometry::{State, VertexId};

use super::{Tie, TieEnd, Ties};

/// Rounds of a sweep: forth and back, so that a force gets along a chain of ties.
const ROUNDS: usize = 4;

/// The ties of a substep.
#[derive(Clone, Debug, Default)]
pub struct TieSweep {
    pulls: Vec<Pull>,
}

#[derive(Clone, Debug)]
struct Pull {
    tie: Tie,
    /// α/h², for the energy ½ (|δ| − r)²/α in a substep of length h.
    compliance: f64,
    /// Multiplier so far, along the gap.
    multiplier: f64,
}

impl TieSweep {
    /// Begins a substep of length `dt` (s) that ends at a time (s), from the positions at its
    /// start.
    pub fn begin_substep(&mut self, ties: &Ties, start: &[DVec3], time: f64, dt: f64) {
        self.pulls.clear();
        let pull = |tie: Tie| {
            let compliance = 1.0 / (tie.stiffness * dt * dt);
            Pull { tie, compliance, multiplier: 0.0 }
        };
        self.pulls.extend(ties.pulling(start, time, dt).map(pull));
    }

    /// Moves the vertices of every tie that is too long. Vertices of faces are those of obstacles,
    /// and stay.
    ///
    /// # Panics
    /// If a vertex is not one of the state.
    pub fn sweep(&mut self, state: &mut State) {
        for round in 0..ROUNDS {
            if round % 2 == 0 {
                self.pulls.iter_mut().for_each(|pull| pull.project(state));
            } else {
                self.pulls.iter_mut().rev().for_each(|pull| pull.project(state));
            }
        }
    }
}

impl Pull {
    fn project(&mut self, state: &mut State) {
        let Self { tie, compliance, multiplier } = self;
        let State { positions, inverse_masses, .. } = state;
        let mass_of = |vertex: VertexId| inverse_masses[vertex.index()];
        let own = mass_of(tie.vertex);
        let other = match tie.end {
            TieEnd::Vertex(vertex) => Some((vertex, mass_of(vertex))),
            TieEnd::Face { .. } => None,
        };
        let mobility = own + other.map_or(0.0, |(_, mobility)| mobility);
        let gap = tie.gap(positions);
        let length = gap.length();
        if mobility <= 0.0 || length == 0.0 {
            return;
        }
        let change = -(length - tie.rest + *compliance * *multiplier) / (mobility + *compliance);
        // It pulls, or does nothing.
        let next = (*multiplier + change).min(0.0);
        let moved = (next - *multiplier) / length * gap;
        *multiplier = next;
        positions[tie.vertex.index()] += own * moved;
        if let Some((vertex, mobility)) = other {
            positions[vertex.index()] -= mobility * moved;
        }
    }
}
