//! Cloths in numbers that people know: size, mass, edges, thickness.

use glam::DVec3;
use ripstop_geometry::Aabb;

use super::World;

/// Measures of a cloth at the start.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClothMeasures {
    /// Its number and name, as in errors.
    pub owner: String,
    /// Edge lengths of its box (m).
    pub extent: DVec3,
    /// Its mass (kg), held vertices included.
    pub mass: f64,
    /// Mean rest length of its edges (m).
    pub mean_edge_length: f64,
    /// Thickness (m).
    pub thickness: f64,
    /// Number of its vertices.
    pub vertex_count: usize,
    /// True if finite elements of its fabric are the same in all directions, false if orthotropic.
    pub is_isotropic: bool,
}

impl World {
    /// Measures of all cloths, in the order of the scene.
    #[must_use]
    pub fn measures(&self) -> Vec<ClothMeasures> {
        let contacts = &self.rules.surfaces.surfaces;
        let measured = self.cloths.iter().zip(contacts).map(|(cloth, contact)| {
            let areas = cloth.shape.areas();
            ClothMeasures {
                owner: cloth.owner.clone(),
                extent: Aabb::of_points(&self.start.positions[cloth.vertices()]).extent(),
                mass: cloth.fabric.density * areas.iter().sum::<f64>(),
                mean_edge_length: mean(cloth.shape.lengths()),
                thickness: contact.thickness,
                vertex_count: cloth.topology.vertex_count(),
                is_isotropic: cloth.fabric.fabric().is_isotropic(),
            }
        });
        measured.collect()
    }
}

/// Least mean rest length of the edges of a cloth (m); infinite without cloths.
pub(crate) fn finest_edge_length(world: &World) -> f64 {
    world.cloths.iter().map(|cloth| mean(cloth.shape.lengths())).fold(f64::INFINITY, f64::min)
}

fn mean(lengths: &[f64]) -> f64 {
    lengths.iter().sum::<f64>() / lengths.len().max(1) as f64
}
