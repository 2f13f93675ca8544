//! The part of a velocity that leads into a solid, taken away.
//!
//! ```text
//! v ← v + α n,    α = −min(0, n · (v − v_s))        where φ(x) < D,  n = ∇φ/|∇φ|
//! ```
//!
//! `v_s` is the velocity of the solid at `x`: a ball that comes up takes the cloth along, and what moves away with the ball is left alone. The
//! change is the smallest that does it, so that motion along the surface stays: a contact without friction and without rebound. It
//! acts on velocities only: a vertex that is inside stays inside, and one that is fast enough to be through within a step was never near.

use glam::DVec3;
use ripstop_geometry::sdf::{Posed, RigidVelocity, Sample};

/// The velocity (m/s) of a vertex at `x` (m) that no longer leads into a solid with the given motion, if it is closer to it than
/// `distance` (m). Where a sampled field is flat there is no direction, and nothing is done.
#[must_use]
pub fn filtered_velocity(
    velocity: DVec3,
    x: DVec3,
    field: &Posed,
    motion: &RigidVelocity,
    distance: f64,
) -> DVec3 {
    let sample: Sample = field.sample(x);
    if sample.distance >= distance {
        return velocity;
    }
    let Some(normal) = sample.normal() else { return velocity };
    let approach = normal.dot(velocity - motion.at(x)).min(0.0);
    velocity - approach * normal
}
