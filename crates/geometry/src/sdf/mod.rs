//! Signed distance fields: the distance of a point from a solid, and the direction out of it.
//!
//! ```text
//! φ(x) = −dist(x, ∂S)  inside S,     φ(x) = dist(x, ∂S)  outside,     |∇φ| = 1 almost everywhere
//! ```
//!
//! Obstacles of a cloth are such solids. The field tells a penalty force, a velocity filter or a
//! push-out how deep a vertex is and along which direction it leaves; the guarantee that nothing
//! slips through never rests on it.
//!
//! | shape | distance | gradient |
//! |---|---|---|
//! | [`Plane`], [`Sphere`], [`Capsule`], [`Cuboid`] | exact up to rounding | unit, everywhere |
//! | [`Square`], one of its sides | exact up to rounding | unit, everywhere |
//! | [`SampledField`] of a mesh | trilinear between exact node values | of the interpolant |
//!
//! [`Shape`] is the sum of them: a closed set, because code that tessellates, stores or prints an
//! obstacle has to know which it is anyhow, so an enum serves better than a trait. [`Posed`] sees a
//! shape through a rigid [`Pose`], and [`PoseMotion`] moves the pose over a step and gives the
//! velocity of the surface.
//!
//! At points where φ has no derivative (the centre of a sphere, the axis of a capsule, the medial
//! planes of a cuboid) each shape documents the direction that it chooses; it is always one of the
//! limits of `∇φ` nearby, so that moving along it leaves the solid by the shortest path. Points
//! with coordinates up to [`ShapeError::LIMIT`] never give NaN.

mod capsule;
mod closed_mesh;
mod cuboid;
mod disc;
mod enclosure;
mod error;
mod grid;
mod nearest;
mod plane;
mod polar;
mod pose;
mod pose_motion;
mod round;
mod sampled;
mod sampling;
mod shape;
mod sphere;
mod square;
mod winding;

use glam::DVec3;

pub use capsule::Capsule;
pub use cuboid::Cuboid;
pub use enclosure::Enclosure;
pub use error::{SamplingError, ShapeError};
pub use plane::Plane;
pub use pose::Pose;
pub use pose_motion::{PoseMotion, RigidVelocity};
pub use sampled::SampledField;
pub use sampling::Sampling;
pub use shape::{Posed, Shape};
pub use sphere::Sphere;
pub use square::Square;
pub use winding::winding_number;

/// A signed distance and its gradient at one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// `φ`: negative inside (m).
    pub distance: f64,
    /// `∇φ`; a unit vector for the analytic shapes, of length at most √3 for a sampled field.
    pub gradient: DVec3,
}

impl Sample {
    /// The unit direction of the gradient; `None` where a sampled field is flat.
    #[must_use]
    pub fn normal(&self) -> Option<DVec3> {
        polar::polar(self.gradient).map(|p| p.direction)
    }
}
