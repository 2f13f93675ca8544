//! Dynamics of cloth: where it wants to be at the end of a step.
//!
//! [`PositionBasedCloth`] is driven by three calls, between which a collision response may move the
//! positions as it likes; this crate does not know that contact exists:
//!
//! ```text
//! predict            v ← damped(v) + Δt·(g + wind),  x ← x + Δt v,  pins to their targets
//! sweep, repeated    x ← one Gauss–Seidel pass over the cloth's constraints
//! update_velocities  v ← (x − x_start) / Δt
//! ```
//!
//! The material is given in physical units ([`Material`]) and the shape without stress apart from the
//! start pose ([`RestShape`]). The derivations are in `docs/position-based.md`.

mod damping;
mod error;
mod finite_element;
mod forces;
mod hinges;
mod implicit;
mod masses;
mod material;
mod position_based;
mod rest_shape;
mod state_checks;

pub use damping::Damping;
pub use error::ClothError;
pub use finite_element::{
    Bending, ConsistentMass, CurvatureBending, Elasticity, ElementSettings, Fabric,
    FiniteElementCloth, HingeAngle, HingeBending, MassMatrix, MembraneElements, QuadraticBending,
    Seam, Stiffness,
};
pub use forces::{Forces, Wind};
pub use implicit::{
    BlockMatrix, ImplicitEuler, ImplicitSettings, LinearMethod, Method as ImplicitMethod, NoHook,
    Preconditioner, Step, StepHook, StepReport,
};
pub use masses::lumped_masses;
pub use material::Material;
pub use position_based::{
    Bound, Constraint, DihedralAngle, Distance, EnclosedVolume, Membrane, Method,
    PositionBasedCloth, Settings, Target, TriangleArea,
};
pub use rest_shape::RestShape;
