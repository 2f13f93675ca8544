//! Boxes of the vertices, edges and faces of a mesh.
//!
//! The box of a moving vertex is the hull of its two ends, grown by a radius and rounded outwards.
//! A point of an edge or a face is, at every moment, in the hull of the vertices, so the boxes of
//! edges and faces are the unions of the vertices' boxes, exactly and without rounding.

use rayon::prelude::*;
use ripstop_geometry::{Aabb, CollisionMesh, Motion, VertexId};

/// Items in a task.
const TASK: usize = 4096;

/// Boxes of all primitives of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshBoxes {
    /// By vertex.
    pub vertices: Vec<Aabb>,
    /// By edge.
    pub edges: Vec<Aabb>,
    /// By face.
    pub faces: Vec<Aabb>,
}

impl MeshBoxes {
    /// Boxes of the whole paths of all primitives, grown by `radius` (m). Memory is kept.
    ///
    /// For a mesh at rest, start and end are the same slice.
    ///
    /// # Panics
    /// If the motion has fewer vertices than the mesh.
    pub fn update(&mut self, mesh: &CollisionMesh, motion: &Motion, radius: f64) {
        let positions = motion.start.par_iter().zip(motion.end).with_min_len(TASK);
        positions
            .map(|(&start, &end)| {
                Aabb { min: start.min(end), max: start.max(end) }.inflated(radius)
            })
            .collect_into_vec(&mut self.vertices);
        self.unite(mesh);
    }

    /// Boxes of edges and faces from those of the vertices.
    ///
    /// # Panics
    /// If there are fewer boxes of vertices than the mesh has vertices.
    pub fn unite(&mut self, mesh: &CollisionMesh) {
        let vertices = &self.vertices;
        let hull = |ids: &[VertexId]| {
            ids.iter().fold(Aabb::EMPTY, |hull, vertex| hull.union(vertices[vertex.index()]))
        };
        let edges = mesh.edges().par_iter().with_min_len(TASK);
        edges.map(|edge| hull(edge)).collect_into_vec(&mut self.edges);
        let faces = mesh.faces().par_iter().with_min_len(TASK);
        faces.map(|face| hull(face)).collect_into_vec(&mut self.faces);
    }
}
