//! Damping with rates in 1/s, so that it does not depend on the step.
//!
//! *Drag* slows everything: `v ← e^(−cΔt) v`. *Internal* damping slows only what is not motion as a
//! rigid body [Müller 2007]: with the momentum `p = Σ mᵢvᵢ`, the angular momentum `L` and the
//! inertia tensor `I` about the centre of mass `x̄`,
//!
//! ```text
//! vᵢ ← vᵢ + (1 − e^(−cΔt)) (v̄ + ω × (xᵢ − x̄) − vᵢ),    v̄ = p / Σ mᵢ,    I ω = L
//! ```
//!
//! The rigid field in the parentheses has the same `p` and `L` as the velocities, so that both are
//! kept. It slows what the rest of the cloth does as seen by any of its parts, hence also large
//! folds that swing; for the damping of strain rates alone there is `Fabric::damping_time`.

use glam::{DMat3, DVec3};

use crate::ClothError;
use crate::error::within;

/// Rates at which velocities fade.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Damping {
    /// Rate of all velocities (1/s).
    pub drag: f64,
    /// Rate of velocities relative to motion as a rigid body (1/s); keeps both momenta.
    pub internal: f64,
}

impl Damping {
    pub(crate) fn check(&self) -> Result<(), ClothError> {
        within("drag", self.drag, [0.0, f64::MAX])?;
        within("internal damping", self.internal, [0.0, f64::MAX])
    }

    /// Damps the velocities over `dt` (s). Vertices with inverse mass 0 take no part.
    pub(crate) fn apply(&self, dt: f64, bodies: &mut Bodies) {
        if self.internal > 0.0 {
            let fraction = 1.0 - libm::exp(-self.internal * dt);
            bodies.approach_rigid_motion(fraction);
        }
        if self.drag > 0.0 {
            let factor = libm::exp(-self.drag * dt);
            for v in bodies.velocities.iter_mut() {
                *v *= factor;
            }
        }
    }
}

/// Vertices in motion.
pub(crate) struct Bodies<'a> {
    pub(crate) positions: &'a [DVec3],
    pub(crate) velocities: &'a mut [DVec3],
    pub(crate) inverse_masses: &'a [f64],
}

impl Bodies<'_> {
    fn approach_rigid_motion(&mut self, fraction: f64) {
        let moving = || {
            let all = self.positions.iter().zip(self.velocities.iter()).zip(self.inverse_masses);
            all.filter(|(_, w)| **w > 0.0).map(|((x, v), w)| (*x, *v, 1.0 / w))
        };
        let mass: f64 = moving().map(|(_, _, m)| m).sum();
        if mass == 0.0 {
            return;
        }
        let centre = moving().map(|(x, _, m)| m * x).sum::<DVec3>() / mass;
        let drift = moving().map(|(_, v, m)| m * v).sum::<DVec3>() / mass;
        let spin: DVec3 = moving().map(|(x, v, m)| m * (x - centre).cross(v - drift)).sum();
        let inertia =
            moving().fold(DMat3::ZERO, |sum, (x, _, m)| sum + point_inertia(x - centre, m));
        let omega = solve_spin(inertia, spin);
        let rigid = self.positions.iter().map(|&x| drift + omega.cross(x - centre));
        for ((v, rigid), w) in self.velocities.iter_mut().zip(rigid).zip(self.inverse_masses) {
            if *w > 0.0 {
                *v += fraction * (rigid - *v);
            }
        }
    }
}

/// `m (|r|² 1 − r rᵀ)`.
fn point_inertia(r: DVec3, m: f64) -> DMat3 {
    m * (DMat3::from_diagonal(DVec3::splat(r.length_squared()))
        - DMat3::from_cols(r.x * r, r.y * r, r.z * r))
}

/// `ω` with `I ω = L`. If all masses lie on a line, `I` is singular and `L` is perpendicular to its
/// kernel; a speck of inertia about that line changes nothing else.
fn solve_spin(inertia: DMat3, spin: DVec3) -> DVec3 {
    let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
    if trace == 0.0 {
        return DVec3::ZERO;
    }
    let regular = inertia + DMat3::from_diagonal(DVec3::splat(1e-14 * trace));
    let omega = regular.inverse() * spin;
    if omega.is_finite() { omega } else { DVec3::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn momenta(x: &[DVec3], v: &[DVec3], w: &[f64]) -> (DVec3, DVec3) {
        let terms = || x.iter().zip(v).zip(w).map(|((x, v), w)| (*x, *v / *w));
        (terms().map(|(_, p)| p).sum(), terms().map(|(x, p)| x.cross(p)).sum())
    }

    #[test]
    fn internal_damping_keeps_both_momenta_and_loses_energy() {
        let x: Vec<DVec3> = (0..9)
            .map(|i| DVec3::new(f64::from(i % 3), f64::from(i / 3), f64::from(i * i % 5)))
            .collect();
        let mut v: Vec<DVec3> = x.iter().map(|x| DVec3::new(x.y * x.z, 1.0 - x.x, x.y)).collect();
        let w: Vec<f64> = (0..9).map(|i| 1.0 / f64::from(1 + i % 4)).collect();
        let (p, l) = momenta(&x, &v, &w);
        let energy =
            |v: &[DVec3]| v.iter().zip(&w).map(|(v, w)| v.length_squared() / w).sum::<f64>();
        let before = energy(&v);
        let damping = Damping { drag: 0.0, internal: 3.0 };
        damping.apply(0.2, &mut Bodies { positions: &x, velocities: &mut v, inverse_masses: &w });
        let (p_after, l_after) = momenta(&x, &v, &w);
        assert!((p_after - p).length() < 1e-12 * p.length());
        assert!((l_after - l).length() < 1e-12 * l.length());
        assert!(energy(&v) < 0.99 * before);
    }

    #[test]
    fn rigid_motion_is_left_alone_even_on_a_line() {
        for z in [0.0, 1.0] {
            let x = [DVec3::ZERO, DVec3::X, DVec3::new(3.0, 0.0, z)];
            let mut v = x.map(|x| DVec3::new(0.1, 0.0, 0.3) + DVec3::new(0.0, 2.0, 0.0).cross(x));
            let before = v;
            let w = [1.0, 2.0, 0.5];
            let damping = Damping { drag: 0.0, internal: 50.0 };
            damping
                .apply(1.0, &mut Bodies { positions: &x, velocities: &mut v, inverse_masses: &w });
            assert!(v.iter().zip(before).all(|(v, b)| v.distance(b) < 1e-9), "{v:?}");
        }
    }

    #[test]
    fn the_rate_does_not_depend_on_the_step() {
        let x = [DVec3::ZERO, DVec3::X];
        let w = [1.0, 0.0];
        let damping = Damping { drag: 0.7, internal: 0.0 };
        let mut results = [1, 10].map(|steps| {
            let mut v = [DVec3::Y, DVec3::ZERO];
            for _ in 0..steps {
                damping.apply(
                    1.0 / f64::from(steps),
                    &mut Bodies { positions: &x, velocities: &mut v, inverse_masses: &w },
                );
            }
            v[0].y
        });
        results.sort_by(f64::total_cmp);
        assert!((results[0] - results[1]).abs() < 1e-15);
        assert!((results[0] - libm::exp(-0.7)).abs() < 1e-15);
    }
}
