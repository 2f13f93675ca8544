//! Rounds of looking for impacts and answering them.
//!
//! One after another, the earliest first, or all at once. Of impacts that are answered at once, each is weakened by
//! the number of impacts at its busiest vertex, `θ = 1/max c`. Then `Σ θ ≤ 1` at every vertex, and by convexity
//!
//! ```text
//! ½ mᵢ|vᵢ + Σ θₖ δₖᵢ|² ≤ (1 − Σ θₖ) ½ mᵢ|vᵢ|² + Σ θₖ ½ mᵢ|vᵢ + δₖᵢ|²
//! ```
//!
//! Summed over the vertices, each impact's own `½ Σ mᵢ|vᵢ + δₖᵢ|² ≤ ½ Σ mᵢ|vᵢ|²` gives: kinetic energy does not grow. And
//! every weakened impulse is still one of a stencil, so that momentum stays.

use glam::DVec3;
use ripstop_geometry::{Impact, Motion};

use super::{Answer, Collision, ImpactOrder};
use crate::watch::ImpactWatch;
use crate::{Detector, impact_contact};

/// A step whose end is being changed.
pub(super) struct Step<'a> {
    pub(super) start: &'a [DVec3],
    pub(super) end: &'a mut [DVec3],
    /// Velocities along the way (m/s).
    pub(super) velocities: &'a mut [DVec3],
    pub(super) inverse_masses: &'a [f64],
    pub(super) dt: f64,
}

impl Step<'_> {
    pub(super) fn motion(&self) -> Motion<'_> {
        Motion { start: self.start, end: self.end }
    }

    fn apply(&mut self, collision: &Collision, answer: Answer, part: f64) {
        collision.stencil.push(part * answer.impulse, self.velocities);
        collision.stencil.push(part * answer.shift, self.end);
    }
}

/// Answers impacts until there are none or `rounds` looks have found some; how many impacts were answered.
pub(super) fn resolve_impacts(
    detector: &mut dyn Detector,
    watch: &mut ImpactWatch,
    step: &mut Step,
    order: ImpactOrder,
    rounds: usize,
) -> usize {
    let mut answered = 0;
    for _ in 0..rounds {
        let motion = step.motion();
        let impacts = watch.look(detector, &motion).to_vec();
        if impacts.is_empty() {
            break;
        }
        answered += impacts.len();
        let mut collisions = collisions(detector, step, &impacts);
        match order {
            ImpactOrder::OneByOne => {
                // A stable sort: of impacts at the same time the one with the lower candidate comes first.
                collisions.sort_by(|a, b| a.time.total_cmp(&b.time));
                for collision in &collisions {
                    let answer = collision.answer(step.velocities, step.end, step.dt);
                    step.apply(collision, answer, 1.0);
                }
            }
            ImpactOrder::Simultaneous => {
                let mut counts = vec![0_u32; step.end.len()];
                for i in collisions.iter().flat_map(|collision| collision.stencil.vertices) {
                    counts[i] += 1;
                }
                let answers: Vec<Answer> = collisions
                    .iter()
                    .map(|collision| collision.answer(step.velocities, step.end, step.dt))
                    .collect();
                for (collision, answer) in collisions.iter().zip(answers) {
                    let free = |&k: &usize| collision.stencil.shares[k] != 0.0;
                    let busiest =
                        (0..4).filter(free).map(|k| counts[collision.stencil.vertices[k]]).max();
                    step.apply(collision, answer, 1.0 / f64::from(busiest.unwrap_or(1)));
                }
            }
        }
    }
    answered
}

fn collisions(detector: &dyn Detector, step: &Step, impacts: &[Impact]) -> Vec<Collision> {
    let motion = step.motion();
    impacts
        .iter()
        .map(|impact| {
            let contact = impact_contact(detector.mesh(), &motion, impact);
            let wanted = detector.rule(impact.candidate);
            Collision::new(&contact, impact.time, wanted, step.start, step.inverse_masses)
        })
        .collect()
}
