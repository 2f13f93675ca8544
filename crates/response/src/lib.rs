//! Responses to collisions: from contacts and impacts to safe positions.
//!
//! Tools of increasing force, none of which knows how contacts were found:
//!
//! | tool | what it does | what it promises |
//! |---|---|---|
//! | [`ContactSweep`] | keeps pairs apart while the cloth's own constraints are solved | nothing |
//! | [`PositionProjection`] | pushes the end of a step out of the impacts on the way there | says whether it succeeded |
//! | [`ImpulseResponse`] | repulsions, friction, rounds of inelastic impulses | momentum and no new energy; says whether it succeeded |
//! | [`resolve_zones()`] | what still collides, together: optimised, then rigid | the same |
//! | [`freeze()`] | takes vertices back until nothing collides | a clean end, or an error that names the pinched pairs |
//!
//! Energies that keep surfaces apart inside an implicit solve are in [`penalty`] and [`barrier`].
//!
//! The first three look for contacts and impacts through a [`Detector`].

pub mod barrier;
pub mod penalty;
pub mod untangle;

mod contact_sweep;
mod detection_passes;
mod detector;
mod freeze;
mod impact_contact;
mod impulse;
mod pair_spectrum;
mod position_projection;
mod strain_limit;
mod surface_table;
mod watch;
mod zone;

pub use contact_sweep::{ContactSweep, SweptContact};
pub use detection_passes::DetectionPasses;
pub use detector::{Detector, Instants, Outcome, Responder};
pub use freeze::{Frozen, Pinched, freeze};
pub use impact_contact::impact_contact;
pub use impulse::{
    Answer, Collision, HalfStep, ImpactOrder, ImpulseReport, ImpulseResponse, ImpulseSettings,
    Repelled, Repulsion, RepulsionSpring, RepulsionSprings, Stencil, half_step, repel,
};
pub use position_projection::PositionProjection;
pub use strain_limit::StrainLimit;
pub use surface_table::{ContactRule, SurfaceContact, SurfaceTable};
pub use watch::ImpactWatch;
pub use zone::{Capsule, ZoneReport, ZoneSettings, resolve_zones};
