//! A limit on the strain of edges after a response, for any dynamics [Provot 1995].
//!
//! Impulses stop some vertices while their neighbours go on, and the edges between them are
//! stretched. An edge beyond `(1 + s) L` is shortened to it by an impulse along itself, shared by
//! mass, one edge after another:
//!
//! ```text
//! d = x_b − x_a           p = (1 − (1+s)L/|d|)/(w_a + w_b) d
//! Δx_a = w_a p            Δx_b = −w_b p                  Δv = Δx/Δt
//! ```
//!
//! Linear momentum stays. **Not guaranteed:** that every edge ends below the limit, or that nothing
//! collides: the caller checks the motion again.

use glam::DVec3;
use ripstop_geometry::State;

/// Edges that must not become longer than a length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrainLimit {
    /// The two vertices of each edge, and its greatest length (m).
    pub edges: Vec<([usize; 2], f64)>,
    /// Most Gauss–Seidel sweeps over all edges.
    pub sweeps: usize,
}

impl StrainLimit {
    /// Shortens edges at the end of a step of `dt` (s). Returns true if there was one to shorten.
    pub fn apply(&self, state: &mut State, dt: f64) -> bool {
        let State { positions, velocities, inverse_masses } = state;
        let mut pull = |[a, b]: [usize; 2], length: f64| {
            let along = positions[b] - positions[a];
            let now = along.length();
            let mobility = inverse_masses[a] + inverse_masses[b];
            if now <= length || mobility == 0.0 {
                return false;
            }
            let impulse: DVec3 = (1.0 - length / now) / mobility * along;
            for (i, share) in [(a, inverse_masses[a]), (b, -inverse_masses[b])] {
                positions[i] += share * impulse;
                velocities[i] += share / dt * impulse;
            }
            true
        };
        let mut sweep = || {
            let pulled = self.edges.iter().filter(|(ends, length)| pull(*ends, *length));
            pulled.count() > 0
        };
        let stretched = self.sweeps > 0 && sweep();
        if stretched {
            for _ in 1..self.sweeps {
                if !sweep() {
                    break;
                }
            }
        }
        stretched
    }

    /// True if an edge exceeds its limit by more than this part of it, and more than rounding
    /// leaves.
    #[must_use]
    pub fn is_exceeded(&self, positions: &[DVec3], slack: f64) -> bool {
        self.is_exceeded_where(positions, slack, |_| true)
    }

    /// Number of edges whose ends are `selected` that exceed their limit by more than this part of
    /// it.
    #[must_use]
    pub fn exceeding_where(
        &self,
        positions: &[DVec3],
        slack: f64,
        selected: impl Fn([usize; 2]) -> bool,
    ) -> usize {
        let is_long = |([a, b], length): &&([usize; 2], f64)| {
            let most = (1.0 + slack) * length;
            positions[*a].distance_squared(positions[*b]) > most * most && selected([*a, *b])
        };
        self.edges.iter().filter(is_long).count()
    }

    /// As [`StrainLimit::is_exceeded`], of the edges whose ends are `selected`.
    #[must_use]
    pub fn is_exceeded_where(
        &self,
        positions: &[DVec3],
        slack: f64,
        selected: impl Fn([usize; 2]) -> bool,
    ) -> bool {
        let is_long = |&([a, b], length): &([usize; 2], f64)| {
            positions[a].distance(positions[b]) > (1.0 + 1e-9 + slack) * length
        };
        self.edges.iter().any(|edge| is_long(edge) && selected(edge.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_edges_shrink_and_momentum_stays() {
        let mut state = State::at_rest(vec![DVec3::ZERO, DVec3::X, 2.5 * DVec3::X], 1.0);
        state.inverse_masses = vec![0.5, 2.0, 1.0];
        let limit = StrainLimit { edges: vec![([0, 1], 1.1), ([1, 2], 1.1)], sweeps: 200 };
        let before = state.clone();
        assert!(limit.apply(&mut state, 0.1));
        for ([a, b], length) in &limit.edges {
            assert!(state.positions[*a].distance(state.positions[*b]) < length + 1e-9);
        }
        let sum = |values: &[DVec3]| -> DVec3 {
            values.iter().zip(&state.inverse_masses).map(|(x, w)| *x / *w).sum()
        };
        assert!(sum(&state.velocities).length() < 1e-12);
        assert!(sum(&state.positions).distance(sum(&before.positions)) < 1e-12);
        assert!(
            limit.is_exceeded(&before.positions, 0.0) && !limit.is_exceeded(&state.positions, 0.0)
        );
        assert_eq!(
            [0.0, 0.3, 0.4].map(|slack| limit.exceeding_where(&before.positions, slack, |_| true)),
            [1, 1, 0]
        );
        let mut again = state.clone();
        let loose = StrainLimit { edges: vec![([0, 1], 1.2), ([1, 2], 1.2)], sweeps: 4 };
        assert!(!loose.apply(&mut again, 0.1));
        assert_eq!(again, state);
    }
}
