//! Pairs of cloth and obstacle for which the obstacle's signed distance field stands in.
//!
//! The field pushes vertices of cloth. So of the pairs with an obstacle that has one, those leave
//! contact constraints and penalties that would push once more: all of them, but for edges and
//! corners of the obstacle that are sharp. Over these a straight edge of cloth reaches into the
//! solid while both of its ends are outside, and only the pair knows it. Every push, of a field or
//! of a pair, brings its own friction, so that Coulomb's limit holds for their sum.

use ripstop_geometry::{Candidate, CollisionMesh, SurfaceId, VertexId};

use crate::world::World;

/// Cosine of the angle between two faces, 30°, from which on their edge is sharp. A ball of eight
/// rings is still smooth.
const SHARP: f64 = 0.866;

/// Obstacles that have a field, and their sharp features.
#[derive(Clone, Debug)]
pub(crate) struct FieldCover {
    /// By surface.
    has_field: Vec<bool>,
    /// Pairs of a cloth and a solid that it is inside of: the field pushes outwards.
    within: Vec<[SurfaceId; 2]>,
    /// By edge and by vertex of the mesh.
    sharp_edges: Vec<bool>,
    sharp_vertices: Vec<bool>,
}

impl FieldCover {
    pub(crate) fn new(world: &World) -> Self {
        let mut has_field = vec![false; world.filters.surfaces.len()];
        for solid in &world.solids {
            has_field[solid.surface.index()] = true;
        }
        let sharp_edges = sharp_edges(world);
        let mut sharp_vertices = vec![false; world.mesh.vertex_count()];
        for (ends, is_sharp) in world.mesh.edges().iter().zip(&sharp_edges) {
            for end in ends {
                sharp_vertices[end.index()] |= is_sharp;
            }
        }
        let within = world.rules.within.iter().map(|(pair, _)| *pair).collect();
        Self { has_field, within, sharp_edges, sharp_vertices }
    }

    /// True if a field stands in for a pair.
    pub(crate) fn stands_in(&self, mesh: &CollisionMesh, candidate: Candidate) -> bool {
        let has_field = |vertex: VertexId| {
            let SurfaceId(surface) = mesh.surfaces()[vertex.index()];
            self.has_field[surface as usize]
        };
        let stencil = mesh.stencil(candidate);
        let (one, other) = candidate.kind().split(&stencil);
        let [one, other] = [one, other].map(|ids| mesh.surfaces()[ids[0].index()]);
        if self.within.iter().any(|pair| [[one, other], [other, one]].contains(pair)) {
            return false;
        }
        match candidate {
            Candidate::VertexFace { vertex, face } => {
                has_field(mesh.faces()[face.index()][0])
                    || has_field(vertex) && !self.sharp_vertices[vertex.index()]
            }
            Candidate::EdgeEdge { a, b } => [a, b].into_iter().any(|edge| {
                has_field(mesh.edges()[edge.index()][0]) && !self.sharp_edges[edge.index()]
            }),
        }
    }
}

/// Marks edges whose faces meet at an angle, and those at a border.
fn sharp_edges(world: &World) -> Vec<bool> {
    let (mesh, rest) = (&world.mesh, &world.rules.rest);
    let mut normals = vec![Vec::new(); mesh.edges().len()];
    for (corners, edges) in mesh.faces().iter().zip(mesh.face_edges()) {
        let [a, b, c] = corners.map(|vertex| rest[vertex.index()]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for edge in edges {
            normals[edge.index()].push(normal);
        }
    }
    normals.iter().map(|n| n.len() != 2 || n[0].dot(n[1]) < SHARP).collect()
}
