//! Geometry for cloth collision, as a short book.
//!
//! A cloth is a surface of triangles. Two parts of it meet when a vertex meets a face or an edge meets an
//! edge; everything here is about such pairs. Read the modules in this order:
//!
//! 1. **Things that move.** [`MovingPoint`] and [`Motion`]: straight lines from the start of a step to its
//!    end. All claims are about these lines, between the stored positions.
//! 2. **Boxes.** [`Aabb`], closed, of points and of whole paths, inflated with outward rounding: what a
//!    broad phase works on.
//! 3. **Meshes.** [`mesh`]: edges, neighbours and boundaries from a list of faces, in linear time; all
//!    surfaces of a scene as one [`CollisionMesh`]; [`Filters`] as data.
//! 4. **Closest points.** [`closest`]: between points, segments and triangles, with barycentric weights and
//!    the region that holds them, stable on slivers and parallels.
//! 5. **Distances that can be differentiated.** [`distance`]: squared distance, gradient and Hessian in every
//!    region by one formula, and the mollifier that edge–edge needs.
//! 6. **Exact decisions.** [`exact`] and [`predicates`]: integers of any size, orientations, and whether
//!    segments and triangles share a point, right to the last bit at every finite scale.
//! 7. **Solids.** [`sdf`]: signed distance fields of simple shapes and of closed meshes, in motion.
//!
//! 8. **Energies.** [`potential`]: sums of small terms with gradients and Hessians, as implicit solvers take
//!    them.
//!
//! 9. **Crossings.** [`crossing`]: edges through faces, and the curves that they form in space and in the
//!    material.
//!
//! What passes between the stages of a collision pipeline lives here as well, as plain values: a
//! [`Candidate`] may touch, an [`Impact`] does touch during a step, a [`Contact`] is close at one moment; the
//! [`State`] is what moves.
//!
//! # Two kinds of arithmetic
//!
//! ```text
//! closest, distance, sdf      rounded    f64, error of a few ulp of the size of the query, no NaN for finite input
//! predicates, exact, Aabb     exact      the sign, the order, the containment are those of real arithmetic
//! ```
//!
//! Degenerate input (a triangle without area, a segment without length) is ordinary input everywhere, with a
//! documented answer. Letters and words follow `docs/notation.md`.
//!
//! # Example
//!
//! ```
//! use glam::{DVec3, dvec3};
//! use ripstop_geometry::closest::{PointTriangleRegion, point_triangle};
//! use ripstop_geometry::predicates::segment_triangle;
//!
//! let face = [DVec3::ZERO, DVec3::X, DVec3::Y];
//! let near = point_triangle(dvec3(0.25, 0.25, 0.5), face);
//! assert_eq!(near.region, PointTriangleRegion::Face);
//! assert_eq!(near.distance(), 0.5);
//!
//! // The end of this segment is the float below zero: it does not reach the face.
//! let below = dvec3(0.25, 0.25, -f64::from_bits(1));
//! assert!(!segment_triangle([dvec3(0.25, 0.25, -1.0), below], face).intersects());
//! assert!(segment_triangle([dvec3(0.25, 0.25, -1.0), below.with_z(0.0)], face).intersects());
//! ```

pub mod closest;
pub mod crossing;
pub mod distance;
pub mod exact;
pub mod mesh;
pub mod potential;
pub mod predicates;
pub mod sdf;
pub mod tessellate;

mod aabb;
mod candidate;
mod candidate_list;
mod contact;
mod ids;
mod motion;
mod pair_kind;
mod state;

pub use aabb::Aabb;
pub use candidate::Candidate;
pub use candidate_list::CandidateList;
pub use contact::{Contact, Impact, separation};
pub use crossing::Crossing;
pub use ids::{EdgeId, FaceId, SurfaceId, VertexId};
pub use mesh::{CollisionMesh, Filters, MeshError, Topology};
pub use motion::{Motion, MotionError, MovingPoint};
pub use pair_kind::PairKind;
pub use potential::Potential;
pub use state::State;
