//! A velocity filter: removes the part of a velocity that leads into a solid.
//!
//! ```text
//! v ← v + α n,    α = −min(0, n · (v − v_s))        where φ(x) < D,  n = ∇φ/|∇φ|
//! ```
//!
//! `v_s` is the velocity of the solid at `x`: a rising ball takes the cloth along, and cloth that
//! moves away with the ball is left alone. The change is the smallest that does it, so that motion
//! along the surface stays: an inelastic contact without friction. It acts on velocities only: a
//! vertex that is inside stays inside, and a fast one tunnels.

use glam::DVec3;
use ripstop_geometry::sdf::{Posed, RigidVelocity, Sample};

/// The velocity (m/s) of a vertex at `x` (m), without its part into a solid with the given motion,
/// if it is closer to it than `distance` (m). Where a sampled field is flat there is no normal, and
/// the velocity is unchanged.
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
