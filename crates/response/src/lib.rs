//! Responses to collisions: from contacts and impacts to safe positions.
//!
//! Tools of increasing force, none of which knows how contacts were found:
//!
//! | tool | effect | guarantee |
//! |---|---|---|
//! | [`ContactSweep`] | parts close pairs between the sweeps of a position-based cloth | none |
//! | [`PositionProjection`] | projects the end of a step out of its impacts | reports success |
//! | [`ImpulseResponse`] | repulsions, friction, inelastic impulses | momentum; no new energy |
//! | [`resolve_zones()`] | impacts that are left, together: optimised, then rigid | the same |
//! | [`freeze()`] | takes vertices back until nothing collides | safe, or names pinched pairs |
//!
//! Energies that keep surfaces apart inside an implicit solve are in [`penalty`] and [`barrier`];
//! [`untangle`] removes crossings of a start that is not clean.
//!
//! All but the first find contacts and impacts through a [`Detector`].
//!
//! # Example
//! A vertex 1 mm over a face at rest is parted to the thickness of 3 mm:
//!
//! ```
//! use ripstop_geometry::{Candidate, Contact, FaceId, VertexId};
//! use ripstop_response::glam::{DVec3, dvec3};
//! use ripstop_response::{ContactRule, ContactSweep};
//!
//! let start = [dvec3(0.3, 0.3, 0.001), DVec3::ZERO, DVec3::X, DVec3::Y];
//! let contact = Contact {
//!     candidate: Candidate::VertexFace { vertex: VertexId(0), face: FaceId(0) },
//!     vertices: [0, 1, 2, 3].map(VertexId),
//!     weights: [1.0, -0.4, -0.3, -0.3],
//!     normal: DVec3::Z,
//!     distance: 0.001,
//! };
//! let rule = ContactRule { thickness: 0.003, friction: 0.5 };
//!
//! let mut sweep = ContactSweep::default();
//! sweep.replace(|_| true, [(contact, rule)].into_iter(), &start);
//! sweep.begin_substep(0.003); // part by at most 3 mm
//! let mut positions = start;
//! let inverse_masses = [100.0, 0.0, 0.0, 0.0]; // 0: kinematic
//! sweep.sweep(&start, &mut positions, &inverse_masses);
//! assert!((positions[0].z - 0.003).abs() < 1e-12);
//! ```

/// The vector types of the public API.
pub use glam;

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
    Collision, HalfStep, ImpactCorrection, ImpactOrder, ImpulseReport, ImpulseResponse,
    ImpulseSettings, Repelled, Repulsion, RepulsionSpring, RepulsionSprings, RepulsionSweep,
    Stencil, half_step, repel,
};
pub use position_projection::PositionProjection;
pub use strain_limit::StrainLimit;
pub use surface_table::{ContactRule, SurfaceContact, SurfaceTable};
pub use watch::ImpactWatch;
pub use zone::{Capsule, ZoneReport, ZoneSettings, resolve_zones};
