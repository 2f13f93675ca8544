//! Four vertices with signed weights, which take one impulse together.
//!
//! ```text
//! u  = Σ aᵢ vᵢ              relative velocity of the points of contact
//! W  = Σ wᵢ aᵢ²             change of u by a unit impulse: the inverse of the effective mass
//! Δvᵢ = wᵢ aᵢ j             an impulse j (kg m/s) on the first feature, −j on the second
//! ```
//!
//! `Σ aᵢ = 0`, so that `Σ mᵢ Δvᵢ = 0`: linear momentum stays. `Σ xᵢ × mᵢ Δvᵢ = (Σ aᵢ xᵢ) × j`:
//! angular momentum stays if the points of contact meet, or lie apart along `j`. `W` is a number
//! and not a matrix, so that normal and tangential impulses do not mix. A kinematic vertex has
//! `w = 0` and keeps its velocity.

use glam::DVec3;
use ripstop_geometry::{Contact, VertexId, separation};

/// Four vertices, their weights and their mobility.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stencil {
    /// Indices of the vertices.
    pub vertices: [usize; 4],
    /// Signed weights; they sum to 0.
    pub weights: [f64; 4],
    /// `wᵢ aᵢ` (1/kg): the change of each vertex by a unit impulse.
    pub shares: [f64; 4],
    /// `W = Σ wᵢ aᵢ²` (1/kg); 0 if nothing can be pushed.
    pub mobility: f64,
}

impl Stencil {
    /// The stencil of a contact among vertices of these inverse masses (1/kg).
    #[must_use]
    pub fn new(contact: &Contact, inverse_masses: &[f64]) -> Self {
        Self::of(contact.vertices.map(VertexId::index), contact.weights, inverse_masses)
    }

    /// The stencil of any four vertices with weights that sum to 0; a vertex may occur twice if one
    /// of its weights is 0.
    #[must_use]
    pub fn of(vertices: [usize; 4], weights: [f64; 4], inverse_masses: &[f64]) -> Self {
        let shares = std::array::from_fn(|k| inverse_masses[vertices[k]] * weights[k]);
        let mobility = (0..4).map(|k| shares[k] * weights[k]).sum();
        Self { vertices, weights, shares, mobility }
    }

    /// `Σ aᵢ vᵢ` of positions or velocities.
    #[must_use]
    pub fn relative(&self, values: &[DVec3]) -> DVec3 {
        separation(self.weights, self.vertices.map(|i| values[i]))
    }

    /// Adds `wᵢ aᵢ j` to positions or velocities.
    pub fn push(&self, impulse: DVec3, values: &mut [DVec3]) {
        for (i, share) in self.vertices.into_iter().zip(self.shares) {
            values[i] += share * impulse;
        }
    }
}
