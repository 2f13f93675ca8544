//! Penalties: energies that rise where surfaces are closer than a distance.
//!
//! ```text
//! E(x) = Σ f(d(x)),    f(d) = 0 for d ≥ D,    f′ ≤ 0,  f″ ≥ 0
//! ```
//!
//! `d` is the distance of a vertex–face or edge–edge pair ([`PairPenalty`]), or a signed distance
//! field at a vertex ([`FieldPenalty`]); `f` is a [`PenaltyLaw`]. Both are
//! [`Potential`](ripstop_geometry::Potential)s, for an implicit solve, and give forces, for
//! explicit integration. [`LaggedFriction`] is Coulomb's friction as a potential, with lagged
//! normal forces.
//!
//! Beside them are the simple tools: the [`ray_force`] on a vertex whose path goes through a face,
//! and the [`filtered_velocity`], which removes the part of a velocity that leads into a solid.
//!
//! **Not guaranteed:** anything. A penalty is finite, so that some speed or weight overcomes it,
//! and beyond a surface's middle the distance grows again on the wrong side. Tunnelling is excluded
//! by a step limit from CCD, or by a check of the motion afterwards.

mod field_penalty;
mod friction;
mod law;
mod pair_penalty;
mod ray_force;
mod velocity_filter;

pub use field_penalty::FieldPenalty;
pub use friction::{FrictionElement, LaggedFriction};
pub use law::{Penalty, PenaltyLaw};
pub use pair_penalty::{PairPenalty, PenaltyPair, PenaltyStencil};
pub use ray_force::ray_force;
pub use velocity_filter::filtered_velocity;
