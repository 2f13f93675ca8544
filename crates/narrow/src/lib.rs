//! Narrow phase: from pairs of moving primitives to times of impact and contacts.

mod additive;
mod batch;
mod ccd;
mod cubic;
mod inclusion;
pub mod intersection;
mod proximity;
mod ray_cast;
mod safe_step;
mod separation;
mod sieve;

pub use additive::Additive;
pub use batch::{Decisions, Impacts, MovingMesh, MovingMeshError};
pub use ccd::{Ccd, Decision, Verdict};
pub use cubic::{Cubic, Undecided};
pub use inclusion::Inclusion;
pub use proximity::{
    Proximity, ProximitySettings, Sides, edge_edge_proximity, vertex_face_proximity,
};
pub use ray_cast::{RayHit, vertex_face_ray_cast};
pub use safe_step::SafeStep;
