//! Displacements of vertices, from all contours together.
//!
//! A contour displaces some vertices; around them the displacement fades out over rings of
//! neighbours, so that a sheet is moved and not torn. A vertex that several contours displace moves
//! by the mean, weighted by length: small displacements yield to large ones.

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, VertexId};

/// Displacements so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field {
    sums: Vec<DVec3>,
    weights: Vec<f64>,
    /// Vertices with a displacement, in the order in which they got it.
    touched: Vec<VertexId>,
}

/// A displacement that fades out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fading {
    /// Displacement of the vertices that it starts from (m).
    pub(crate) displacement: DVec3,
    /// Rings of neighbours that it reaches.
    pub(crate) rings: usize,
}

impl Field {
    /// Forgets all displacements.
    pub(crate) fn clear(&mut self, vertex_count: usize) {
        if self.sums.len() != vertex_count {
            *self = Self {
                sums: vec![DVec3::ZERO; vertex_count],
                weights: vec![0.0; vertex_count],
                touched: Vec::new(),
            };
        }
        for vertex in self.touched.drain(..) {
            self.sums[vertex.index()] = DVec3::ZERO;
            self.weights[vertex.index()] = 0.0;
        }
    }

    /// Adds the displacement of one vertex.
    pub(crate) fn add(&mut self, vertex: VertexId, displacement: DVec3) {
        let weight = displacement.length();
        if weight > 0.0 && weight.is_finite() {
            if self.weights[vertex.index()] == 0.0 {
                self.touched.push(vertex);
            }
            self.sums[vertex.index()] += weight * displacement;
            self.weights[vertex.index()] += weight;
        }
    }

    /// Moves positions. Returns the vertices that were moved.
    pub(crate) fn apply(&self, positions: &mut [DVec3], inverse_masses: &[f64]) -> Vec<VertexId> {
        let mut moved = self.touched.clone();
        moved.retain(|vertex| inverse_masses[vertex.index()] > 0.0);
        moved.sort_unstable();
        for vertex in &moved {
            let i = vertex.index();
            positions[i] += self.sums[i] / self.weights[i];
        }
        moved
    }
}

/// The displacement of a vertex (m).
pub(crate) type Displacement = (VertexId, DVec3);

/// Rings of neighbours around vertices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rings {
    /// Per vertex, the last fading that reached it.
    marks: Vec<u32>,
    epoch: u32,
}

impl Rings {
    /// Adds a displacement of some vertices, and around them.
    pub(crate) fn add_with(
        &mut self,
        mesh: &CollisionMesh,
        vertices: &[VertexId],
        fading: Fading,
        displacements: &mut Vec<Displacement>,
    ) {
        displacements.extend(vertices.iter().map(|&vertex| (vertex, fading.displacement)));
        self.add_around(mesh, vertices, fading, displacements);
    }

    /// Adds a displacement around some vertices, which are not displaced themselves.
    pub(crate) fn add_around(
        &mut self,
        mesh: &CollisionMesh,
        vertices: &[VertexId],
        fading: Fading,
        displacements: &mut Vec<Displacement>,
    ) {
        if self.marks.len() != mesh.vertex_count() || self.epoch == u32::MAX {
            *self = Self { marks: vec![0; mesh.vertex_count()], epoch: 0 };
        }
        self.epoch += 1;
        for vertex in vertices {
            self.marks[vertex.index()] = self.epoch;
        }
        let mut ring = vertices.to_vec();
        for k in 1..=fading.rings {
            let part = 1.0 - k as f64 / (fading.rings + 1) as f64;
            let mut next = Vec::new();
            for vertex in ring {
                for neighbour in mesh.neighbours(vertex) {
                    if self.marks[neighbour.index()] != self.epoch {
                        self.marks[neighbour.index()] = self.epoch;
                        displacements.push((neighbour, part * fading.displacement));
                        next.push(neighbour);
                    }
                }
            }
            ring = next;
        }
    }
}
