//! Edges, and who is next to whom, from a list of faces.
//!
//! By counting instead of comparing: faces are distributed to their corners in linear time, and the
//! edges that go up from a vertex are found by sorting its own neighbours, which are few. Edges
//! come out in lexicographic order of their (lower, higher) vertices, every adjacency list ascends,
//! and the result depends on the input alone. The worst case, one hub that all faces share, is a
//! sort.
//!
//! ```text
//!        c₂           face_edges[f] = [c₀c₁, c₁c₂, c₂c₀]
//!       /  \
//!     e₂    e₁        each edge stores its lower vertex first
//!     /      \
//!   c₀ ─ e₀ ─ c₁
//! ```

use super::adjacency::counts_to_offsets;
use super::edges::Edges;
use super::{Adjacency, MeshError};
use crate::{EdgeId, FaceId, VertexId};

/// Vertices, edges and faces of a triangle mesh, and their neighbours.
///
/// Any number of faces may meet at an edge, and vertices without a face are legal: both are
/// reported by [`Topology::non_manifold_edges`] and [`Topology::isolated_vertices`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    faces: Vec<[VertexId; 3]>,
    edges: Vec<[VertexId; 2]>,
    face_edges: Vec<[EdgeId; 3]>,
    edge_faces: Adjacency<FaceId>,
    vertex_edges: Adjacency<EdgeId>,
    vertex_faces: Adjacency<FaceId>,
}

impl Topology {
    /// Builds the topology of `faces`, whose corners are indices below `vertex_count`.
    ///
    /// # Errors
    /// If there is no face, or too much of anything for 32-bit indices, or a face has a corner out
    /// of range or twice.
    pub fn from_faces(vertex_count: usize, faces: &[[u32; 3]]) -> Result<Self, MeshError> {
        check_counts(vertex_count, faces.len())?;
        check_corners(vertex_count, faces)?;
        let faces: Vec<_> = faces.iter().map(|face| face.map(VertexId)).collect();
        let vertex_faces = invert(vertex_count, &faces, FaceId);
        let Edges { ends, of_faces, faces_on } = Edges::of(&faces, &vertex_faces);
        let vertex_edges = invert(vertex_count, &ends, EdgeId);
        Ok(Self {
            faces,
            edges: ends,
            face_edges: of_faces,
            edge_faces: faces_on,
            vertex_edges,
            vertex_faces,
        })
    }

    /// Number of vertices, isolated ones included.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertex_faces.row_count()
    }

    /// Corners of every face, in the order in which they were given.
    #[must_use]
    pub fn faces(&self) -> &[[VertexId; 3]] {
        &self.faces
    }

    /// Ends of every edge, lower vertex first, in lexicographic order.
    #[must_use]
    pub fn edges(&self) -> &[[VertexId; 2]] {
        &self.edges
    }

    /// The edges of every face; edge `i` joins corner `i` to corner `i + 1`.
    #[must_use]
    pub fn face_edges(&self) -> &[[EdgeId; 3]] {
        &self.face_edges
    }

    /// The faces on each edge, ascending.
    #[must_use]
    pub fn edge_faces(&self) -> &Adjacency<FaceId> {
        &self.edge_faces
    }

    /// The edges that end in each vertex, ascending. The ring of neighbouring vertices is formed by
    /// their other ends, see [`Topology::neighbours`].
    #[must_use]
    pub fn vertex_edges(&self) -> &Adjacency<EdgeId> {
        &self.vertex_edges
    }

    /// The faces around each vertex, ascending.
    #[must_use]
    pub fn vertex_faces(&self) -> &Adjacency<FaceId> {
        &self.vertex_faces
    }

    /// The vertices joined to `vertex` by an edge, ascending.
    pub fn neighbours(&self, vertex: VertexId) -> impl Iterator<Item = VertexId> {
        self.vertex_edges.row(vertex.index()).iter().map(move |edge| {
            let [low, high] = self.edges[edge.index()];
            if low == vertex { high } else { low }
        })
    }

    /// The edge that joins two vertices, if there is one.
    #[must_use]
    pub fn edge_between(&self, mut ends: [VertexId; 2]) -> Option<EdgeId> {
        ends.sort_unstable();
        self.edges.binary_search(&ends).ok().map(|edge| EdgeId(edge as u32))
    }

    /// Edges with one face.
    pub fn boundary_edges(&self) -> impl Iterator<Item = EdgeId> {
        self.edges_with(|face_count| face_count == 1)
    }

    /// Edges with more than two faces.
    pub fn non_manifold_edges(&self) -> impl Iterator<Item = EdgeId> {
        self.edges_with(|face_count| face_count > 2)
    }

    /// Vertices without a face.
    pub fn isolated_vertices(&self) -> impl Iterator<Item = VertexId> {
        let alone = |(_, faces): &(u32, &[FaceId])| faces.is_empty();
        (0..).zip(self.vertex_faces.rows()).filter(alone).map(|(i, _)| VertexId(i))
    }

    fn edges_with(&self, wanted: impl Fn(usize) -> bool) -> impl Iterator<Item = EdgeId> {
        (0..)
            .zip(self.edge_faces.rows())
            .filter(move |(_, faces)| wanted(faces.len()))
            .map(|(i, _)| EdgeId(i))
    }
}

/// Ids and offsets are 32 bits wide; the largest array has three entries per face.
fn check_counts(vertex_count: usize, face_count: usize) -> Result<(), MeshError> {
    const LIMIT: usize = u32::MAX as usize;
    let limits = [("vertices", vertex_count, LIMIT), ("faces", face_count, LIMIT / 3)];
    match limits.into_iter().find(|&(_, count, limit)| count > limit) {
        Some((items, count, limit)) => Err(MeshError::TooMany { items, count, limit }),
        None if face_count == 0 => Err(MeshError::Empty),
        None => Ok(()),
    }
}

fn check_corners(vertex_count: usize, faces: &[[u32; 3]]) -> Result<(), MeshError> {
    for (face, &[a, b, c]) in faces.iter().enumerate() {
        let highest = a.max(b).max(c);
        if highest as usize >= vertex_count {
            return Err(MeshError::VertexOutOfRange { face, vertex: highest, vertex_count });
        }
        if a == b || b == c || c == a {
            let vertex = if b == c { b } else { a };
            return Err(MeshError::RepeatedCorner { face, vertex });
        }
    }
    Ok(())
}

/// For each vertex the primitives that have it as a corner, ascending.
fn invert<T: Copy, const N: usize>(
    vertex_count: usize,
    primitives: &[[VertexId; N]],
    id: impl Fn(u32) -> T,
) -> Adjacency<T> {
    let mut offsets = vec![0_u32; vertex_count + 1];
    for vertex in primitives.as_flattened() {
        offsets[vertex.index()] += 1;
    }
    counts_to_offsets(&mut offsets);
    let mut items = vec![id(0); N * primitives.len()];
    let mut next = offsets.clone();
    for (i, corners) in (0..).zip(primitives) {
        for vertex in corners {
            let slot = &mut next[vertex.index()];
            items[*slot as usize] = id(i);
            *slot += 1;
        }
    }
    Adjacency::from_parts(offsets, items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_checked_before_anything_is_allocated() {
        let limit = u32::MAX as usize;
        assert_eq!(check_counts(limit, limit / 3), Ok(()));
        assert_eq!(
            check_counts(limit + 1, 1),
            Err(MeshError::TooMany { items: "vertices", count: limit + 1, limit })
        );
        assert_eq!(
            check_counts(3, limit / 3 + 1),
            Err(MeshError::TooMany { items: "faces", count: limit / 3 + 1, limit: limit / 3 })
        );
        assert_eq!(check_counts(3, 0), Err(MeshError::Empty));
        assert!(matches!(
            Topology::from_faces(usize::MAX, &[[0, 1, 2]]),
            Err(MeshError::TooMany { items: "vertices", .. })
        ));
    }
}
