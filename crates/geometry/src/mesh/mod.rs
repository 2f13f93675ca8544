//! Triangle meshes: who is next to whom, and which surface each vertex belongs to.
//!
//! All surfaces of a scene, cloth and obstacles, form one [`CollisionMesh`] with one vertex
//! numbering. Its [`Topology`] is built once from the faces; positions are kept elsewhere, because
//! they change with every step and the topology does not.

mod adjacency;
mod collision_mesh;
mod edges;
mod error;
mod filters;
mod topology;

pub use adjacency::Adjacency;
pub use collision_mesh::CollisionMesh;
pub use error::MeshError;
pub use filters::{Filters, Groups, Role, SurfaceFilter};
pub use topology::Topology;
