//! Barriers: energies that grow without bound as surfaces come close [Li 2020].
//!
//! ```text
//! E(x) = κ Σ w m b(d²(x)),    b = 0 for d ≥ d̂,    b → ∞ for d → 0
//! ```
//!
//! A solver that starts free of contact, and never steps over one, ends free of contact: whatever
//! it minimises, the energy on the path through a surface is infinite. [`ContactSet`] finds close
//! pairs, [`BarrierPotential`] gives energy, gradient and Hessian, [`BarrierForm`] is the function
//! `b` of the distance.
//!
//! [`BarrierProjection`] makes any proposed state safe by descent on a barrier, as a
//! [`Responder`](crate::Responder).
//!
//! **Not guaranteed** by the energy alone: that a step does not jump over the barrier. The solver
//! limits the step length by continuous collision detection.

mod contact;
mod contact_set;
mod descent;
mod form;
mod found;
mod friction;
mod nearest;
mod pair;
mod planar_truncation;
mod potential;
mod projection;
mod stiffness;
mod trust_region;

pub use contact::{BarrierContact, Features, PairRule};
pub use contact_set::{ContactSet, ContactSurface};
pub use form::{BarrierForm, BarrierRange};
pub use pair::kept_separation;
pub use planar_truncation::truncate_at_planes;
pub use potential::BarrierPotential;
pub use projection::{BarrierProjection, DescentRule};
pub use stiffness::{balancing_stiffness, least_stiffness, matching_stiffness, mean_stiffness};
pub use trust_region::{truncate, trust_radii};
