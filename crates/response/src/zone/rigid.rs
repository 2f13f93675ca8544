//! A zone that moves as a rigid body, with its linear and angular momentum [Bridson 2002].
//!
//! ```text
//! V = Σ mᵢvᵢ/M      L = Σ mᵢ rᵢ × vᵢ      I = Σ mᵢ (|rᵢ|² − rᵢrᵢᵀ)      rᵢ = xᵢ − c
//! x'ᵢ = c + Δt V + R rᵢ       v'ᵢ = V + ω' × R rᵢ,   ω' = R I⁻¹ Rᵀ L
//! ```
//!
//! `R` is that of the body moving freely for `Δt`: `L` stays, `ω = R I⁻¹ Rᵀ L` does not, and
//! `q̇ = ½ ω q` is integrated by the classical Runge–Kutta method in rotations of at most 1/256
//! rad. So angular momentum is exact by construction, and the energy `½ LᵀR I⁻¹ RᵀL` is that of the
//! projection `v ↦ V + ω × r` at the start, up to some 1e-11, which does not exceed that of the
//! vertices: a projection in the metric of masses.
//!
//! # Straight paths
//! Vertices do not move along circles but straight from `xᵢ` to `x'ᵢ`. At time `t` that is the
//! affine map `r ↦ ((1−t) + t R) r`, whose eigenvalues `1` and `(1−t) + t e^{±iθ}` vanish only for
//! `θ = π` at `t = ½`. For rotations by less than `π` it is one-to-one, and features that are apart
//! stay apart. Rounding is left to the certified check.

use glam::{DMat3, DQuat, DVec3};

/// Rotation in one step of the integration, at most (rad).
const SMALL_ROTATION: f64 = 1.0 / 256.0;

/// The largest rotation of a zone (rad): straight paths of a rotation by `π` meet halfway.
pub(super) const LARGEST_ROTATION: f64 = 2.5;

/// Vertices that move together.
pub(super) struct Body<'a> {
    pub(super) positions: &'a [DVec3],
    /// Masses (kg), all positive.
    pub(super) masses: &'a [f64],
}

/// Positions and velocities of a body at the end of a step.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RigidEnd {
    pub(super) positions: Vec<DVec3>,
    pub(super) velocities: Vec<DVec3>,
}

impl Body<'_> {
    /// The free rigid motion for `dt` (s) with the momenta of `averages`, the velocities along the
    /// step (m/s); at its end it has the momenta of `velocities` (m/s). `None` if it rotates too
    /// far, or all vertices are collinear.
    pub(super) fn moved(
        &self,
        averages: &[DVec3],
        velocities: &[DVec3],
        dt: f64,
    ) -> Option<RigidEnd> {
        let mass: f64 = self.masses.iter().sum();
        let mean = |values: &[DVec3]| -> DVec3 {
            self.masses.iter().zip(values).map(|(m, x)| *m * *x).sum::<DVec3>() / mass
        };
        let center = mean(self.positions);
        let arms: Vec<DVec3> = self.positions.iter().map(|x| *x - center).collect();
        let inertia = arms.iter().zip(self.masses).fold(DMat3::ZERO, |sum, (r, m)| {
            let square = DMat3::from_cols(r.x * *r, r.y * *r, r.z * *r);
            sum + *m * (r.length_squared() * DMat3::IDENTITY - square)
        });
        let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
        let is_collinear = inertia.determinant() <= 1e-12 * trace * trace * trace;
        if is_collinear || !trace.is_finite() {
            return None;
        }
        let inverse_inertia = inertia.inverse();
        let angular_momentum = |values: &[DVec3]| -> DVec3 {
            (0..arms.len()).map(|i| self.masses[i] * arms[i].cross(values[i])).sum()
        };
        let rotation = rotated(inverse_inertia, angular_momentum(averages), dt)?;
        let [average, speed] = [averages, velocities].map(mean);
        let ahead = center + dt * average;
        let omega =
            rotation * (inverse_inertia * (rotation.inverse() * angular_momentum(velocities)));
        let (positions, velocities) = arms
            .into_iter()
            .map(|arm| rotation * arm)
            .map(|arm| (ahead + arm, speed + omega.cross(arm)))
            .unzip();
        Some(RigidEnd { positions, velocities })
    }
}

/// The rotation of a free body with the angular momentum `momentum` after `dt`.
fn rotated(inverse_inertia: DMat3, momentum: DVec3, dt: f64) -> Option<DQuat> {
    // A bound on its angular speed: the largest eigenvalue is below the trace.
    let largest = inverse_inertia.x_axis.x + inverse_inertia.y_axis.y + inverse_inertia.z_axis.z;
    let bound = largest * momentum.length() * dt;
    if !bound.is_finite() {
        return None;
    }
    let mut steps = 1_u32;
    while f64::from(steps) * SMALL_ROTATION < bound && steps < 4096 {
        steps *= 2;
    }
    let h = dt / f64::from(steps);
    let rate = |q: DQuat| -> DQuat {
        let unit = q.normalize();
        let omega = unit * (inverse_inertia * (unit.inverse() * momentum));
        DQuat::from_xyzw(omega.x, omega.y, omega.z, 0.0) * q * 0.5
    };
    let mut q = DQuat::IDENTITY;
    for _ in 0..steps {
        let k1 = rate(q);
        let k2 = rate(q + k1 * (0.5 * h));
        let k3 = rate(q + k2 * (0.5 * h));
        let k4 = rate(q + k3 * h);
        q = (q + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0)).normalize();
        // cos(θ/2) of the whole rotation so far.
        if q.w < libm::cos(0.5 * LARGEST_ROTATION) {
            return None;
        }
    }
    Some(q)
}
