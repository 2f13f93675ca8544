//! Position-based cloth, with compliance [Macklin 2016] or with stiffness factors [Müller 2007].
//!
//! A constraint `C(x) = 0` with compliance `α` stands for the energy `½ Cᵀ α⁻¹ C`. One sweep visits
//! the constraints in a fixed order (Gauss–Seidel), each with the multiplier `λ` that it has
//! gathered in this step:
//!
//! ```text
//! (∇C W ∇Cᵀ + α̃) Δλ = −(C + α̃ λ),    Δx = W ∇Cᵀ Δλ,    α̃ = α / Δt²,    W = diag(wᵢ)
//! ```
//!
//! `λ / Δt²` tends to the constraint's force. Plain PBD is `α̃ = 0` with `C` multiplied by a factor
//! in `[0, 1]`. Viscosity acts on velocities, once at the start of a step, with `τ` the fabric's
//! damping time:
//!
//! ```text
//! v ← v − W ∇Cᵀ (∇C W ∇Cᵀ + α̃/γ)⁻¹ ∇C v,    γ = τ / Δt
//! ```
//!
//! Sets of constraints of one kind are kept as arrays, each in a file of its own.

mod angle;
mod checks;
mod cloth;
mod constraint;
mod constraint_set;
mod curved_hinges;
mod dihedral;
mod distance;
mod edges;
mod fours;
mod hinges;
mod lanes;
mod order;
mod projections;
mod regions;
mod settings;
mod springs;
mod strain_limit;
#[cfg(test)]
mod tests;
mod thread_batch;
mod thread_paths;
mod threads;
mod triangle_area;
mod triangles;
mod unmodelled;
mod volume;

pub use cloth::{PositionBasedCloth, Target};
pub use constraint::{Bound, Constraint};
pub use dihedral::DihedralAngle;
pub use distance::Distance;
pub use settings::{Membrane, Method, Settings};
pub use triangle_area::TriangleArea;
pub use volume::EnclosedVolume;

pub(crate) use dihedral::{dihedral_angle, wrapped};
pub(crate) use volume::check_closed;
