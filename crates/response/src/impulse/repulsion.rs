//! Impulses on pairs that are close at the start of a step [Bridson 2002].
//!
//! A pair of the thickness `h` at distance `d` gets, in this order,
//!
//! ```text
//! inelastic   0 ≤ λ ≤ Δt k h/10      towards  n·u ≥ min(0, h − d)/Δt   no closer than it is
//!             beyond that            so that  n·u ≥ −a/Δt              slowly closer: see below
//! spring      0 ≤ s ≤ Δt k (h − d)   towards  n·u = r (h − d)/Δt       r: fraction of overlap, 0.1
//! friction    |τ| ≤ μ (λ + s)        towards  u − n (n·u) = 0
//! ```
//!
//! and then the inelastic part and friction once more, where `λ` can only grow, which corrects the
//! effect of friction on neighbours. `λ`, `s` and `τ` are sums over the sweeps: a pair gives back
//! what a neighbour made superfluous.
//!
//! # What gives way
//! Thickness is cloth, and cloth can be pressed. A pair that is pressed by more than its spring
//! holds at a tenth of the thickness gives way, by
//!
//! ```text
//! a = max(0, d − h) + r max(0, min(d, h) − h/2)
//! ```
//!
//! in a step: to the thickness at once, through its outer half slowly, into its inner half not at
//! all. Without it the vertices of a strip between two plates are beads on the plates' edges, and
//! no plate that is closer than twice the thickness can be left, whatever the friction.
//!
//! # Energy
//! Each part minimises `D = ½ λᵀAλ + λᵀu − Σ ∫₀^λ target` over a convex set that contains 0,
//! coordinate by coordinate (no target grows with `λ`, so that `D` is convex). Its value at the end
//! is at most 0, and `ΔE = ½ λᵀAλ + λᵀu ≤ Σ ∫₀^λ target`:
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

/// Part of the thickness by which a spring has to be pressed to hold what a pair resists without
/// giving way.
const YIELD: f64 = 0.1;

/// Part of the thickness that never gives way.
const CORE: f64 = 0.5;

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

    /// `a`: the approach that a pair that is pressed allows in a step (m).
    fn approach(&self, parting: f64) -> f64 {
        let thickness = self.rule.thickness;
        let inside = self.distance.min(thickness);
        (self.distance - inside) + parting * (inside - CORE * thickness).max(0.0)
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
    fn apply_inelastic(
        &mut self,
        floor: f64,
        settings: &ImpulseSettings,
        dt: f64,
        velocities: &mut [DVec3],
    ) -> f64 {
        let speed = self.normal_speed(velocities);
        let until = |target: f64| self.inelastic + (target - speed) / self.stencil.mobility;
        let stop = until((self.rule.thickness - self.distance).min(0.0) / dt);
        let held = YIELD * self.rule.thickness;
        let most = dt * settings.stiffness / self.stencil.mobility * held;
        let slow = until(-self.approach(settings.parting) / dt);
        let impulse = stop.min(most).max(slow).max(floor);
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
    repel_with_springs(pairs, velocities, dt, settings, settings.sweeps);
}

/// The same with a number of sweeps of its own for springs.
pub(super) fn repel_with_springs(
    pairs: &mut [Repulsion],
    velocities: &mut [DVec3],
    dt: f64,
    settings: &ImpulseSettings,
    spring_sweeps: usize,
) {
    for turn in 0..TURNS {
        let floors: Vec<f64> = pairs.iter().map(|pair| pair.inelastic).collect();
        sweep(pairs, settings.sweeps, &mut |k, pair| {
            pair.apply_inelastic(floors[k], settings, dt, velocities)
        });
        if turn == 0 {
            sweep(pairs, spring_sweeps, &mut |_, pair| pair.apply_spring(settings, dt, velocities));
        }
        sweep(pairs, settings.sweeps, &mut |_, pair| pair.apply_friction(velocities));
    }
}

/// Sweeps over the pairs until nothing changes, at most `count` times.
fn sweep(
    pairs: &mut [Repulsion],
    count: usize,
    apply: &mut dyn FnMut(usize, &mut Repulsion) -> f64,
) {
    for _ in 0..count {
        let changes = pairs
            .iter_mut()
            .enumerate()
            .map(|(k, pair)| if pair.stencil.mobility > 0.0 { apply(k, pair) } else { 0.0 });
        if changes.fold(0.0, f64::max) == 0.0 {
            break;
        }
    }
}
