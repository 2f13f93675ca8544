//! Impulses on pairs that are close at the start of a step [Bridson 2002].
//!
//! A pair of the thickness `h` at distance `d` gets, in this order,
//!
//! ```text
//! inelastic   λ ≥ 0                  so that  n·u ≥ min(0, h − d)/Δt   no closer than it is
//! spring      0 ≤ s ≤ Δt k (h − d)   towards  n·u = r (h − d)/Δt       r: fraction of overlap, 0.1
//! friction    |τ| ≤ μ (λ + s)        towards  u − n (n·u) = 0
//! ```
//!
//! and then the inelastic part and friction once more, where `λ` can only grow, which corrects the
//! effect of friction on neighbours. `λ`, `s` and `τ` are sums over the sweeps: a pair gives back
//! what a neighbour made superfluous.
//!
//! # Energy
//! Each part minimises a quadratic `½ λᵀAλ + λᵀ(u − target)` over a convex set that contains 0,
//! coordinate by coordinate, so that its value at the end is at most 0, and
//! `ΔE = ½ λᵀAλ + λᵀu ≤ λᵀ target`:
//!
//! ```text
//! inelastic, friction   ΔE ≤ 0
//! spring                ΔE ≤ Σ Δt k (h−d) · r (h−d)/Δt = Σ r k (h−d)² ≤ Σ ½ k (h−d)²  for r ≤ ½
//! ```
//!
//! Repulsions add no more energy than their springs hold, whatever the order, the number of sweeps
//! and the step. In the second pass the friction discs only grow, which keeps the argument valid.

use glam::DVec3;
use ripstop_geometry::Contact;

use super::{ImpulseSettings, Stencil};
use crate::ContactRule;

/// Number of alternations of inelastic impulses and friction.
const TURNS: usize = 2;

/// A close pair and its impulses so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repulsion {
    /// The vertices.
    pub stencil: Stencil,
    /// From the second feature to the first.
    pub normal: DVec3,
    /// Distance at the start of the step (m).
    pub distance: f64,
    /// Thickness and friction.
    pub rule: ContactRule,
    /// `λ`, the inelastic impulse (kg m/s).
    pub inelastic: f64,
    /// `s`, the impulse of the spring (kg m/s).
    pub spring: f64,
    /// `τ`, the impulse of friction (kg m/s).
    pub friction: DVec3,
}

impl Repulsion {
    /// A pair without impulses.
    #[must_use]
    pub fn new(contact: &Contact, rule: ContactRule, inverse_masses: &[f64]) -> Self {
        Self {
            stencil: Stencil::new(contact, inverse_masses),
            normal: contact.normal,
            distance: contact.distance,
            rule,
            inelastic: 0.0,
            spring: 0.0,
            friction: DVec3::ZERO,
        }
    }

    /// Overlap `h − d` (m); 0 if the pair is farther apart.
    #[must_use]
    pub fn overlap(&self) -> f64 {
        (self.rule.thickness - self.distance).max(0.0)
    }

    /// Energy of its spring (J).
    #[must_use]
    pub fn spring_energy(&self, settings: &ImpulseSettings) -> f64 {
        0.5 * settings.stiffness / self.stencil.mobility * self.overlap() * self.overlap()
    }

    fn normal_speed(&self, velocities: &[DVec3]) -> f64 {
        self.stencil.relative(velocities).dot(self.normal)
    }

    /// Applies the inelastic impulse, not below `floor`. Returns the size of its change.
    fn apply_inelastic(&mut self, floor: f64, dt: f64, velocities: &mut [DVec3]) -> f64 {
        let target = (self.rule.thickness - self.distance).min(0.0) / dt;
        let missing = (target - self.normal_speed(velocities)) / self.stencil.mobility;
        let impulse = (self.inelastic + missing).max(floor);
        let change = impulse - self.inelastic;
        self.inelastic = impulse;
        if change != 0.0 {
            self.stencil.push(change * self.normal, velocities);
        }
        change.abs()
    }

    fn apply_spring(
        &mut self,
        settings: &ImpulseSettings,
        dt: f64,
        velocities: &mut [DVec3],
    ) -> f64 {
        let overlap = self.overlap();
        if overlap == 0.0 {
            return 0.0;
        }
        let target = settings.parting * overlap / dt;
        let missing = (target - self.normal_speed(velocities)) / self.stencil.mobility;
        let most = dt * settings.stiffness / self.stencil.mobility * overlap;
        let impulse = (self.spring + missing).clamp(0.0, most);
        let change = impulse - self.spring;
        self.spring = impulse;
        if change != 0.0 {
            self.stencil.push(change * self.normal, velocities);
        }
        change.abs()
    }

    fn apply_friction(&mut self, velocities: &mut [DVec3]) -> f64 {
        let bound = self.rule.friction * (self.inelastic + self.spring);
        if bound == 0.0 {
            return 0.0;
        }
        let relative = self.stencil.relative(velocities);
        let slip = relative - relative.dot(self.normal) * self.normal;
        let held = (self.friction - slip / self.stencil.mobility).clamp_length_max(bound);
        let change = held - self.friction;
        self.friction = held;
        self.stencil.push(change, velocities);
        change.length()
    }
}

/// Applies repulsions and friction to velocities, in the order of the pairs. Pairs without mobility
/// are left out.
pub fn repel(
    pairs: &mut [Repulsion],
    velocities: &mut [DVec3],
    dt: f64,
    settings: &ImpulseSettings,
) {
    let sweep = |pairs: &mut [Repulsion], each: &mut dyn FnMut(usize, &mut Repulsion) -> f64| {
        for _ in 0..settings.sweeps {
            let changes = pairs
                .iter_mut()
                .enumerate()
                .map(|(k, pair)| if pair.stencil.mobility > 0.0 { each(k, pair) } else { 0.0 });
            if changes.fold(0.0, f64::max) == 0.0 {
                break;
            }
        }
    };
    for turn in 0..TURNS {
        let floors: Vec<f64> = pairs.iter().map(|pair| pair.inelastic).collect();
        sweep(pairs, &mut |k, pair| pair.apply_inelastic(floors[k], dt, velocities));
        if turn == 0 {
            sweep(pairs, &mut |_, pair| pair.apply_spring(settings, dt, velocities));
        }
        sweep(pairs, &mut |_, pair| pair.apply_friction(velocities));
    }
}
