//! Repulsions within the substeps of a position-based cloth, in turns with its constraints.
//!
//! A substep from `x` to `x̄` has the average velocity `v̄ = (x̄ − x)/δt`. Repulsions change it as
//! they do that of a whole step ([`repel`]), and with it the end, `x̄ + δt (ṽ − v̄)`. The multipliers
//! of a pair last for the substep, so that springs and friction keep their bounds over all of its
//! sweeps. Elasticity has its say in every substep: what a contact holds back is passed on through
//! the cloth while the step lasts, not left to be stretched until its end.
//!
//! Normals and weights are those at which a pair was found; its distance at the start of a substep
//! is `n·Σ aᵢxᵢ`, signed.

use glam::DVec3;
use ripstop_geometry::{Contact, separation};

use super::repulsion::repel_with_springs;
use super::{ImpulseSettings, Repulsion};
use crate::ContactRule;

/// Close pairs of a step, and their impulses in the current substep.
#[derive(Clone, Debug, PartialEq)]
pub struct RepulsionSweep {
    /// The pairs, in the canonical order of their candidates.
    pub pairs: Vec<(Contact, ContactRule)>,
    settings: ImpulseSettings,
    /// Those among the pairs that can be pushed.
    repulsions: Vec<Repulsion>,
    /// True if springs have acted in this substep.
    has_sprung: bool,
    average: Vec<DVec3>,
    velocities: Vec<DVec3>,
}

impl RepulsionSweep {
    /// No pairs yet; a step has `substeps` substeps, over which pairs part as far as the settings
    /// say for a step.
    #[must_use]
    pub fn new(settings: ImpulseSettings, substeps: usize) -> Self {
        let substeps = substeps.max(1);
        let parting = settings.parting / substeps as f64;
        let sweeps = settings.sweeps.div_ceil(substeps);
        let settings = ImpulseSettings { sweeps, parting, ..settings };
        Self {
            pairs: Vec::new(),
            settings,
            repulsions: Vec::new(),
            has_sprung: false,
            average: Vec::new(),
            velocities: Vec::new(),
        }
    }

    /// Replaces the pairs that are `stale` by `pairs`, which come in the canonical order of their
    /// candidates, as all do afterwards.
    pub fn replace(
        &mut self,
        stale: impl Fn(&Contact) -> bool,
        pairs: impl Iterator<Item = (Contact, ContactRule)>,
    ) {
        self.pairs.retain(|(contact, _)| !stale(contact));
        self.pairs.extend(pairs);
        // Two sorted runs: a stable sort finds and merges them.
        self.pairs.sort_by_key(|(contact, _)| contact.candidate);
    }

    /// Begins a substep at the positions `start`: all impulses are 0.
    pub fn begin_substep(&mut self, start: &[DVec3], inverse_masses: &[f64]) {
        self.has_sprung = false;
        self.repulsions.clear();
        self.repulsions.extend(self.pairs.iter().filter_map(|(contact, rule)| {
            let at = contact.vertices.map(|vertex| start[vertex.index()]);
            let distance = separation(contact.weights, at).dot(contact.normal);
            let contact = Contact { distance, ..*contact };
            let pair = Repulsion::new(&contact, *rule, inverse_masses);
            (pair.stencil.mobility > 0.0 && rule.thickness > 0.0).then_some(pair)
        }));
    }

    /// Applies repulsions to the end of a substep of `dt` (s) that began at `start`.
    pub fn sweep(&mut self, start: &[DVec3], positions: &mut [DVec3], dt: f64) {
        if self.repulsions.is_empty() {
            return;
        }
        self.average.clear();
        self.average.extend(start.iter().zip(&*positions).map(|(x, y)| (*y - *x) / dt));
        self.velocities.clone_from(&self.average);
        let springs = usize::from(!self.has_sprung);
        self.has_sprung = true;
        let Self { settings, repulsions, velocities, .. } = self;
        repel_with_springs(repulsions, velocities, dt, settings, springs);
        for ((x, after), before) in positions.iter_mut().zip(&self.velocities).zip(&self.average) {
            if after != before {
                *x += dt * (*after - *before);
            }
        }
    }

    /// Number of pairs that have had an impulse in this substep.
    #[must_use]
    pub fn repelled_count(&self) -> usize {
        self.repulsions.iter().filter(|pair| pair.inelastic + pair.spring > 0.0).count()
    }

    /// The largest depth of a pair below its thickness (m); 0 if none is closer.
    #[must_use]
    pub fn deepest(&self, positions: &[DVec3]) -> f64 {
        let depth = |pair: &Repulsion| {
            pair.rule.thickness - pair.stencil.relative(positions).dot(pair.normal)
        };
        self.repulsions.iter().map(depth).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use ripstop_geometry::{Candidate, FaceId, VertexId};

    use super::*;

    /// A vertex that falls and slides on a fixed triangle, swept twice in every substep: it stops
    /// at the thickness, its friction stays within Coulomb's limit of all that pushed, and no sweep
    /// adds energy.
    #[test]
    fn bounds_hold_over_all_sweeps_of_a_substep() {
        let (h, dt, friction) = (3e-3, 1e-3, 0.2);
        let plane = [DVec3::new(-9.0, -9.0, 0.0), DVec3::new(9.0, -9.0, 0.0), 9.0 * DVec3::Y];
        let inverse_masses = [2.0, 0.0, 0.0, 0.0];
        let third = 1.0 / 3.0;
        let contact = Contact {
            candidate: Candidate::VertexFace { vertex: VertexId(0), face: FaceId(0) },
            vertices: [0, 1, 2, 3].map(VertexId),
            weights: [1.0, -third, -third, -third],
            normal: DVec3::Z,
            distance: 0.0,
        };
        let mut sweep = RepulsionSweep::new(ImpulseSettings::default(), 4);
        sweep.replace(|_| true, std::iter::once((contact, ContactRule { thickness: h, friction })));
        let mut velocity = DVec3::new(3.0, 0.0, -2.0);
        let mut x = [DVec3::new(0.0, 0.0, h + 1e-3), plane[0], plane[1], plane[2]];
        let mut lost = 0.0;
        for _ in 0..40 {
            let start = x;
            x[0] += dt * velocity;
            sweep.begin_substep(&start, &inverse_masses);
            for _ in 0..2 {
                let before = (x[0] - start[0]).length();
                sweep.sweep(&start, &mut x, dt);
                assert!((x[0] - start[0]).length() <= before * (1.0 + 1e-12));
            }
            let pair = &sweep.repulsions[0];
            let limit = friction * (pair.inelastic + pair.spring);
            assert!(pair.friction.length() <= limit * (1.0 + 1e-12));
            assert_eq!(x[1..], plane);
            let after = (x[0] - start[0]) / dt;
            lost += (velocity - after).x;
            velocity = after;
        }
        let parts_slowly = (0.0..=0.1 * h / (4.0 * dt)).contains(&velocity.z);
        assert!(parts_slowly && (x[0].z - h).abs() < 0.1 * h, "{velocity} {}", x[0]);
        let pushed = velocity.z + 2.0;
        assert!((lost - friction * pushed).abs() < 1e-3 * lost, "{lost} m/s for {pushed} m/s");
    }
}
