//! Additive continuous collision detection: advance by what the distance allows [Li 2021].
//!
//! No two points of the primitives approach faster than `L`, so from a time `t` with distance
//! `d(t)` there is no contact within `ξ` before `t + (d(t) − ξ)/L`:
//!
//! ```text
//! L = maxᵢⱼ |ḃⱼ − ȧᵢ|        t ← t + (d(t) − ξ) / L      until d(t) − ξ is small
//! ```
//!
//! Nor is there any while the projections onto a fixed direction stay apart, which is linear in
//! time. With the direction of the gap at `t` this is Newton's method: it ends after a few steps
//! where speed alone, at an angle to the gap, comes closer by a fixed factor a step. The later of
//! the two times is taken.
//!
//! Departures from the paper. The distance is a certified lower bound (`separation`), not a rounded
//! value, and the time advances rounded down, so that no contact is passed. `L` is the largest
//! relative speed of two corners, which is never larger than the sum of two speeds after
//! subtracting a mean, and exact for translations. Iterations are capped; the method then reports a
//! hit at the time it has reached, which is safe.
//!
//! **Not exact:** primitives that come close without touching are reported as hits, see
//! [`Additive::tolerance`].

use ripstop_geometry::MovingPoint;

use crate::ccd::{Ccd, Decision, Verdict, all_finite};
use crate::cubic::primitives::{EdgeEdge, VertexFace};
use crate::separation::{Closest, Gap, MARGIN, ScaledStep};

/// Additive CCD with a minimum separation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Additive {
    /// `ξ`: primitives closer than this count as touching (m).
    pub separation: f64,
    /// A gap that has shrunk to this fraction of the gap at the start is a hit.
    pub tolerance: f64,
    /// Steps before the method gives up and reports a hit.
    pub max_iterations: u32,
}

impl Additive {
    /// Contact, without a minimum separation.
    #[must_use]
    pub const fn contact() -> Self {
        Self::with_separation(0.0)
    }

    /// Primitives closer than `separation` (m) count as touching.
    #[must_use]
    pub const fn with_separation(separation: f64) -> Self {
        Self { separation, tolerance: 1e-8, max_iterations: 1000 }
    }
}

impl Default for Additive {
    fn default() -> Self {
        Self::contact()
    }
}

impl Ccd for Additive {
    fn separation(&self) -> f64 {
        self.separation
    }

    fn vertex_face(
        &self,
        vertex: MovingPoint,
        [a, b, c]: [MovingPoint; 3],
        horizon: f64,
    ) -> Verdict {
        self.advance::<VertexFace>(&[vertex, a, b, c], horizon)
    }

    fn edge_edge(
        &self,
        [a0, a1]: [MovingPoint; 2],
        [b0, b1]: [MovingPoint; 2],
        horizon: f64,
    ) -> Verdict {
        self.advance::<EdgeEdge>(&[a0, a1, b0, b1], horizon)
    }
}

impl Additive {
    fn advance<P: Closest>(&self, points: &[MovingPoint; 4], horizon: f64) -> Verdict {
        let finite = all_finite(points);
        debug_assert!(finite, "coordinates must be finite: {points:?}");
        let step = if finite { ScaledStep::<P>::new(points, self.separation) } else { None };
        let Some(step) = step else { return Verdict::hit(0.0, Decision::Surrender) };
        let speed = step.speed();
        let mut time = 0.0_f64;
        let mut close = MARGIN;
        for iteration in 0..self.max_iterations {
            let Gap { width, direction } = ScaledStep::<P>::widest_gap(&step.at(time));
            let gap = width - step.separation;
            if iteration == 0 {
                close = (self.tolerance * gap).max(MARGIN);
            }
            if gap <= close {
                return Verdict::hit(time, Decision::Refinement);
            }
            // Three roundings, all downwards or covered by the factor; `apart_until` is safe by
            // itself.
            let by_speed = (time + gap / speed * (1.0 - 8.0 * f64::EPSILON)).next_down();
            let goal = step.separation + 0.5 * close + 2.0 * MARGIN;
            time = step.apart_until(time, direction, goal).max(by_speed);
            if time > horizon.min(1.0) {
                let decision = if iteration == 0 { Decision::Bounds } else { Decision::Refinement };
                return Verdict::clear(decision);
            }
        }
        Verdict::hit(time, Decision::Surrender)
    }
}
