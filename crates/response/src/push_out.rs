//! Push-out of a vertex by a signed distance field, between the sweeps of a position-based cloth.
//!
//! The contact constraint of [`ContactSweep`](crate::ContactSweep) with a field in place of a
//! plane, and a solid that moves by itself:
//!
//! ```text
//! C(x) = φ(x) − h ≥ 0                              n = ∇φ/|∇φ|
//! λ ← max(0, λ − C/w)                              Δx = w n Δλ
//! u = x − x⁰ − s,  u_t = u − n (n·u)               s: displacement of the solid at x
//! τ ← τ − u_t/w, shortened to |τ| ≤ μ λ            Δx = w Δτ
//! ```
//!
//! `x⁰` is the start of the substep. Normal and distance are those of the present position, so that
//! nothing lags. As there, a vertex that starts too close is not pushed out at once but a little in
//! every substep, and [`PushedVertex::settle`] takes the speed of parting back.
//!
//! **Not guaranteed:** that no edge passes; only vertices are asked.

use glam::DVec3;
use ripstop_geometry::VertexId;
use ripstop_geometry::sdf::Sample;

use crate::ContactRule;

/// A vertex near a solid, with its corrections in a substep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PushedVertex {
    /// The vertex.
    pub vertex: VertexId,
    /// Thickness to be reached in the end (m), and friction.
    pub rule: ContactRule,
    /// Distance to be reached in this substep (m).
    pub goal: f64,
    /// `λ`, the normal correction so far (m kg).
    pub normal_correction: f64,
    /// `τ`, the correction by friction so far (m kg), in the tangent plane.
    pub friction_correction: DVec3,
    /// The normal along which it was pushed last.
    pub normal: DVec3,
}

impl PushedVertex {
    /// A vertex that is at `distance` (m) from the solid at the start of a substep, in which it may
    /// be parted by `parting` (m).
    #[must_use]
    pub fn new(vertex: VertexId, rule: ContactRule, distance: f64, parting: f64) -> Self {
        Self {
            vertex,
            rule,
            goal: rule.thickness.min(distance + parting),
            normal_correction: 0.0,
            friction_correction: DVec3::ZERO,
            normal: DVec3::ZERO,
        }
    }

    /// The position `x` (m) of the vertex once it is pushed out. `sample` is the field there,
    /// `unslipped` the position to which the solid alone would have carried it in the substep, and
    /// `w` its inverse mass (1/kg).
    #[must_use]
    pub fn apply(&mut self, x: DVec3, unslipped: DVec3, w: f64, sample: &Sample) -> DVec3 {
        let violation = sample.distance - self.goal;
        if w == 0.0 || (violation >= 0.0 && self.normal_correction == 0.0) {
            return x;
        }
        let Some(normal) = sample.normal() else { return x };
        self.normal = normal;
        let pushed = (self.normal_correction - violation / w).max(0.0);
        let normal_change = pushed - self.normal_correction;
        self.normal_correction = pushed;
        let slip = x - unslipped;
        let tangential = slip - slip.dot(normal) * normal;
        let bound = self.rule.friction * pushed;
        let held = (self.friction_correction - tangential / w).clamp_length_max(bound);
        let friction_change = held - self.friction_correction;
        self.friction_correction = held;
        x + w * (normal_change * normal + friction_change)
    }

    /// The velocity (m/s) of the vertex without the speed of parting that the push-out has given it
    /// in a substep of `dt` (s); `solid` is the velocity of the solid there.
    #[must_use]
    pub fn settle(&self, velocity: DVec3, solid: DVec3, w: f64, dt: f64) -> DVec3 {
        let parting = (velocity - solid).dot(self.normal);
        let given = w * self.normal_correction / dt;
        velocity - parting.clamp(0.0, given) * self.normal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: ContactRule = ContactRule { thickness: 0.01, friction: 0.5 };

    fn over_ground(x: DVec3) -> Sample {
        Sample { distance: x.z, gradient: DVec3::Z }
    }

    /// Once along the ground by `slip` (m), at a depth of 4 mm.
    fn pushed(slip: f64, unslipped: DVec3) -> DVec3 {
        let x = DVec3::new(slip, 0.0, 0.006);
        let mut vertex = PushedVertex::new(VertexId(0), RULE, 0.01, 0.0);
        let w = 3.0;
        let once = vertex.apply(x, unslipped, w, &over_ground(x));
        // A second sweep finds nothing to do.
        let twice = vertex.apply(once, unslipped, w, &over_ground(once));
        assert!((twice - once).length() < 1e-15);
        once
    }

    #[test]
    fn friction_holds_within_the_cone_and_slides_on_its_border() {
        let rest = DVec3::new(0.0, 0.0, 0.01);
        assert!((pushed(0.0019, rest) - rest).length() < 1e-15);
        let slid = pushed(0.005, rest);
        assert!((slid - DVec3::new(0.003, 0.0, 0.01)).length() < 1e-15, "{slid}");
        // Relative to a ground that moves.
        let carried = DVec3::new(0.005, 0.0, 0.01);
        assert!((pushed(0.0045, carried) - carried).length() < 1e-15);
    }

    #[test]
    fn parted_slowly_and_settled() {
        let mut vertex = PushedVertex::new(VertexId(0), RULE, 0.002, 0.001);
        let x = DVec3::new(0.0, 0.0, 0.002);
        let end = vertex.apply(x, x, 2.0, &over_ground(x));
        assert!((end.z - 0.003).abs() < 1e-15);
        let v = (end - x) / 0.1;
        assert!(vertex.settle(v, DVec3::ZERO, 2.0, 0.1).length() < 1e-12);
        // What was faster than the push by itself stays so.
        let faster = vertex.settle(v + DVec3::Z, DVec3::ZERO, 2.0, 0.1);
        assert!((faster - DVec3::Z).length() < 1e-12);
    }
}
