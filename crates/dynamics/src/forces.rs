//! Forces from outside: gravity and wind.
//!
//! A face of area `A` with unit normal `n`, turned so that `n·u ≥ 0`, in air that moves past it
//! with `u = wind − velocity`, takes drag on its projected area and lift across the stream:
//!
//! ```text
//! f = ½ ρ A (n·u) [ c_D u + c_L (|u| n − (n·û) u) ]
//! ```
//!
//! The bracket's second part is perpendicular to `u`. The force is applied over the step with the
//! factor `1 / (1 + Δt ½ρ (n·u) c_D / ρ_A)`, `ρ_A` the cloth's mass per area: it is 1 for small
//! steps and keeps drag from turning the relative velocity round in long ones.

use glam::DVec3;
use ripstop_geometry::VertexId;

use crate::ClothError;
use crate::error::within;

/// External forces on the cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forces {
    /// Acceleration of gravity (m/s²).
    pub gravity: DVec3,
    /// Moving or resting air; without it there is no air drag.
    pub wind: Option<Wind>,
}

impl Forces {
    /// Neither gravity nor air.
    pub const NONE: Self = Self { gravity: DVec3::ZERO, wind: None };
    /// Gravity against the z axis, which points up as in scenes; no air.
    pub const EARTH: Self = Self { gravity: DVec3::new(0.0, 0.0, -9.81), wind: None };

    /// Checks that all numbers make sense.
    pub(crate) fn check(&self) -> Result<(), ClothError> {
        let limits = [f64::MIN, f64::MAX];
        for g in self.gravity.to_array() {
            within("gravity", g, limits)?;
        }
        let Some(wind) = self.wind else { return Ok(()) };
        for u in wind.velocity.to_array() {
            within("wind velocity", u, limits)?;
        }
        within("air density", wind.air_density, [0.0, f64::MAX])?;
        within("drag coefficient", wind.drag, [0.0, f64::MAX])?;
        within("lift coefficient", wind.lift, [0.0, f64::MAX])
    }
}

impl Default for Forces {
    fn default() -> Self {
        Self::EARTH
    }
}

/// Air that moves with one velocity everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wind {
    /// Velocity of the air (m/s).
    pub velocity: DVec3,
    /// Mass density of the air (kg/m³).
    pub air_density: f64,
    /// Drag coefficient `c_D`; about 1 for a plate across the stream.
    pub drag: f64,
    /// Lift coefficient `c_L`.
    pub lift: f64,
}

impl Wind {
    /// Air at sea level with the given velocity (m/s).
    #[must_use]
    pub const fn new(velocity: DVec3) -> Self {
        Self { velocity, air_density: 1.225, drag: 1.0, lift: 0.5 }
    }

    /// Force per area on a face (N/m²) with the given normal of any length and velocity (m/s), and
    /// the rate `½ ρ (n·u) c_D` at which it brakes (kg/(m² s)).
    fn pressure(&self, normal: DVec3, velocity: DVec3) -> (DVec3, f64) {
        let u = self.velocity - velocity;
        let speed = u.length();
        let n = normal.normalize_or_zero();
        let n = if n.dot(u) < 0.0 { -n } else { n };
        let across = n.dot(u);
        if speed == 0.0 || across == 0.0 {
            return (DVec3::ZERO, 0.0);
        }
        let strength = 0.5 * self.air_density * across;
        let lift = speed * n - (across / speed) * u;
        (strength * (self.drag * u + self.lift * lift), strength * self.drag)
    }
}

/// The faces that the wind blows on.
pub(crate) struct Sail<'a> {
    /// Corners of every face.
    pub(crate) faces: &'a [[VertexId; 3]],
    /// Mass per area (kg/m²).
    pub(crate) density: f64,
    /// Positions of the corners (m).
    pub(crate) positions: &'a [DVec3],
    /// Inverse masses of the corners (1/kg).
    pub(crate) inverse_masses: &'a [f64],
}

impl Sail<'_> {
    /// Changes the velocities by the wind over `dt` (s).
    pub(crate) fn blow(&self, wind: &Wind, velocities: &mut [DVec3], dt: f64) {
        // All faces see the velocities before the wind: the result does not depend on their order
        // beyond rounding.
        let before = velocities.to_vec();
        for face in self.faces {
            let [a, b, c] = face.map(VertexId::index);
            let x = self.positions;
            let normal = (x[b] - x[a]).cross(x[c] - x[a]);
            let velocity = (before[a] + before[b] + before[c]) / 3.0;
            let (pressure, rate) = wind.pressure(normal, velocity);
            let area = 0.5 * normal.length();
            let impulse = dt * area / (3.0 * (1.0 + dt * rate / self.density)) * pressure;
            for corner in [a, b, c] {
                velocities[corner] += self.inverse_masses[corner] * impulse;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drag_is_along_and_lift_across_the_stream() {
        let wind = Wind { drag: 1.3, lift: 0.7, ..Wind::new(DVec3::new(4.0, 0.0, 0.0)) };
        let still = DVec3::ZERO;
        let (plate, _) = wind.pressure(DVec3::NEG_X, still);
        // Stagnation pressure ½ρu² times the coefficient, whichever side the normal is on.
        assert!((plate - DVec3::X * 0.5 * 1.225 * 16.0 * 1.3).length() < 1e-12);
        assert_eq!(plate, wind.pressure(DVec3::X, still).0);
        let (slanted, _) = wind.pressure(DVec3::new(1.0, 1.0, 0.0), still);
        let cos = 0.5_f64.sqrt();
        assert!((slanted.x - 0.5 * 1.225 * 16.0 * 1.3 * cos).abs() < 1e-12, "{slanted}");
        assert!((slanted.y - 0.5 * 1.225 * 16.0 * 0.7 * cos * cos).abs() < 1e-12, "{slanted}");
        assert_eq!(wind.pressure(DVec3::Y, still).0, DVec3::ZERO, "edge-on");
        assert_eq!(wind.pressure(DVec3::X, wind.velocity).0, DVec3::ZERO, "carried along");
        assert_eq!(wind.pressure(DVec3::ZERO, still).0, DVec3::ZERO, "no area");
    }

    #[test]
    fn drag_never_turns_the_relative_velocity_round() {
        let faces = [[0, 1, 2].map(VertexId)];
        let positions = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let density = 0.05;
        let inverse_masses = [3.0 / (density * 0.5); 3];
        let sail =
            Sail { faces: &faces, density, positions: &positions, inverse_masses: &inverse_masses };
        for dt in [1e-4, 1e-2, 1.0, 100.0] {
            let mut velocities = vec![DVec3::new(0.0, 0.0, -30.0); 3];
            sail.blow(&Wind::new(DVec3::ZERO), &mut velocities, dt);
            assert!(velocities.iter().all(|v| (-30.0..=0.0).contains(&v.z)), "{velocities:?}");
            assert!(velocities[0].z > -30.0);
        }
    }
}
