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
//! neighbour's correction gives back what it took, and never pulls. Friction acts on the slip `u` since
//! the start of the substep, the same way, inside Coulomb's cone:
//!
//! ```text
//! u = Σ aᵢ (xᵢ − xᵢ⁰),  u_t = u − n (n·u)
//! τ ← τ − u_t/W, shortened to |τ| ≤ μ λ           Δxᵢ = wᵢ aᵢ Δτ
//! ```
//!
//! With `μ λ` as the bound, sticking and sliding need no threshold of their own: a sheet on an incline
//! slides exactly if `tan θ > μ`. The order of contacts is the caller's, one after another
//! (Gauss–Seidel), and decides the bits.
//!
//! **Not guaranteed:** that no pair passes. Whoever needs that checks the motion afterwards.

use glam::DVec3;
use ripstop_geometry::{Contact, VertexId, separation};

use crate::PairContact;

/// A contact in the making.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweptContact {
    /// Vertices, weights and normal.
    pub contact: Contact,
    /// Separation wanted now (m), and friction.
    pub wanted: PairContact,
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
    /// Replaces the contacts. Memory is kept.
    pub fn replace(&mut self, contacts: impl Iterator<Item = (Contact, PairContact)>) {
        self.contacts.clear();
        self.contacts.extend(contacts.map(|(contact, wanted)| SweptContact {
            contact,
            wanted,
            normal_correction: 0.0,
            friction_correction: DVec3::ZERO,
        }));
    }

    /// Forgets the corrections of the last substep.
    pub fn begin_substep(&mut self) {
        for contact in &mut self.contacts {
            contact.normal_correction = 0.0;
            contact.friction_correction = DVec3::ZERO;
        }
    }

    /// Applies every contact once. `start` holds the positions at the start of the substep.
    pub fn sweep(&mut self, start: &[DVec3], positions: &mut [DVec3], inverse_masses: &[f64]) {
        for contact in &mut self.contacts {
            contact.apply(start, positions, inverse_masses);
        }
    }

    /// How many contacts have pushed in this substep.
    #[must_use]
    pub fn active_count(&self) -> usize {
        self.contacts.iter().filter(|contact| contact.normal_correction > 0.0).count()
    }
}

impl SweptContact {
    fn apply(&mut self, start: &[DVec3], positions: &mut [DVec3], inverse_masses: &[f64]) {
        let Contact { vertices, weights, normal, .. } = self.contact;
        let stencil = vertices.map(VertexId::index);
        let now = separation(weights, stencil.map(|i| positions[i]));
        let violation = now.dot(normal) - self.wanted.thickness;
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
        let bound = self.wanted.friction * pushed;
        let held = (self.friction_correction - tangential / mobility).clamp_length_max(bound);
        let friction_change = held - self.friction_correction;
        self.friction_correction = held;

        let change = normal_change * normal + friction_change;
        for i in 0..4 {
            positions[stencil[i]] += inverse_masses[i] * weights[i] * change;
        }
    }
}
