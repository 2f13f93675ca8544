//! Position projection against impacts [Müller 2007].
//!
//! ```text
//! C(x) = n · Σ aᵢ xᵢ − g  ≥ 0
//! Δxᵢ  = −wᵢ aᵢ n · C / Σ wⱼ aⱼ²
//! ```
//!
//! Each impact of the motion from the start to the proposed end becomes a plane (see
//! [`impact_contact()`]); the end is moved to the right side of all planes found so far, and
//! impacts are sought again. `g` is the gap that is asked for, or half of the distance at the start
//! if that is less: enough to be clear of the plane, too little to push.
//!
//! **Not guaranteed:** success. Planes can contradict each other; the result is then
//! [`Outcome::Unresolved`].

use ripstop_geometry::{Contact, Motion, State, VertexId, separation};

use crate::{Detector, Outcome, Responder, impact_contact};

/// Projects the proposed end of a motion out of its impacts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionProjection {
    /// Most detection passes before it gives up.
    pub rounds: usize,
    /// Gauss–Seidel sweeps over all planes after each pass.
    pub sweeps: usize,
    /// Minimum separation from a plane (m), if the pair has it at the start.
    pub gap: f64,
}

impl Responder for PositionProjection {
    fn respond(
        &mut self,
        detector: &mut dyn Detector,
        motion: &Motion,
        state: &mut State,
    ) -> Outcome {
        let mut planes: Vec<(Contact, f64)> = Vec::new();
        let mut left = 0;
        for passes in 1..=self.rounds {
            let motion = Motion { start: motion.start, end: &state.positions };
            let impacts = detector.impacts(&motion);
            if impacts.is_empty() {
                return Outcome::Safe { passes };
            }
            left = impacts.len();
            for impact in &impacts {
                let contact = impact_contact(detector.mesh(), &motion, impact);
                let at_start = contact.vertices.map(|vertex| motion.start[vertex.index()]);
                let apart = separation(contact.weights, at_start).dot(contact.normal);
                planes.push((contact, self.gap.min(0.5 * apart)));
            }
            for _ in 0..self.sweeps {
                for (plane, gap) in &planes {
                    project(plane, *gap, state);
                }
            }
        }
        Outcome::Unresolved { impacts: left }
    }
}

/// Moves the vertices of one contact to the right side of its plane.
fn project(contact: &Contact, gap: f64, state: &mut State) {
    let State { positions, inverse_masses, .. } = state;
    let stencil = contact.vertices.map(VertexId::index);
    let violation =
        separation(contact.weights, stencil.map(|i| positions[i])).dot(contact.normal) - gap;
    let mobility: f64 =
        (0..4).map(|i| inverse_masses[stencil[i]] * contact.weights[i] * contact.weights[i]).sum();
    if violation >= 0.0 || mobility == 0.0 {
        return;
    }
    let push = -violation / mobility * contact.normal;
    for (i, weight) in stencil.into_iter().zip(contact.weights) {
        positions[i] += inverse_masses[i] * weight * push;
    }
}
