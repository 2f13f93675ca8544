//! Descent of a barrier projection: direction, step limit from CCD, backtracking.

use glam::DVec3;
use ripstop_geometry::{Candidate, Motion, Potential as _};

use super::{
    BarrierPotential, BarrierProjection, BarrierRange, ContactSet, ContactSurface, PairRule,
    kept_separation, matching_stiffness,
};
use crate::Detector;
use crate::penalty::LaggedFriction;

/// Fraction of the step limit from CCD that is taken.
const LIMIT_FRACTION: f64 = 0.9;

/// Backtracking halves the step length at most this many times.
const BACKTRACKS: u32 = 12;

/// Kinematic vertices advance once in so many iterations.
const KINEMATIC_INTERVAL: usize = 4;

/// A descent from the start of a step.
pub(super) struct Descent<'a> {
    pub(super) projection: BarrierProjection,
    pub(super) detector: &'a mut dyn Detector,
    /// Of all edges (m).
    pub(super) lengths: &'a [f64],
    /// From the start to `x̄`.
    pub(super) motion: &'a Motion<'a>,
    pub(super) inverse_masses: &'a [f64],
    /// `κ`.
    pub(super) stiffness: f64,
    pub(super) friction: LaggedFriction,
}

impl Descent<'_> {
    /// Descends from the start, and again after every update of the friction. Returns the end and
    /// the number of contacts there.
    pub(super) fn run_with_friction(&mut self) -> (Vec<DVec3>, usize) {
        let mut x = self.motion.start.to_vec();
        let mut barrier = self.run(&mut x);
        for _ in 0..self.projection.friction_updates {
            self.friction.elements = barrier.friction(&x, self.motion.start);
            if self.friction.elements.is_empty() {
                break;
            }
            barrier = self.run(&mut x);
        }
        (x, barrier.set.contacts.len())
    }

    /// Descends from `x`, and returns the contacts of the end.
    fn run(&mut self, x: &mut Vec<DVec3>) -> BarrierPotential {
        let mut barrier = self.barrier(x);
        for iteration in 0..self.projection.iterations {
            let is_arriving = self.is_arriving(x);
            let advances = is_arriving && iteration % KINEMATIC_INTERVAL == 0;
            let direction = self.direction(x, &barrier, advances);
            let longest = direction.iter().map(|p| p.length()).fold(0.0, f64::max);
            let end = moved(x, &direction, 1.0);
            let safe = self.detector.largest_safe_step(&Motion { start: x, end: &end });
            let mut alpha = if safe < 1.0 { LIMIT_FRACTION * safe } else { 1.0 };
            let energy = self.energy(x, &barrier);
            let mut next = None;
            for _ in 0..=BACKTRACKS {
                let end = moved(x, &direction, alpha);
                let barrier_there = self.barrier(&end);
                let reached = self.energy(&end, &barrier_there);
                if reached < energy || advances && reached.is_finite() {
                    next = Some((end, barrier_there));
                    break;
                }
                alpha *= 0.5;
            }
            let is_short = longest * alpha <= self.projection.tolerance;
            match next {
                Some((end, there)) => (*x, barrier) = (end, there),
                None if is_arriving => continue,
                None => break,
            }
            if is_short && !is_arriving {
                break;
            }
        }
        barrier
    }

    /// Contacts at some positions.
    pub(super) fn barrier(&mut self, x: &[DVec3]) -> BarrierPotential {
        let near = self.detector.near(x);
        let rule = |&candidate: &Candidate| PairRule {
            range: self.range(candidate),
            friction: self.detector.rule(candidate).friction,
            ..PairRule::new(0.0)
        };
        let rules: Vec<PairRule> = near.iter().map(rule).collect();
        let reach = rules.iter().map(|rule| rule.range.reach()).fold(0.0, f64::max);
        let surface = ContactSurface { mesh: self.detector.mesh(), edge_lengths: self.lengths };
        let rule = |candidate: Candidate| {
            near.binary_search(&candidate).map_or(PairRule::new(0.0), |place| rules[place])
        };
        let set = ContactSet::find(surface, x, &near, reach, rule);
        BarrierPotential { set, form: self.projection.form, stiffness: self.stiffness }
    }

    /// Activation distance and minimum separation of a pair.
    fn range(&self, candidate: Candidate) -> BarrierRange {
        let BarrierProjection { reach, separation, .. } = self.projection;
        let thickness = self.detector.rule(candidate).thickness;
        let full = separation * thickness;
        let start = || {
            let points = self.detector.mesh().points(candidate, self.motion.start);
            candidate.kind().distance_squared(points).sqrt()
        };
        let separation = if full > 0.0 { kept_separation(full, start()) } else { 0.0 };
        BarrierRange { d_hat: reach * (thickness - separation), separation }
    }

    /// Finds the `κ` that matches the widest barrier among the colliding pairs and those near at
    /// the start, or at the end if none collides.
    pub(super) fn find_stiffness(&mut self, colliding: impl Iterator<Item = Candidate>) {
        let mut near = self.detector.near(self.motion.start);
        let mut colliding = colliding.peekable();
        if colliding.peek().is_none() {
            near.extend(self.detector.near(self.motion.end));
        }
        let ranges = colliding.chain(near).map(|candidate| self.range(candidate));
        let wider = |a: BarrierRange, b: BarrierRange| if b.d_hat > a.d_hat { b } else { a };
        let widest = ranges.reduce(wider).filter(|range| range.d_hat > 0.0);
        let BarrierProjection { form, stiffness_factor, .. } = self.projection;
        let matching = |range| matching_stiffness(form, range, self.mean_mass());
        self.stiffness = stiffness_factor * widest.map_or(0.0, matching);
    }

    fn mean_mass(&self) -> f64 {
        let free = self.inverse_masses.iter().filter(|w| **w > 0.0);
        let (sum, count) = free.fold((0.0, 0.0), |(sum, n), w| (sum + 1.0 / w, n + 1.0));
        sum / f64::max(count, 1.0)
    }

    fn direction(&self, x: &[DVec3], barrier: &BarrierPotential, advances: bool) -> Vec<DVec3> {
        let gradient = barrier.gradient_sum(x);
        let mut stiffness = vec![0.0; x.len()];
        let mut friction = vec![DVec3::ZERO; x.len()];
        self.friction.add_forces(x, &mut friction);
        self.friction.add_stiffness(x, &mut stiffness);
        for contact in &barrier.set.contacts {
            let near = contact.nearest(contact.points(x));
            let d = near.separation.length();
            let [_, _, f2] = barrier.form.by_distance(d, contact.rule.range);
            for (vertex, a) in contact.stencil().iter().zip(near.weights) {
                stiffness[vertex.index()] +=
                    barrier.stiffness * contact.rule.weight * a * a * f2.max(0.0);
            }
        }
        let step = |i: usize| {
            let remaining = self.motion.end[i] - x[i];
            let w = self.inverse_masses[i];
            match (w > 0.0, advances) {
                (true, _) => {
                    (remaining - w * (gradient[i] - friction[i])) / (1.0 + w * stiffness[i])
                }
                (false, true) => remaining,
                (false, false) => DVec3::ZERO,
            }
        };
        (0..x.len()).map(step).collect()
    }

    fn energy(&self, x: &[DVec3], barrier: &BarrierPotential) -> f64 {
        let away = x.iter().zip(self.motion.end).zip(self.inverse_masses);
        let inertia = away.filter(|(_, w)| **w > 0.0).map(|((x, t), w)| x.distance_squared(*t) / w);
        let friction = &self.friction;
        0.5 * inertia.sum::<f64>()
            + barrier.energy(0..barrier.element_count(), x)
            + friction.energy(0..friction.element_count(), x)
    }

    /// True if a kinematic vertex has not reached its target: energies cannot be compared then.
    pub(super) fn is_arriving(&self, x: &[DVec3]) -> bool {
        let vertices = x.iter().zip(self.motion.end).zip(self.inverse_masses);
        vertices.into_iter().any(|((x, t), w)| *w == 0.0 && x != t)
    }
}

fn moved(x: &[DVec3], direction: &[DVec3], alpha: f64) -> Vec<DVec3> {
    x.iter().zip(direction).map(|(x, p)| *x + alpha * *p).collect()
}
