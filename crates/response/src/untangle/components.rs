//! The connected components of a mesh, and the volumes among them.
//!
//! A connected component is a *volume* if every edge has two faces that run through it in
//! opposite directions, and its signed volume is not 0. Its faces are oriented outwards if this is
//! positive:
//!
//! ```text
//! 6 V = Σ a · (b × c)      over its faces, with corners relative to one of its vertices
//! ```

use glam::DVec3;
use ripstop_geometry::exact::Sign;
use ripstop_geometry::{CollisionMesh, FaceId, VertexId};

/// The connected components of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Components {
    /// The component of every vertex.
    of_vertex: Vec<u32>,
    /// For every component, the side of its faces on which the outside is, if it is a volume.
    outside: Vec<Option<Sign>>,
}

impl Components {
    /// The components of a mesh at some positions.
    ///
    /// # Panics
    /// If there are fewer positions than vertices.
    #[must_use]
    pub fn new(mesh: &CollisionMesh, positions: &[DVec3]) -> Self {
        let (of_vertex, count) = connected(mesh);
        let component = |face: FaceId| of_vertex[mesh.face(face)[0].index()] as usize;
        let mut is_closed = vec![true; count];
        for (edge, faces) in mesh.edges().iter().zip(mesh.edge_faces().rows()) {
            let is_inner = match faces {
                &[a, b] => runs_up(mesh, a, *edge) != runs_up(mesh, b, *edge),
                _ => false,
            };
            is_closed[of_vertex[edge[0].index()] as usize] &= is_inner;
        }
        let mut origins: Vec<Option<DVec3>> = vec![None; count];
        let mut volumes = vec![0.0; count];
        for face in (0..mesh.faces().len() as u32).map(FaceId) {
            let corners = mesh.face(face).map(|vertex| positions[vertex.index()]);
            let origin = *origins[component(face)].get_or_insert(corners[0]);
            let [a, b, c] = corners.map(|corner| corner - origin);
            volumes[component(face)] += a.dot(b.cross(c));
        }
        let outside = (0..count).map(|component| {
            let side = if volumes[component] > 0.0 { Sign::Positive } else { Sign::Negative };
            (is_closed[component] && origins[component].is_some() && volumes[component] != 0.0)
                .then_some(side)
        });
        Self { outside: outside.collect(), of_vertex }
    }

    /// Number of components; a vertex without faces is one.
    #[must_use]
    pub fn count(&self) -> usize {
        self.outside.len()
    }

    /// The component of a vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn of(&self, vertex: VertexId) -> u32 {
        self.of_vertex[vertex.index()]
    }

    /// The side of its faces on which the outside of a component is, if it is a volume.
    ///
    /// # Panics
    /// If there is no such component.
    #[must_use]
    pub fn outside(&self, component: u32) -> Option<Sign> {
        self.outside[component as usize]
    }
}

/// True if a face runs through an edge from its lower to its higher vertex.
fn runs_up(mesh: &CollisionMesh, face: FaceId, [low, high]: [VertexId; 2]) -> bool {
    let [a, b, c] = mesh.face(face);
    [[a, b], [b, c], [c, a]].contains(&[low, high])
}

/// The component of every vertex, numbered in the order of first vertices, and their number.
fn connected(mesh: &CollisionMesh) -> (Vec<u32>, usize) {
    const NONE: u32 = u32::MAX;
    let mut of_vertex = vec![NONE; mesh.vertex_count()];
    let mut count = 0;
    let mut stack = Vec::new();
    for first in (0..mesh.vertex_count() as u32).map(VertexId) {
        if of_vertex[first.index()] != NONE {
            continue;
        }
        of_vertex[first.index()] = count;
        stack.push(first);
        while let Some(vertex) = stack.pop() {
            for neighbour in mesh.neighbours(vertex) {
                if of_vertex[neighbour.index()] == NONE {
                    of_vertex[neighbour.index()] = count;
                    stack.push(neighbour);
                }
            }
        }
        count += 1;
    }
    (of_vertex, count as usize)
}
