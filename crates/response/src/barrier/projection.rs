//! Barrier projection: makes any proposed state safe by descent on a barrier.
//!
//! ```text
//! x = argmin ½ (x − x̄)ᵀM(x − x̄) + κ Σ b(d(x))        x̄: the proposed positions
//! ```
//!
//! by descent from the start of the step, which is free of contact: the direction of a vertex is
//!
//! ```text
//! pᵢ = −(mᵢ (xᵢ − x̄ᵢ) + gᵢ)/(mᵢ + hᵢ),    g = κ∇b,    hᵢ = Σ w aᵢ² κ f″(d)
//! ```
//!
//! the gradient, preconditioned by the stiffness of the vertex's own contacts. The step length is
//! limited by CCD and then halved until the energy falls (backtracking). So the interior-point
//! method follows any dynamics, as a black box after it. `κ` is constant over the iterations, so
//! that energies can be compared.
//!
//! **Limits.** Descent is slow beside Newton's method: it ends after a number of iterations,
//! wherever it is, and that is safe but not the minimum. Kinematic vertices advance as far as they
//! can in every fourth iteration, in which only an infinite energy is refused; in between they wait
//! until others have given way. If they have not reached their targets in the end, the result is
//! `Unresolved`. The path of the iterates is bent; the result is `Safe` only if the straight motion
//! is free of impacts as well.

use glam::DVec3;
use ripstop_geometry::{Candidate, Motion, State, VertexId};

use super::{
    BarrierForm, BarrierPotential, BarrierRange, ContactSet, ContactSurface, PairRule,
    kept_separation, matching_stiffness,
};
use crate::{Detector, Outcome, Responder};

/// Fraction of the step limit from CCD that is taken.
const LIMIT_FRACTION: f64 = 0.9;

/// Backtracking halves the step length at most this many times.
const BACKTRACKS: u32 = 12;

/// Kinematic vertices advance once in so many iterations.
const KINEMATIC_INTERVAL: usize = 4;

/// Projects proposed states by descent on a barrier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BarrierProjection {
    /// The function of the distance.
    pub form: BarrierForm,
    /// Most iterations of descent.
    pub iterations: usize,
    /// `d̂` of a pair, as a fraction of its thickness beyond the minimum separation.
    pub reach: f64,
    /// Minimum separation `ξ`, as a fraction of the thickness.
    pub separation: f64,
    /// Stiffness of a contact at half of its `d̂`, relative to the mean mass of a vertex in the
    /// energy above.
    pub stiffness_factor: f64,
    /// The descent ends when no vertex moves farther than this (m).
    pub tolerance: f64,
}

impl Default for BarrierProjection {
    fn default() -> Self {
        Self {
            form: BarrierForm::PlainLog,
            iterations: 60,
            reach: 0.5,
            separation: 0.0,
            stiffness_factor: 1.0,
            tolerance: 1e-6,
        }
    }
}

impl Responder for BarrierProjection {
    fn respond(
        &mut self,
        detector: &mut dyn Detector,
        motion: &Motion,
        state: &mut State,
    ) -> Outcome {
        let impacts = detector.impacts(motion);
        if impacts.is_empty() {
            return Outcome::Safe { passes: 1 };
        }
        let lengths = edge_lengths(detector, motion.start);
        let mut descent = Descent {
            projection: *self,
            lengths: &lengths,
            motion,
            inverse_masses: &state.inverse_masses,
            stiffness: 0.0,
            detector,
        };
        descent.stiffness = descent.stiffness_among(impacts.iter().map(|impact| impact.candidate));
        state.positions = descent.run();
        let has_arrived = !descent.is_arriving(&state.positions);
        let straight = Motion { start: motion.start, end: &state.positions };
        match detector.impacts(&straight).len() {
            0 if has_arrived => Outcome::Safe { passes: 2 },
            0 => Outcome::Unresolved { impacts: impacts.len() },
            impacts => Outcome::Unresolved { impacts },
        }
    }
}

struct Descent<'a> {
    projection: BarrierProjection,
    detector: &'a mut dyn Detector,
    lengths: &'a [f64],
    /// From the start to `x̄`.
    motion: &'a Motion<'a>,
    inverse_masses: &'a [f64],
    /// `κ`.
    stiffness: f64,
}

impl Descent<'_> {
    fn run(&mut self) -> Vec<DVec3> {
        let mut x = self.motion.start.to_vec();
        let mut barrier = self.barrier(&x);
        for iteration in 0..self.projection.iterations {
            let is_arriving = self.is_arriving(&x);
            let advances = is_arriving && iteration % KINEMATIC_INTERVAL == 0;
            let direction = self.direction(&x, &barrier, advances);
            let longest = direction.iter().map(|p| p.length()).fold(0.0, f64::max);
            let end = moved(&x, &direction, 1.0);
            let safe = self.detector.largest_safe_step(&Motion { start: &x, end: &end });
            let mut alpha = if safe < 1.0 { LIMIT_FRACTION * safe } else { 1.0 };
            let energy = self.energy(&x, &barrier);
            let mut next = None;
            for _ in 0..=BACKTRACKS {
                let end = moved(&x, &direction, alpha);
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
                Some((end, there)) => (x, barrier) = (end, there),
                None if is_arriving => continue,
                None => break,
            }
            if is_short && !is_arriving {
                break;
            }
        }
        x
    }

    /// Contacts at some positions.
    fn barrier(&mut self, x: &[DVec3]) -> BarrierPotential {
        let near = self.detector.near(x);
        let rule = |&candidate: &Candidate| PairRule {
            range: self.range(candidate),
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

    /// `κ` that matches the widest barrier among the colliding pairs and those near at the start.
    fn stiffness_among(&mut self, colliding: impl Iterator<Item = Candidate>) -> f64 {
        let near = self.detector.near(self.motion.start);
        let ranges = colliding.chain(near).map(|candidate| self.range(candidate));
        let wider = |a: BarrierRange, b: BarrierRange| if b.d_hat > a.d_hat { b } else { a };
        let widest = ranges.reduce(wider).filter(|range| range.d_hat > 0.0);
        let BarrierProjection { form, stiffness_factor, .. } = self.projection;
        let matching = |range| matching_stiffness(form, range, self.mean_mass());
        stiffness_factor * widest.map_or(0.0, matching)
    }

    fn mean_mass(&self) -> f64 {
        let free = self.inverse_masses.iter().filter(|w| **w > 0.0);
        let (sum, count) = free.fold((0.0, 0.0), |(sum, n), w| (sum + 1.0 / w, n + 1.0));
        sum / f64::max(count, 1.0)
    }

    fn direction(&self, x: &[DVec3], barrier: &BarrierPotential, advances: bool) -> Vec<DVec3> {
        let gradient = barrier.gradient_sum(x);
        let mut stiffness = vec![0.0; x.len()];
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
                (true, _) => (remaining - w * gradient[i]) / (1.0 + w * stiffness[i]),
                (false, true) => remaining,
                (false, false) => DVec3::ZERO,
            }
        };
        (0..x.len()).map(step).collect()
    }

    fn energy(&self, x: &[DVec3], barrier: &BarrierPotential) -> f64 {
        use ripstop_geometry::Potential as _;
        let away = x.iter().zip(self.motion.end).zip(self.inverse_masses);
        let inertia = away.filter(|(_, w)| **w > 0.0).map(|((x, t), w)| x.distance_squared(*t) / w);
        0.5 * inertia.sum::<f64>() + barrier.energy(0..barrier.element_count(), x)
    }

    /// True if a kinematic vertex has not reached its target: energies cannot be compared then.
    fn is_arriving(&self, x: &[DVec3]) -> bool {
        let vertices = x.iter().zip(self.motion.end).zip(self.inverse_masses);
        vertices.into_iter().any(|((x, t), w)| *w == 0.0 && x != t)
    }
}

fn moved(x: &[DVec3], direction: &[DVec3], alpha: f64) -> Vec<DVec3> {
    x.iter().zip(direction).map(|(x, p)| *x + alpha * *p).collect()
}

fn edge_lengths(detector: &dyn Detector, positions: &[DVec3]) -> Vec<f64> {
    let length = |[a, b]: &[VertexId; 2]| positions[a.index()].distance(positions[b.index()]);
    detector.mesh().edges().iter().map(length).collect()
}
