//! Names of primitives for errors: each by its surface and its vertices, which a surface counts
//! from 0 on, as pins do.

use ripstop_geometry::{Candidate, CollisionMesh, EdgeId, FaceId, PairKind, VertexId};

/// Pairs that an error lists.
pub const LISTED: usize = 8;

/// A mesh whose surfaces may have names.
#[derive(Clone, Copy, Debug)]
pub struct PrimitiveNames<'a> {
    /// The mesh.
    pub mesh: &'a CollisionMesh,
    /// By surface, whose vertices are consecutive; empty if nobody has named them, and vertices are
    /// counted as a whole.
    pub surfaces: &'a [String],
}

impl PrimitiveNames<'_> {
    /// The first of some pairs.
    #[must_use]
    pub fn pairs(&self, candidates: &[Candidate]) -> Vec<String> {
        candidates.iter().take(LISTED).map(|&candidate| self.pair(candidate)).collect()
    }

    fn pair(&self, candidate: Candidate) -> String {
        let [p, q, r, s] = self.mesh.stencil(candidate);
        let (first, second) = match candidate.kind() {
            PairKind::VertexFace => {
                (self.primitive("vertex", &[p]), self.primitive("face", &[q, r, s]))
            }
            PairKind::EdgeEdge => {
                (self.primitive("edge", &[p, q]), self.primitive("edge", &[r, s]))
            }
        };
        format!("{first} and {second}")
    }

    /// An edge that passes through a face.
    #[must_use]
    pub fn crossing(&self, edge: EdgeId, face: FaceId) -> String {
        let edge = self.primitive("edge", &self.mesh.edge(edge));
        let face = self.primitive("face", &self.mesh.face(face));
        format!("{edge} through {face}")
    }

    fn primitive(&self, what: &str, vertices: &[VertexId]) -> String {
        let surfaces = self.mesh.surfaces();
        let surface = surfaces[vertices[0].index()];
        let name = self.surfaces.get(surface.index());
        let first = name.map_or(0, |_| surfaces.partition_point(|other| *other < surface));
        let numbers: Vec<String> =
            vertices.iter().map(|vertex| (vertex.index() - first).to_string()).collect();
        let numbers = numbers.join("–");
        name.map_or_else(
            || format!("{what} {numbers}"),
            |name| format!("{what} {numbers} of {name}"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};
    use ripstop_geometry::SurfaceId;

    #[test]
    fn surfaces_count_their_own_vertices() {
        let triangle = |z: f64| [DVec3::ZERO, DVec3::X, DVec3::Y].map(|x| x + dvec3(0.0, 0.0, z));
        let positions: Vec<DVec3> = triangle(0.0).into_iter().chain(triangle(1.0)).collect();
        let owners = [0, 0, 0, 1, 1, 1].map(SurfaceId).to_vec();
        let faces = [[0, 1, 2], [3, 4, 5]];
        let mesh = CollisionMesh::with_surfaces(&positions, &faces, owners).unwrap();
        let names = ["cloth 0 (`veil`)".to_owned(), "obstacle 0 (`ball`)".to_owned()];
        let named = PrimitiveNames { mesh: &mesh, surfaces: &names };
        let pair = Candidate::VertexFace { vertex: VertexId(4), face: FaceId(0) };
        let expected = "vertex 1 of obstacle 0 (`ball`) and face 0–1–2 of cloth 0 (`veil`)";
        assert_eq!(named.pairs(&[pair]), [expected]);
        let unnamed = PrimitiveNames { mesh: &mesh, surfaces: &[] };
        assert_eq!(unnamed.pairs(&[pair]), ["vertex 4 and face 0–1–2"]);
        let edge = EdgeId(mesh.edges().iter().position(|edge| edge[0].0 == 3).unwrap() as u32);
        let crossing = named.crossing(edge, FaceId(0));
        assert!(crossing.starts_with("edge 0–1 of obstacle 0 (`ball`) through face"), "{crossing}");
    }
}
