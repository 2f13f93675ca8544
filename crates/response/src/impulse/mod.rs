//! Impulses: repulsions, friction and inelastic impacts with masses.

mod collision;
mod half_step;
mod repulsion;
mod repulsion_sweep;
mod response;
mod rounds;
mod settings;
mod spring_force;
mod stencil;

pub use collision::{Collision, ImpactCorrection};
pub use half_step::{HalfStep, half_step};
pub use repulsion::{Repulsion, repel};
pub use repulsion_sweep::RepulsionSweep;
pub use response::{ImpulseReport, ImpulseResponse, Repelled};
pub use settings::{ImpactOrder, ImpulseSettings};
pub use spring_force::{RepulsionSpring, RepulsionSprings};
pub use stencil::Stencil;
