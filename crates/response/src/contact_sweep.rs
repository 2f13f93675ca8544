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
