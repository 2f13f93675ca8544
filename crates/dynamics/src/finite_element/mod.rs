//! Energies of finite elements: stretch, shear and bending, as [`Potential`]s.
//!
//! [`Potential`]: ripstop_geometry::Potential

mod bending_friction;
mod cloth;
mod consistent_mass;
mod curvature_bending;
mod deformation;
mod elasticity;
mod gas_pressure;
mod hinge_angle;
mod hinge_bending;
mod isotropic;
mod membrane;
mod orthotropic;
mod quadratic_bending;
mod tangent;

pub use bending_friction::{BendingFriction, ThreadFriction};
pub use cloth::{Bending, ElementSettings, FiniteElementCloth, MassMatrix};
pub use consistent_mass::ConsistentMass;
pub use curvature_bending::CurvatureBending;
pub use elasticity::Elasticity;
pub use gas_pressure::GasPressure;
pub use hinge_angle::HingeAngle;
pub(crate) use hinge_angle::outer;
pub use hinge_bending::HingeBending;
pub use membrane::{MembraneElements, Stiffness};
pub use quadratic_bending::QuadraticBending;
