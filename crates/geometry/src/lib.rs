//! Geometry for cloth collision.

pub mod exact;
pub mod mesh;
pub mod predicates;

mod aabb;
mod candidate;
pub mod closest;
mod contact;
pub mod distance;
mod ids;
mod motion;
pub mod sdf;
mod state;

pub use aabb::Aabb;
pub use candidate::Candidate;
pub use contact::{Contact, Impact, separation};
pub use ids::{EdgeId, FaceId, SurfaceId, VertexId};
pub use mesh::{CollisionMesh, Filters, MeshError, Topology};
pub use motion::{Motion, MotionError, MovingPoint};
pub use state::State;
