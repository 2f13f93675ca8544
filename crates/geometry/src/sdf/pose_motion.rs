//! Rigid motion over one time step, and the velocity of the surface.
//!
//! Between two poses the origin moves on a straight line and the body turns about one axis at
//! constant speed, by the shorter rotation:
//!
//! ```text
//! p(t) = p₀ + t (p₁ − p₀),    R(t) = exp(t [θ]) R₀,    exp([θ]) = R₁ R₀ᵀ,    |θ| ≤ π
//! ```
//!
//! So the point of the body that is at `x` at time `t` has the velocity
//!
//! ```text
//! v(x) = (p₁ − p₀)/dt + ω × (x − p(t)),    ω = θ/dt
//! ```
//!
//! and a field that moves with the body obeys `∂φ/∂t = −∇φ · v` at a fixed point of the world. A
//! turn of more than half a revolution in a step cannot be told from the shorter one in the other
//! direction; at exactly half a revolution the sense of turning is that of the quaternion as
//! stored.
//!
//! The tessellated obstacle that continuous collision detection sees moves on straight lines
//! between the same two poses; the two motions agree at both ends.

use glam::{DQuat, DVec3};

use super::Pose;

/// A body that moves from one pose to another while `t` runs from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PoseMotion {
    /// Pose at `t = 0`.
    pub start: Pose,
    /// Pose at `t = 1`.
    pub end: Pose,
}

impl PoseMotion {
    /// A body that stays where it is.
    #[must_use]
    pub const fn at_rest(pose: Pose) -> Self {
        Self { start: pose, end: pose }
    }

    /// The pose at time `t ∈ [0, 1]`; `at(0)` and `at(1)` are `start` and `end` to the bit.
    #[must_use]
    pub fn at(&self, t: f64) -> Pose {
        if t == 0.0 || self.start == self.end {
            return self.start;
        }
        if t == 1.0 {
            return self.end;
        }
        let translation = (1.0 - t) * self.start.translation() + t * self.end.translation();
        let turn = exp(t * self.rotation_vector());
        Pose::of_unit((turn * self.start.rotation()).normalize(), translation)
    }

    /// The velocity of the body at time `t ∈ [0, 1]` of a step of `dt` (s).
    #[must_use]
    pub fn velocity(&self, t: f64, dt: f64) -> RigidVelocity {
        debug_assert!(dt > 0.0, "a time step is positive, not {dt}");
        let [p0, p1] = [self.start.translation(), self.end.translation()];
        RigidVelocity {
            origin: (1.0 - t) * p0 + t * p1,
            linear: (p1 - p0) / dt,
            angular: self.rotation_vector() / dt,
        }
    }

    /// `θ`: axis times angle (rad) of the shorter rotation from start to end.
    #[must_use]
    pub fn rotation_vector(&self) -> DVec3 {
        let turn = self.end.rotation() * self.start.rotation().conjugate();
        // q and −q are the same rotation; the one with w ≥ 0 turns by at most half a revolution.
        let turn = if turn.w < 0.0 { -turn } else { turn };
        let v = turn.xyz();
        let sine = v.length();
        // Below 1e-8 the angle is 2 |v| to all digits, and the quotient would be 0/0 at rest.
        let factor = if sine < 1e-8 { 2.0 } else { 2.0 * libm::atan2(sine, turn.w) / sine };
        factor * v
    }
}

/// The rotation about `θ / |θ|` by the angle `|θ|`.
fn exp(rotation_vector: DVec3) -> DQuat {
    let half = 0.5 * rotation_vector;
    let angle = half.length();
    let sinc = if angle < 1e-8 { 1.0 } else { libm::sin(angle) / angle };
    let v = sinc * half;
    DQuat::from_xyzw(v.x, v.y, v.z, libm::cos(angle))
}

/// The velocity of a rigid body: that of one of its points, and its rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RigidVelocity {
    /// The point whose velocity is `linear` (m).
    pub origin: DVec3,
    /// Velocity of the body at `origin` (m/s).
    pub linear: DVec3,
    /// Angular velocity (rad/s).
    pub angular: DVec3,
}

impl RigidVelocity {
    /// Velocity of the body's point at `x` (m/s).
    #[must_use]
    #[inline]
    pub fn at(&self, x: DVec3) -> DVec3 {
        self.linear + self.angular.cross(x - self.origin)
    }
}
