//! From the velocity in the middle of a step to that at its end, with the forces at the new
//! positions [Bridson 2002].
//!
//! ```text
//! vⁿ⁺¹ = vⁿ⁺½ + ½Δt a(xⁿ⁺¹, vⁿ⁺¹)
//! ```
//!
//! Positions are fixed, so that only forces that depend on velocity make it implicit. It is solved
//! by fixed-point iteration, which contracts if `½Δt |∂a/∂v| < 1`: damping that is slower than half
//! a step. Stiffer damping belongs into the dynamics.

use glam::DVec3;

/// Result of [`half_step`].
#[derive(Clone, Debug, PartialEq)]
pub struct HalfStep {
    /// Velocities at the end of the step (m/s).
    pub velocities: Vec<DVec3>,
    /// The largest change in the last iteration (m/s); 0 if the fixed point is met.
    pub residual: f64,
}

/// Solves for the velocities at the end of a step of `dt` (s), from those in its middle.
///
/// `acceleration` gives `a(xⁿ⁺¹, v)` (m/s²) for velocities `v`; it has to be 0 for kinematic
/// vertices.
pub fn half_step(
    middle: &[DVec3],
    dt: f64,
    iterations: usize,
    mut acceleration: impl FnMut(&[DVec3]) -> Vec<DVec3>,
) -> HalfStep {
    let mut velocities = middle.to_vec();
    let mut residual = f64::INFINITY;
    for _ in 0..iterations {
        let next: Vec<DVec3> = acceleration(&velocities)
            .into_iter()
            .zip(middle)
            .map(|(a, v)| *v + 0.5 * dt * a)
            .collect();
        let changes = next.iter().zip(&velocities).map(|(new, old)| new.distance(*old));
        residual = changes.fold(0.0, f64::max);
        velocities = next;
        if residual == 0.0 {
            break;
        }
    }
    HalfStep { velocities, residual }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Drag `a = g − c v` has the closed form `v = (v₀ + ½Δt g)/(1 + ½Δt c)`.
    #[test]
    fn drag_is_implicit() {
        let (dt, c, g) = (0.02, 30.0, DVec3::new(0.0, 0.0, -9.81));
        let middle = [DVec3::new(3.0, -1.0, 2.0), DVec3::ZERO];
        let end = half_step(&middle, dt, 60, |v| v.iter().map(|v| g - c * *v).collect());
        for (v, v0) in end.velocities.iter().zip(middle) {
            let exact = (v0 + 0.5 * dt * g) / (1.0 + 0.5 * dt * c);
            assert!(v.distance(exact) < 1e-12, "{v} {exact}");
        }
        assert!(end.residual < 1e-12);
    }
}
