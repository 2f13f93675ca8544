//! Mechanical energy of a run, by one measure for all dynamics and responses.

use anyhow::Result;
use glam::DVec3;
use ripstop_pipeline::Simulation;

/// Kinetic energy, and that of weight and elasticity.
pub(crate) struct MechanicalEnergy {
    /// Of the vertices of cloth (kg); 0 for pins.
    masses: Vec<f64>,
    /// (m/s²).
    gravity: DVec3,
}

impl MechanicalEnergy {
    /// The measure for the cloths of a simulation under this gravity (m/s²).
    pub(crate) fn new(simulation: &Simulation, gravity: DVec3) -> Self {
        let cloth = &simulation.state().inverse_masses[..simulation.cloth_vertex_count()];
        let masses = cloth.iter().map(|w| if *w > 0.0 { w.recip() } else { 0.0 }).collect();
        Self { masses, gravity }
    }

    /// A kinetic energy plus the potential energy of some positions (J).
    pub(crate) fn of(&self, simulation: &Simulation, kinetic: f64, x: &[DVec3]) -> Result<f64> {
        let weigh = |(m, x): (&f64, &DVec3)| -m * self.gravity.dot(*x);
        let weight: f64 = self.masses.iter().zip(x).map(weigh).sum();
        Ok(kinetic + weight + simulation.elastic_energy(x)?)
    }
}
