//! The moving part of a simulation.

use glam::DVec3;

/// Positions, velocities and inverse masses of all vertices, as arrays of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Positions (m).
    pub positions: Vec<DVec3>,
    /// Velocities (m/s).
    pub velocities: Vec<DVec3>,
    /// Inverse masses (1/kg); 0 for kinematic vertices.
    pub inverse_masses: Vec<f64>,
}

impl State {
    /// Vertices at rest at `positions`, all with the same inverse mass (1/kg).
    #[must_use]
    pub fn at_rest(positions: Vec<DVec3>, inverse_mass: f64) -> Self {
        let vertex_count = positions.len();
        Self {
            positions,
            velocities: vec![DVec3::ZERO; vertex_count],
            inverse_masses: vec![inverse_mass; vertex_count],
        }
    }
}
