//! One impact: its impulse, and the end positions of its features.
//!
//! Up to the time of impact `t` the features move as before; from then on they do not approach.
//! With the plane of the impact (see [`impact_contact()`](crate::impact_contact())), the relative
//! velocity `u` and `u_n = n·u < 0`:
//!
//! ```text
//! j = −u_n/W                      inelastic: n·u = 0 afterwards        ΔE = −u_n²/(2W)
//! τ = −u_t min(μ j/|u_t|, 1/W)    Coulomb                              ΔE ≤ 0
//! Δvᵢ = wᵢ aᵢ (j n + τ)           Δxᵢ = (1 − t) Δt Δvᵢ
//! ```
//!
//! That puts the features on each other at the end, and they should end a little apart: cloth that
//! hits a moving surface snaps to it at the distance `g`, the thickness or, if less, the distance
//! of the pair at the start,
//!
//! ```text
//! Δxᵢ = wᵢ aᵢ n (g − n·Σ aⱼ xⱼ)/W      if n·Σ aⱼ xⱼ < g
//! ```
//!
//! without a change of velocity, so that the correction adds no energy.

use glam::DVec3;
use ripstop_geometry::Contact;

use super::Stencil;
use crate::ContactRule;

/// The impact of a pair, with everything that its impulse depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    /// The vertices.
    pub stencil: Stencil,
    /// Normal of the plane of impact, to the side from which the first feature came.
    pub normal: DVec3,
    /// Time of impact, as a fraction of the step.
    pub time: f64,
    /// Thickness and friction.
    pub rule: ContactRule,
    /// `g`: the distance at which the features end (m), at least.
    pub gap: f64,
}

/// Changes of the velocities and of the end positions of a stencil, as impulses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpactCorrection {
    /// Impulse on velocities (kg m/s).
    pub impulse: DVec3,
    /// Impulse on end positions (kg m).
    pub shift: DVec3,
}

impl Collision {
    /// The collision of a contact at `time`; `start` holds the positions at the start of the step.
    #[must_use]
    pub fn new(
        contact: &Contact,
        time: f64,
        rule: ContactRule,
        start: &[DVec3],
        inverse_masses: &[f64],
    ) -> Self {
        let stencil = Stencil::new(contact, inverse_masses);
        let apart = stencil.relative(start).dot(contact.normal);
        // A little more than at the start, so that rounding does not bring them closer.
        let gap = rule.thickness.min((1.0 + 1e-6) * apart).max(0.0);
        Self { stencil, normal: contact.normal, time, rule, gap }
    }

    /// The inelastic impulse with friction and the correction of the end, for these velocities
    /// (m/s) and end positions (m) of a step of `dt` (s).
    #[must_use]
    pub fn correction(&self, velocities: &[DVec3], end: &[DVec3], dt: f64) -> ImpactCorrection {
        let Self { stencil, normal, .. } = *self;
        if stencil.mobility == 0.0 {
            return ImpactCorrection::default();
        }
        let relative = stencil.relative(velocities);
        let approach = (-relative.dot(normal)).max(0.0);
        let push = approach / stencil.mobility;
        let slip = relative - relative.dot(normal) * normal;
        let friction = (slip / stencil.mobility).clamp_length_max(self.rule.friction * push);
        let impulse = push * normal - friction;
        let mut shift = (1.0 - self.time) * dt * impulse;
        let distance = stencil.relative(end).dot(normal) + stencil.mobility * shift.dot(normal);
        shift += (self.gap - distance).max(0.0) / stencil.mobility * normal;
        ImpactCorrection { impulse, shift }
    }
}
