//! From half-edges to edges.
//!
//! Every edge is found at its lower end: the faces around a vertex name all its neighbours, and
//! those with a higher number, sorted, are the edges that the vertex owns.

use super::Adjacency;
use crate::{EdgeId, FaceId, VertexId};

/// Vertices whose faces are fetched together, see [`Edges::of`].
const BLOCK: usize = 256;

/// All edges of a mesh.
pub(super) struct Edges {
    /// Lower and higher end of each edge, in lexicographic order.
    pub(super) ends: Vec<[VertexId; 2]>,
    /// The edges of each face.
    pub(super) of_faces: Vec<[EdgeId; 3]>,
    /// The faces on each edge.
    pub(super) faces_on: Adjacency<FaceId>,
}

impl Edges {
    pub(super) fn of(faces: &[[VertexId; 3]], vertex_faces: &Adjacency<FaceId>) -> Self {
        let mut growing = Growing::with_capacity(faces.len());
        let mut half_edges = Vec::new();
        let mut corners = Vec::new();
        let vertex_count = vertex_faces.row_count();
        for first in (0..vertex_count).step_by(BLOCK) {
            let block = first..vertex_count.min(first + BLOCK);
            // The faces may lie anywhere in memory. Loads that nothing waits for overlap, so they
            // are done first, apart from the branches below.
            let [from, to] = [first, block.end - 1].map(|vertex| vertex_faces.range(vertex));
            corners.clear();
            corners.extend(
                vertex_faces.items()[from.start..to.end].iter().map(|face| faces[face.index()]),
            );
            let mut fetched = corners.as_slice();
            for low in block {
                let around = vertex_faces.row(low);
                let (own, rest) = fetched.split_at(around.len());
                fetched = rest;
                let low = VertexId(low as u32);
                HalfEdge::upward(&mut half_edges, low, around.iter().copied().zip(own));
                half_edges.sort_unstable();
                for same_edge in half_edges.chunk_by(|a, b| a.high() == b.high()) {
                    growing.push(low, same_edge);
                }
            }
        }
        growing.finish()
    }
}

/// The higher end in the upper 32 bits and `3 · face + side` in the lower ones: sorting brings
/// equal edges together, with their faces ascending.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct HalfEdge(u64);

impl HalfEdge {
    /// Replaces `list` by the sides of the faces around `low` whose other end is higher.
    fn upward<'a>(
        list: &mut Vec<Self>,
        low: VertexId,
        around: impl ExactSizeIterator<Item = (FaceId, &'a [VertexId; 3])>,
    ) {
        list.resize(2 * around.len(), Self::default());
        let mut count = 0;
        for (face, &[a, b, c]) in around {
            let first = 3 * u64::from(face.0);
            let (next, previous, side, side_before) = if a == low {
                (b, c, first, first + 2)
            } else if b == low {
                (c, a, first + 1, first)
            } else {
                (a, b, first + 2, first + 1)
            };
            // Stored always, counted if kept: the comparison is a coin toss, and this form has no
            // branch to mispredict.
            for (high, side) in [(next, side), (previous, side_before)] {
                list[count] = Self(u64::from(high.0) << 32 | side);
                count += usize::from(high > low);
            }
        }
        list.truncate(count);
    }

    fn high(self) -> VertexId {
        VertexId((self.0 >> 32) as u32)
    }

    fn side(self) -> u32 {
        self.0 as u32
    }
}

/// Edges in the making.
struct Growing {
    ends: Vec<[VertexId; 2]>,
    of_faces: Vec<[EdgeId; 3]>,
    offsets: Vec<u32>,
    faces_on: Vec<FaceId>,
}

impl Growing {
    fn with_capacity(face_count: usize) -> Self {
        // Three edges for two faces, and some boundary.
        let edge_count = face_count * 3 / 2 + face_count / 8 + 3;
        Self {
            ends: Vec::with_capacity(edge_count),
            of_faces: vec![[EdgeId(0); 3]; face_count],
            offsets: Vec::with_capacity(edge_count + 1),
            faces_on: Vec::with_capacity(3 * face_count),
        }
    }

    fn push(&mut self, low: VertexId, half_edges: &[HalfEdge]) {
        let edge = EdgeId(self.ends.len() as u32);
        self.ends.push([low, half_edges[0].high()]);
        self.offsets.push(self.faces_on.len() as u32);
        for half_edge in half_edges {
            self.of_faces.as_flattened_mut()[half_edge.side() as usize] = edge;
            self.faces_on.push(FaceId(half_edge.side() / 3));
        }
    }

    fn finish(mut self) -> Edges {
        self.offsets.push(self.faces_on.len() as u32);
        Edges {
            ends: self.ends,
            of_faces: self.of_faces,
            faces_on: Adjacency::from_parts(self.offsets, self.faces_on),
        }
    }
}
