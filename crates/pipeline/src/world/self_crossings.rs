//! Crossings of obstacles with themselves, which are normal for bodies.

use ripstop_detection::crossings;
use ripstop_geometry::{CollisionMesh, Filters, SurfaceId};

use super::World;
use crate::scene::{ObstacleShape, Scene};

/// Crossings of an obstacle with itself, at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SelfCrossings {
    /// The obstacle.
    pub surface: SurfaceId,
    /// Its edges and faces that cross, counted exactly.
    pub count: usize,
}

impl World {
    /// Counts the crossings of the mesh obstacles of a scene, each with itself; of those that have
    /// any. Tessellated shapes have none.
    pub(crate) fn self_crossings(&self, scene: &Scene) -> Vec<SelfCrossings> {
        let is_mesh =
            |index: &usize| matches!(scene.obstacles[*index].shape, ObstacleShape::Mesh { .. });
        let meshes = (0..scene.obstacles.len()).filter(is_mesh);
        let surfaces = meshes.map(|index| SurfaceId((scene.cloths.len() + index) as u32));
        let counts = surfaces.map(|surface| SelfCrossings { surface, count: self.count(surface) });
        counts.filter(|found| found.count > 0).collect()
    }

    fn count(&self, surface: SurfaceId) -> usize {
        let surfaces = self.mesh.surfaces();
        let first = surfaces.partition_point(|other| *other < surface);
        let end = surfaces.partition_point(|other| *other <= surface);
        let own = self.mesh.faces().iter().filter(|face| surfaces[face[0].index()] == surface);
        let faces: Vec<[u32; 3]> = own.map(|face| face.map(|v| v.0 - first as u32)).collect();
        let positions = &self.start.positions[first..end];
        // The scene's mesh is sound, and so are its parts.
        let found = CollisionMesh::new(positions, &faces)
            .and_then(|mesh| crossings(&mesh, &Filters::default(), positions));
        found.map_or(0, |found| found.len())
    }
}
