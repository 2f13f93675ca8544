//! Narrow phase: from pairs of moving primitives to times of impact and contacts.
//!
//! | query | item |
//! |---|---|
//! | time of impact (TOI) of a pair, exact decision | [`Ccd`], [`Cubic`] |
//! | TOI of a pair with a minimum separation | [`Inclusion`], [`Additive`] |
//! | impacts of a whole mesh | [`MovingMesh::impacts`], [`MovingMesh::first_impact`] |
//! | step limit, certified on the rounded positions | [`MovingMesh::safe_step`] |
//! | contacts of a whole mesh at the step's end | [`MovingMesh::contacts`] |
//! | contact of a pair at the step's end | [`vertex_face_proximity`], [`edge_edge_proximity`] |
//! | exact self-intersections, with contours | [`intersection`] |
//! | ray cast along one path | [`vertex_face_ray_cast`] |
//!
//! The TOI of every [`Ccd`] method is conservative: never later than the first contact of the
//! linear trajectories.
//!
//! ```
//! use ripstop_geometry::MovingPoint;
//! use ripstop_narrow::glam::{DVec3, dvec3};
//! use ripstop_narrow::{Ccd, Cubic};
//!
//! let face = [DVec3::ZERO, DVec3::X, DVec3::Y].map(MovingPoint::at_rest);
//! let at = |height: f64| dvec3(0.25, 0.25, height);
//! let fall = |end: f64| MovingPoint { start: at(1.0), end: at(end) };
//! let hit = Cubic::exact().vertex_face(fall(-1.0), face, 1.0);
//! assert!(hit.time.is_some_and(|time| time <= 0.5 && time > 0.5 - 1e-10));
//! // It ends on the face: that is contact. The float above does not reach it.
//! assert!(Cubic::exact().vertex_face(fall(0.0), face, 1.0).time.is_some());
//! assert!(Cubic::exact().vertex_face(fall(f64::from_bits(1)), face, 1.0).time.is_none());
//! ```

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

/// The vector types of the public API.
pub use glam;
