//! Contacts and impacts, as the narrow phase hands them to a responder.
//!
//! Vertex–face and edge–edge look alike once they are written as four vertices with signed weights:
//! `Σ aᵢ xᵢ` is the vector from the second feature to the first.
//!
//! ```text
//! vertex–face   p, b₀, b₁, b₂   weights  1, −α, −β, −γ        α + β + γ = 1
//! edge–edge     a₀, a₁, b₀, b₁  weights  1−s, s, t−1, −t      s, t ∈ [0, 1]
//! ```

use glam::DVec3;

use crate::{Candidate, VertexId};

/// Two features close to each other, at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The pair that is in contact.
    pub candidate: Candidate,
    /// The vertices involved.
    pub vertices: [VertexId; 4],
    /// Their signed weights; they sum to 0.
    pub weights: [f64; 4],
    /// Unit direction that separates the features, from the second towards the first.
    pub normal: DVec3,
    /// Distance along `normal` (m); negative if the features have passed through each other.
    pub distance: f64,
}

/// Two features that collide during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The pair that collides.
    pub candidate: Candidate,
    /// Conservative time of impact (TOI), a fraction of the step in `[0, 1]`: never later than the
    /// exact first contact.
    pub time: f64,
}

/// `Σ aᵢ xᵢ`: from the point of the second feature to that of the first.
#[must_use]
pub fn separation(weights: [f64; 4], points: [DVec3; 4]) -> DVec3 {
    let [p, q, r, s] = points;
    weights[0] * p + weights[1] * q + weights[2] * r + weights[3] * s
}
