//! Pairs at stitches, which are out of every check.
//!
//! A stitch brings a vertex onto an edge, so that the faces around both touch. Two primitives are
//! stitched if a corner of the one and a corner of the other are sewn to each other, or both to one
//! vertex:
//!
//! ```text
//! K(x) = {x} ∪ {a, b : x is sewn to a–b} ∪ {v : v is sewn to an edge at x}
//! stitched(p, q)  ⇔  some x of p and some y of q have K(x) ∩ K(y) ≠ ∅
//! ```
//!
//! The second part is for pleats, which sew several layers to one edge. Either primitive then is an
//! element of a stitch: it has its vertex or an end of its edge as a corner. All other pairs stay
//! in the guarantee, those of a stitched primitive with everything else as well.

use rayon::prelude::*;
use ripstop_geometry::{Candidate, CollisionMesh, EdgeId, FaceId, Stitch, VertexId};

/// Pairs of primitives around the same stitches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StitchedPairs {
    /// Of every vertex, the vertices that it is sewn to and itself, ascending; nothing if it is not
    /// sewn. Empty without stitches.
    keys: Vec<Vec<u32>>,
}

impl StitchedPairs {
    /// Pairs around stitches of a mesh with as many vertices as given.
    #[must_use]
    pub fn new(vertex_count: usize, stitches: &[Stitch]) -> Self {
        if stitches.is_empty() {
            return Self::default();
        }
        let mut keys = vec![Vec::new(); vertex_count];
        for stitch in stitches {
            let vertex = stitch.vertex;
            for end in stitch.edge {
                keys[vertex.index()].extend([vertex.0, end.0]);
                keys[end.index()].extend([vertex.0, end.0]);
            }
        }
        for keys in &mut keys {
            keys.sort_unstable();
            keys.dedup();
        }
        Self { keys }
    }

    /// True if there are no stitches.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// True if two primitives, given by their corners, are stitched.
    ///
    /// # Panics
    /// If a vertex is not one of the mesh.
    #[must_use]
    pub fn contains(&self, one: &[VertexId], other: &[VertexId]) -> bool {
        if self.keys.is_empty() {
            return false;
        }
        one.iter().map(|vertex| &self.keys[vertex.index()]).filter(|keys| !keys.is_empty()).any(
            |keys| {
                let others = other.iter().flat_map(|vertex| &self.keys[vertex.index()]);
                others.into_iter().any(|key| keys.contains(key))
            },
        )
    }

    /// True if the primitives of a pair are stitched.
    ///
    /// # Panics
    /// If the candidate is not one of the mesh.
    #[must_use]
    pub fn has(&self, mesh: &CollisionMesh, candidate: Candidate) -> bool {
        if self.keys.is_empty() {
            return false;
        }
        let stencil = mesh.stencil(candidate);
        let (one, other) = candidate.kind().split(&stencil);
        self.contains(one, other)
    }

    /// All edges and faces without a common vertex that are stitched, ascending.
    #[must_use]
    pub fn edges_and_faces(&self, mesh: &CollisionMesh) -> Vec<(EdgeId, FaceId)> {
        let around = Around::new(self, mesh);
        let of_key = |key: usize| {
            let (edges, faces) = (around.edges(key), around.faces(key));
            let mut pairs = Vec::with_capacity(edges.len() * faces.len());
            for &edge in &edges {
                let ends = mesh.edge(EdgeId(edge));
                pairs.extend(
                    faces
                        .iter()
                        .filter(|face| !shares(&ends, &mesh.face(FaceId(**face))))
                        .map(|&face| (EdgeId(edge), FaceId(face))),
                );
            }
            pairs
        };
        merged(&(0..self.keys.len()).into_par_iter().map(of_key).collect::<Vec<_>>())
    }

    /// All pairs without a common vertex that are stitched, in canonical order.
    #[must_use]
    pub fn pairs(&self, mesh: &CollisionMesh) -> Vec<Candidate> {
        let around = Around::new(self, mesh);
        let of_key = |key: usize| {
            let (edges, faces) = (around.edges(key), around.faces(key));
            let mut pairs = Vec::new();
            for &vertex in around.vertices(key) {
                let free = |face: &&u32| !mesh.face(FaceId(**face)).contains(&vertex);
                pairs.extend(
                    faces
                        .iter()
                        .filter(free)
                        .map(|&face| Candidate::VertexFace { vertex, face: FaceId(face) }),
                );
            }
            for (place, &a) in edges.iter().enumerate() {
                let ends = mesh.edge(EdgeId(a));
                let others = edges[place + 1..].iter();
                pairs.extend(
                    others
                        .filter(|b| !shares(&ends, &mesh.edge(EdgeId(**b))))
                        .map(|&b| Candidate::EdgeEdge { a: EdgeId(a), b: EdgeId(b) }),
                );
            }
            pairs
        };
        merged(&(0..self.keys.len()).into_par_iter().map(of_key).collect::<Vec<_>>())
    }
}

/// Primitives around the vertices that have a key in common.
struct Around {
    vertices: Vec<Vec<VertexId>>,
    edges: Vec<Vec<u32>>,
    faces: Vec<Vec<u32>>,
}

impl Around {
    fn new(stitched: &StitchedPairs, mesh: &CollisionMesh) -> Self {
        let count = stitched.keys.len();
        let mut vertices = vec![Vec::new(); count];
        for (vertex, keys) in stitched.keys.iter().enumerate() {
            for &key in keys {
                vertices[key as usize].push(VertexId(vertex as u32));
            }
        }
        let is_sewn =
            |vertex: &VertexId| !stitched.keys.get(vertex.index()).is_none_or(Vec::is_empty);
        let incident = |lists: &mut Vec<Vec<u32>>, corners: &[VertexId], number: usize| {
            for vertex in corners.iter().filter(|vertex| is_sewn(vertex)) {
                lists[vertex.index()].push(number as u32);
            }
        };
        let (mut edges, mut faces) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        mesh.edges().iter().enumerate().for_each(|(i, ends)| incident(&mut edges, ends, i));
        mesh.faces().iter().enumerate().for_each(|(i, face)| incident(&mut faces, face, i));
        Self { vertices, edges, faces }
    }

    fn vertices(&self, key: usize) -> &[VertexId] {
        &self.vertices[key]
    }

    fn edges(&self, key: usize) -> Vec<u32> {
        self.gathered(key, &self.edges)
    }

    fn faces(&self, key: usize) -> Vec<u32> {
        self.gathered(key, &self.faces)
    }

    fn gathered(&self, key: usize, lists: &[Vec<u32>]) -> Vec<u32> {
        let vertices = self.vertices[key].iter();
        let mut all: Vec<u32> =
            vertices.flat_map(|vertex| &lists[vertex.index()]).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn shares(one: &[VertexId], other: &[VertexId]) -> bool {
    one.iter().any(|vertex| other.contains(vertex))
}

fn merged<T: Ord + Copy>(lists: &[Vec<T>]) -> Vec<T> {
    let mut all = lists.concat();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use ripstop_geometry::tessellate;

    use super::*;

    /// Two strips of 4×2 vertices; the first row of the second is sewn to the first row of the
    /// first.
    fn strips() -> (CollisionMesh, StitchedPairs) {
        let strip = tessellate::grid([3.0, 1.0], [4, 2]);
        let second = strip.positions.iter().map(|x| *x + 5.0 * DVec3::Z);
        let positions: Vec<DVec3> = strip.positions.iter().copied().chain(second).collect();
        let faces: Vec<[u32; 3]> = strip
            .faces
            .iter()
            .copied()
            .chain(strip.faces.iter().map(|f| f.map(|v| v + 8)))
            .collect();
        let mesh = CollisionMesh::new(&positions, &faces).unwrap();
        let stitch = |i: u32| Stitch {
            vertex: VertexId(8 + i),
            edge: [VertexId(i), VertexId(i + 1)],
            ratio: 0.0,
        };
        let stitched = StitchedPairs::new(16, &[0, 1, 2].map(stitch));
        (mesh, stitched)
    }

    /// Lists hold what `contains` says, pair by pair, and both primitives are elements of stitches.
    #[test]
    fn the_lists_are_those_of_all_pairs() {
        let (mesh, stitched) = strips();
        let sewn: Vec<VertexId> = (0..4).chain(8..11).map(VertexId).collect();
        let mut expected = Vec::new();
        for edge in (0..mesh.edges().len() as u32).map(EdgeId) {
            for face in (0..mesh.faces().len() as u32).map(FaceId) {
                let (ends, corners) = (mesh.edge(edge), mesh.face(face));
                if !shares(&ends, &corners) && stitched.contains(&ends, &corners) {
                    assert!(shares(&ends, &sewn) && shares(&corners, &sewn));
                    expected.push((edge, face));
                }
            }
        }
        assert!(!expected.is_empty());
        assert_eq!(stitched.edges_and_faces(&mesh), expected);
        let pairs = stitched.pairs(&mesh);
        assert!(pairs.iter().all(|pair| stitched.has(&mesh, *pair)));
        assert!(pairs.is_sorted() && !pairs.is_empty());
    }

    #[test]
    fn a_vertex_and_a_face_across_the_stitch_are_a_pair_and_others_are_not() {
        let (mesh, stitched) = strips();
        let face = |vertex: u32| {
            let faces = mesh.faces().iter().position(|face| face.contains(&VertexId(vertex)));
            mesh.face(FaceId(faces.unwrap() as u32))
        };
        assert!(stitched.contains(&[VertexId(8)], &face(0)));
        assert!(!stitched.contains(&[VertexId(15)], &face(0)));
        assert!(!StitchedPairs::default().contains(&[VertexId(8)], &face(0)));
    }
}
