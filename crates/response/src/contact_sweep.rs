//! One sweep over contacts, to be interleaved with the sweeps of a position-based cloth.
//!
//! A contact is a plane that was found a moment ago: normal and weights stay, positions move on.
//!
//! ```text
//! C(x) = n · Σ aᵢ xᵢ − h  ≥ 0                     W = Σ wᵢ aᵢ²
//! λ ← max(0, λ − C/W)                             Δxᵢ = wᵢ aᵢ n Δλ
//! ```
//!
//! `λ` is kept over the sweeps of one substep, so that a contact which was pushed too far by a
//! neighbour's correction gives back what it took, and never pulls. Friction acts on the slip `u`
//! since the start of the substep, likewise, inside Coulomb's cone:
//!
//! ```text
//! u = Σ aᵢ (xᵢ − xᵢ⁰),  u_t = u − n (n·u)
//! τ ← τ − u_t/W, shortened to |τ| ≤ μ λ           Δxᵢ = wᵢ aᵢ Δτ
//! ```
//!
//! With `μ λ` as the bound, sticking and sliding need no threshold of their own: a sheet on an
//! incline slides exactly if `tan θ > μ`. The order of contacts is the caller's, one after another
//! (Gauss–Seidel), and decides the bits.
//!
//! Positions that a contact has corrected would become velocities, and a pair that is being parted
//! would fly apart. So after the velocities are known [`ContactSweep::settle`] takes the normal
//! speed of parting back, up to what the contact itself has given: at most the impulse `λ/Δt`.
//! Contacts are inelastic, and pairs that are too close part slowly.
//!
//! **Not guaranteed:** that no pair passes: tunnelling is excluded by continuous collision
//! detection afterwards.

use glam::DVec3;
use ripstop_geometry::{Contact, VertexId, separation};

use crate::ContactRule;

/// A contact with its corrections so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweptContact {
    /// Vertices, weights and normal.
    pub contact: Contact,
    /// Thickness to be reached in the end (m), and friction.
    pub rule: ContactRule,
    /// Separation to be reached in this substep (m).
    pub goal: f64,
    /// `λ`, the normal correction so far (m kg).
    pub normal_correction: f64,
    /// `τ`, the correction by friction so far (m kg), in the plane of contact.
    pub friction_correction: DVec3,
}

/// The contacts of one substep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactSweep {
    /// In the order in which they are applied.
    pub contacts: Vec<SweptContact>,
}

impl ContactSweep {
    /// Replaces the contacts that are `stale` by `contacts`. These come in the canonical order of
    /// their candidates, as all do afterwards. `before` holds the positions of a moment ago.
    ///
    /// A pair that is closer than its thickness is not parted at once: its goal is the distance
    /// that it had a moment ago, and then a little more in every substep. The goal never falls
    /// while a contact lasts; this stops a pair that is squeezed from sinking, substep by substep.
    pub fn replace(
        &mut self,
        stale: impl Fn(&Contact) -> bool,
        contacts: impl Iterator<Item = (Contact, ContactRule)>,
        before: &[DVec3],
    ) {
        self.contacts.retain(|swept| !stale(&swept.contact));
        self.contacts.extend(contacts.map(|(contact, rule)| {
            let Contact { vertices, weights, normal, .. } = contact;
            let distance = separation(weights, vertices.map(|vertex| before[vertex.index()]));
            SweptContact {
                contact,
                rule,
                goal: rule.thickness.min(distance.dot(normal)),
                normal_correction: 0.0,
                friction_correction: DVec3::ZERO,
            }
        }));
        // Two sorted runs: a stable sort finds and merges them.
        self.contacts.sort_by_key(|swept| swept.contact.candidate);
    }

    /// As [`ContactSweep::replace`], in the middle of a substep: a pair that was a contact before
    /// keeps its corrections, friction in the new plane of contact, and its goal does not fall.
    pub fn replace_between_sweeps(
        &mut self,
        stale: impl Fn(&Contact) -> bool,
        contacts: impl Iterator<Item = (Contact, ContactRule)>,
        before: &[DVec3],
    ) {
        let old: Vec<SweptContact> =
            self.contacts.iter().filter(|swept| stale(&swept.contact)).copied().collect();
        self.replace(&stale, contacts, before);
        for swept in self.contacts.iter_mut().filter(|swept| stale(&swept.contact)) {
            let same = old.binary_search_by_key(&swept.contact.candidate, |o| o.contact.candidate);
            if let Ok(place) = same {
                let SweptContact { goal, normal_correction, friction_correction, .. } = old[place];
                let normal = swept.contact.normal;
                swept.goal = swept.goal.max(goal);
                swept.normal_correction = normal_correction;
                swept.friction_correction = friction_correction.reject_from_normalized(normal);
            }
        }
    }

    /// Forgets the corrections of the last substep, and lets the distance of pairs that are too
    /// close grow by `parting` (m).
    pub fn begin_substep(&mut self, parting: f64) {
        for swept in &mut self.contacts {
            swept.goal = swept.rule.thickness.min(swept.goal + parting);
            swept.normal_correction = 0.0;
            swept.friction_correction = DVec3::ZERO;
        }
    }

    /// Applies every contact once. `start` holds the positions at the start of the substep.
    pub fn sweep(&mut self, start: &[DVec3], positions: &mut [DVec3], inverse_masses: &[f64]) {
        for contact in &mut self.contacts {
            contact.apply(start, positions, inverse_masses);
        }
    }

    /// Takes back the speed at which contacts have pushed features apart. `dt` is the length of the
    /// substep (s).
    pub fn settle(&self, velocities: &mut [DVec3], inverse_masses: &[f64], dt: f64) {
        for contact in self.contacts.iter().filter(|contact| contact.normal_correction > 0.0) {
            contact.settle(velocities, inverse_masses, dt);
        }
    }

    /// The largest depth of a contact below its thickness (m); 0 if none is closer.
    #[must_use]
    pub fn deepest(&self, positions: &[DVec3]) -> f64 {
        let depth = |swept: &SweptContact| {
            let Contact { vertices, weights, normal, .. } = swept.contact;
            let now = separation(weights, vertices.map(|vertex| positions[vertex.index()]));
            swept.rule.thickness - now.dot(normal)
        };
        self.contacts.iter().map(depth).fold(0.0, f64::max)
    }

    /// Number of contacts that have pushed in this substep.
    #[must_use]
    pub fn active_count(&self) -> usize {
        self.contacts.iter().filter(|contact| contact.normal_correction > 0.0).count()
    }
}

impl SweptContact {
    fn settle(&self, velocities: &mut [DVec3], inverse_masses: &[f64], dt: f64) {
        let Contact { vertices, weights, normal, .. } = self.contact;
        let stencil = vertices.map(VertexId::index);
        let parting = separation(weights, stencil.map(|i| velocities[i])).dot(normal);
        if parting <= 0.0 {
            return;
        }
        let inverse_masses = stencil.map(|i| inverse_masses[i]);
        let mobility: f64 = (0..4).map(|i| inverse_masses[i] * weights[i] * weights[i]).sum();
        let taken = (parting / mobility).min(self.normal_correction / dt);
        for i in 0..4 {
            velocities[stencil[i]] -= inverse_masses[i] * weights[i] * taken * normal;
        }
    }

    fn apply(&mut self, start: &[DVec3], positions: &mut [DVec3], inverse_masses: &[f64]) {
        let Contact { vertices, weights, normal, .. } = self.contact;
        let stencil = vertices.map(VertexId::index);
        let now = separation(weights, stencil.map(|i| positions[i]));
        let violation = now.dot(normal) - self.goal;
        if violation >= 0.0 && self.normal_correction == 0.0 {
            return;
        }
        let inverse_masses = stencil.map(|i| inverse_masses[i]);
        let mobility: f64 = (0..4).map(|i| inverse_masses[i] * weights[i] * weights[i]).sum();
        if mobility == 0.0 {
            return;
        }

        let pushed = (self.normal_correction - violation / mobility).max(0.0);
        let normal_change = pushed - self.normal_correction;
        self.normal_correction = pushed;

        let before = separation(weights, stencil.map(|i| start[i]));
        let slip = now - before;
        let tangential = slip - slip.dot(normal) * normal;
        let bound = self.rule.friction * pushed;
        let held = (self.friction_correction - tangential / mobility).clamp_length_max(bound);
        let friction_change = held - self.friction_correction;
        self.friction_correction = held;

        let change = normal_change * normal + friction_change;
        for i in 0..4 {
            positions[stencil[i]] += inverse_masses[i] * weights[i] * change;
        }
    }
}

#[cfg(test)]
mod tests {
    use ripstop_geometry::{Candidate, FaceId};

    use super::*;

    /// A vertex above a face that does not move, with the plane of contact leaning or not.
    #[test]
    fn a_pair_that_stays_keeps_its_corrections_between_sweeps() {
        let found = |normal: DVec3| {
            let contact = Contact {
                candidate: Candidate::VertexFace { vertex: VertexId(0), face: FaceId(0) },
                vertices: [0, 1, 2, 3].map(VertexId),
                weights: [1.0, -1.0, 0.0, 0.0],
                normal,
                distance: 0.0,
            };
            std::iter::once((contact, ContactRule { thickness: 1.0, friction: 1.0 }))
        };
        let before = [DVec3::Z, DVec3::ZERO, DVec3::X, DVec3::Y];
        let mut positions = before;
        positions[0] = DVec3::new(0.3, 0.0, 0.5);
        let mut sweep = ContactSweep::default();
        sweep.replace(|_| true, found(DVec3::Z), &before);
        sweep.begin_substep(0.0);
        sweep.sweep(&before, &mut positions, &[1.0, 0.0, 0.0, 0.0]);
        let old = sweep.contacts[0];
        assert!(old.normal_correction > 0.4 && old.friction_correction.x < -0.2, "{old:?}");

        let leaning = DVec3::new(0.6, 0.0, 0.8);
        sweep.replace_between_sweeps(|_| true, found(leaning), &before);
        let new = sweep.contacts[0];
        assert_eq!((new.normal_correction, new.goal), (old.normal_correction, old.goal));
        assert!(new.friction_correction.dot(leaning).abs() < 1e-15, "{new:?}");
        assert!(new.friction_correction.length() <= old.friction_correction.length());

        sweep.replace(|_| true, found(leaning), &before);
        assert_eq!(sweep.contacts[0].normal_correction, 0.0);
    }
}
