//! Rounds of detection and inelastic impulses.
//!
//! Impacts are resolved one after another, the earliest first, or all at once. In the latter case
//! the impulse of each is divided by the number of impacts at its busiest vertex, `θ = 1/max c`.
//! Then `Σ θ ≤ 1` at every vertex, and by convexity
//!
//! ```text
//! ½ mᵢ|vᵢ + Σ θₖ δₖᵢ|² ≤ (1 − Σ θₖ) ½ mᵢ|vᵢ|² + Σ θₖ ½ mᵢ|vᵢ + δₖᵢ|²
//! ```
//!
//! Summed over the vertices, each impact's own `½ Σ mᵢ|vᵢ + δₖᵢ|² ≤ ½ Σ mᵢ|vᵢ|²` gives: kinetic
//! energy does not grow. And every weakened impulse is still one of a stencil, so that momentum
//! stays.

use glam::DVec3;
use ripstop_geometry::{Impact, Motion};

use super::{Collision, ImpactCorrection, ImpactOrder};
use crate::watch::ImpactWatch;
use crate::{Detector, impact_contact};

/// A step whose end is being changed.
pub(super) struct Step<'a> {
    pub(super) start: &'a [DVec3],
    pub(super) end: &'a mut [DVec3],
    /// Velocities along the step (m/s).
    pub(super) velocities: &'a mut [DVec3],
    pub(super) inverse_masses: &'a [f64],
    pub(super) dt: f64,
}

impl Step<'_> {
    pub(super) fn motion(&self) -> Motion<'_> {
        Motion { start: self.start, end: self.end }
    }

    fn apply(&mut self, collision: &Collision, change: ImpactCorrection, theta: f64) {
        collision.stencil.push(theta * change.impulse, self.velocities);
        collision.stencil.push(theta * change.shift, self.end);
    }
}

/// Resolves impacts until there are none or `rounds` passes have found some. Returns the number of
/// impacts resolved.
pub(super) fn resolve_impacts(
    detector: &mut dyn Detector,
    watch: &mut ImpactWatch,
    step: &mut Step,
    order: ImpactOrder,
    rounds: usize,
) -> usize {
    let mut resolved = 0;
    for _ in 0..rounds {
        let motion = step.motion();
        let impacts = watch.update(detector, &motion).to_vec();
        if impacts.is_empty() {
            break;
        }
        resolved += impacts.len();
        let mut collisions = collisions(detector, step, &impacts);
        match order {
            ImpactOrder::OneByOne => {
                // Stable: of impacts at the same time the one with the lower candidate comes first.
                collisions.sort_by(|a, b| a.time.total_cmp(&b.time));
                for collision in &collisions {
                    let change = collision.correction(step.velocities, step.end, step.dt);
                    step.apply(collision, change, 1.0);
                }
            }
            ImpactOrder::Simultaneous => {
                let mut counts = vec![0_u32; step.end.len()];
                for i in collisions.iter().flat_map(|collision| collision.stencil.vertices) {
                    counts[i] += 1;
                }
                let changes: Vec<ImpactCorrection> = collisions
                    .iter()
                    .map(|collision| collision.correction(step.velocities, step.end, step.dt))
                    .collect();
                for (collision, change) in collisions.iter().zip(changes) {
                    let free = |&k: &usize| collision.stencil.shares[k] != 0.0;
                    let busiest =
                        (0..4).filter(free).map(|k| counts[collision.stencil.vertices[k]]).max();
                    step.apply(collision, change, 1.0 / f64::from(busiest.unwrap_or(1)));
                }
            }
        }
    }
    resolved
}

fn collisions(detector: &dyn Detector, step: &Step, impacts: &[Impact]) -> Vec<Collision> {
    let motion = step.motion();
    impacts
        .iter()
        .map(|impact| {
            let contact = impact_contact(detector.mesh(), &motion, impact);
            let rule = detector.rule(impact.candidate);
            Collision::new(&contact, impact.time, rule, step.start, step.inverse_masses)
        })
        .collect()
}
