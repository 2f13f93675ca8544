//! Geometry for cloth collision, as a short book.
//!
//! A cloth is a triangle mesh. Two parts of it collide as vertex and face or as edge and edge;
//! everything here is about such pairs. Read the modules in this order:
//!
//! 1. **Motion.** [`MovingPoint`] and [`Motion`]: linear trajectories from the start of a step to
//!    its end. All claims are about these trajectories, between the stored positions.
//! 2. **Bounding boxes.** [`Aabb`], closed, of points and swept paths, inflated with outward
//!    rounding: the input of a broad phase.
//! 3. **Meshes.** [`mesh`]: edges, neighbours and boundaries from a list of faces, in linear time;
//!    all surfaces of a scene as one [`CollisionMesh`]; collision [`Filters`] as data.
//! 4. **Closest points.** [`closest`]: between points, segments and triangles, with barycentric
//!    weights and the region that holds them, stable on slivers and parallels.
//! 5. **Distance derivatives.** [`distance`]: squared distance, gradient and Hessian in every
//!    region by one formula, and the edge–edge mollifier.
//! 6. **Exact predicates.** [`exact`] and [`predicates`]: integers of any size, orientations, and
//!    intersection tests of segments and triangles, right to the last bit at every finite scale.
//! 7. **Solids.** [`sdf`]: signed distance fields (SDF) of simple shapes and of closed meshes, in
//!    rigid motion.
//! 8. **Sewing.** [`sew`]: panels with seams as one mesh.
//! 9. **Energies.** [`potential`]: sums of small terms with gradients, Hessians and PSD projection,
//!    as implicit solvers take them.
//! 10. **Intersections of meshes.** [`crossing`]: edges through faces, and the intersection
//!     contours that they form in space and in the material.
//!
//! The stages of a collision pipeline exchange plain values, which live here as well: a
//! [`Candidate`] pair may touch, an [`Impact`] is a pair with its time of impact (TOI), a
//! [`Contact`] is a pair that is close at one moment; the [`State`] holds positions, velocities and
//! masses; a [`Stitch`] ties a vertex to a point of an edge; [`RestPlaces`] are the places of
//! vertices that have several in the rest configuration. [`PairKind`] is the kernel of a pair:
//! distance, closest points and weights, by kind.
//!
//! # Two kinds of arithmetic
//!
//! ```text
//! closest, distance, sdf    rounded   f64, error of a few ulp of the query's size, never NaN
//! predicates, exact, Aabb   exact     sign, order and containment of real arithmetic
//! ```
//!
//! The first line holds for finite input. Degenerate input (a triangle without area, a segment
//! without length) is ordinary input everywhere, with a documented result. Letters and words follow
//! `docs/notation.md`.
//!
//! # Example
//!
//! ```
//! use ripstop_geometry::closest::{PointTriangleRegion, point_triangle};
//! use ripstop_geometry::glam::{DVec3, dvec3};
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
pub mod sew;
pub mod tessellate;

mod aabb;
mod candidate;
mod candidate_list;
mod contact;
mod ids;
mod motion;
mod pair_kind;
mod rest_places;
mod state;
mod stitch;
mod stop_flag;

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
pub use rest_places::RestPlaces;
pub use state::State;
pub use stitch::Stitch;
pub use stop_flag::StopFlag;

/// The vector types of the public API.
pub use glam;
