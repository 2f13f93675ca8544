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
//! It acts on motions with impacts alone, or on all whose end has a pair within `d̂`
//! ([`DescentRule`]): then it is the response of every step with contacts, and may carry lagged
//! Coulomb friction, found anew between descents.
//!
//! **Limits.** Descent is slow beside Newton's method: it ends after a number of iterations,
//! wherever it is, and that is safe but not the minimum. Kinematic vertices advance as far as they
//! can in every fourth iteration, in which only an infinite energy is refused; in between they wait
//! until others have given way. If they have not reached their targets in the end, the result is
//! `Unresolved`. The path of the iterates is bent; the result is `Safe` only if the straight motion
//! is free of impacts as well.

use glam::DVec3;
use ripstop_geometry::{Motion, State, VertexId};

use super::BarrierForm;
use super::descent::Descent;
use crate::penalty::LaggedFriction;
use crate::{Detector, Outcome, Responder};

/// Motions on which a projection acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DescentRule {
    /// Those with impacts.
    #[default]
    Impacts,
    /// Those with impacts, and those whose end has a pair within its activation distance.
    Contacts,
}

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
    /// Motions on which it acts.
    pub acts_on: DescentRule,
    /// Updates of the lagged friction, with a descent after each; 0 for no friction.
    pub friction_updates: u32,
    /// Slip (m) from which on friction is full.
    pub friction_slip: f64,
    /// Ratio of static to kinetic friction, at least 1.
    pub static_ratio: f64,
    /// Result: pairs within their activation distance at the end of the last response.
    pub contacts: usize,
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
            acts_on: DescentRule::default(),
            friction_updates: 0,
            friction_slip: 1e-5,
            static_ratio: 1.0,
            contacts: 0,
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
        self.contacts = 0;
        let impacts = detector.impacts(motion);
        if impacts.is_empty() && self.acts_on == DescentRule::Impacts {
            return Outcome::Safe { passes: 1 };
        }
        let lengths = edge_lengths(detector, motion.start);
        let (threshold, static_ratio) = (self.friction_slip, self.static_ratio);
        let mut descent = Descent {
            projection: *self,
            lengths: &lengths,
            motion,
            inverse_masses: &state.inverse_masses,
            stiffness: 0.0,
            friction: LaggedFriction { elements: Vec::new(), threshold, static_ratio },
            detector,
        };
        if impacts.is_empty() && descent.barrier(motion.end).set.contacts.is_empty() {
            return Outcome::Safe { passes: 1 };
        }
        descent.find_stiffness(impacts.iter().map(|impact| impact.candidate));
        let (end, contacts) = descent.run_with_friction();
        (state.positions, self.contacts) = (end, contacts);
        let has_arrived = !descent.is_arriving(&state.positions);
        let straight = Motion { start: motion.start, end: &state.positions };
        match detector.impacts(&straight).len() {
            0 if has_arrived => Outcome::Safe { passes: 2 },
            0 => Outcome::Unresolved { impacts: impacts.len().max(1) },
            impacts => Outcome::Unresolved { impacts },
        }
    }
}

fn edge_lengths(detector: &dyn Detector, positions: &[DVec3]) -> Vec<f64> {
    let length = |[a, b]: &[VertexId; 2]| positions[a.index()].distance(positions[b.index()]);
    detector.mesh().edges().iter().map(length).collect()
}
