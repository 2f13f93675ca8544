//! One measure of elastic energy for all kinds of dynamics.

use glam::DVec3;
use ripstop_dynamics::{ClothError, ElementSettings, FiniteElementCloth};

use crate::Simulation;
use crate::world::ClothPart;

impl Simulation {
    /// Elastic energy (J) of all cloths at some positions of all vertices, as finite elements of
    /// their fabrics have it, whatever the dynamics.
    ///
    /// # Errors
    /// If there are fewer positions than vertices.
    pub fn elastic_energy(&self, positions: &[DVec3]) -> Result<f64, ClothError> {
        let wanted = self.state.positions.len();
        if positions.len() < wanted {
            let (list, items, given) = ("positions", "vertices", positions.len());
            return Err(ClothError::Length { list, given, items, wanted });
        }
        let energy = |part: &ClothPart| {
            let ClothPart { topology, shape, fabric, first, .. } = part;
            let settings = ElementSettings::default();
            let cloth =
                FiniteElementCloth::new(topology, shape, fabric.fabric(), settings, *first)?;
            Ok(cloth.elastic_energy(positions))
        };
        self.world.cloths.iter().map(energy).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::builtin;

    /// A sheet that is stretched along one of its sides by a small strain `e` has `½ k e²` per
    /// area, up to a fabric's cross contraction, and as much after it has been turned.
    #[test]
    fn a_stretched_sheet_has_the_energy_of_its_fabric() {
        let scene = builtin::scene("drape", 9).unwrap();
        let simulation = Simulation::new(&scene, &mut |_| Err("no files".to_owned())).unwrap();
        let flat = simulation.state().positions.clone();
        assert!(simulation.elastic_energy(&flat).unwrap() < 1e-15);
        let strain = 1e-4;
        let stretched: Vec<DVec3> =
            flat.iter().map(|x| DVec3::new((1.0 + strain) * x.x, x.y, x.z)).collect();
        let energy = simulation.elastic_energy(&stretched).unwrap();
        let fabric = scene.cloths[0].fabric.fabric();
        let poisson = fabric.poisson_ratio;
        let held = fabric.stretch_stiffness[0] / (1.0 - poisson * poisson);
        let area = 1.0;
        let expected = 0.5 * held * strain * strain * area;
        assert!((energy - expected).abs() < 1e-3 * expected, "{energy} for {expected}");
        let turn = glam::DMat3::from_rotation_z(0.8);
        let turned: Vec<DVec3> = stretched.iter().map(|x| turn * *x).collect();
        assert!((simulation.elastic_energy(&turned).unwrap() - energy).abs() < 1e-9 * energy);
        assert!(simulation.elastic_energy(&flat[1..]).is_err());
    }
}
