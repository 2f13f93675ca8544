//! Candidates of a mesh as a list in chunks of rows.

use ripstop_geometry::{Candidate, CandidateList, EdgeId, FaceId, VertexId};

use super::Candidates;
use crate::{BoxId, PairList};

/// Rows of a pair list in a chunk.
const ROWS: usize = 64;

/// Chunks of vertex–face pairs, then chunks of edge–edge pairs: the canonical order.
impl CandidateList for Candidates {
    fn chunk_count(&self) -> usize {
        self.vertex_face.row_count().div_ceil(ROWS) + self.edge_edge.row_count().div_ceil(ROWS)
    }

    fn extend_with_chunk(&self, chunk: usize, candidates: &mut Vec<Candidate>) {
        let of_vertices = self.vertex_face.row_count().div_ceil(ROWS);
        match chunk.checked_sub(of_vertices) {
            None => {
                for (vertex, faces) in rows(&self.vertex_face, chunk) {
                    let pair = |face: &BoxId| Candidate::VertexFace {
                        vertex: VertexId(vertex),
                        face: FaceId(face.0),
                    };
                    candidates.extend(faces.iter().map(pair));
                }
            }
            Some(chunk) => {
                for (a, others) in rows(&self.edge_edge, chunk) {
                    let pair = |b: &BoxId| Candidate::EdgeEdge { a: EdgeId(a), b: EdgeId(b.0) };
                    candidates.extend(others.iter().map(pair));
                }
            }
        }
    }
}

/// The rows of a chunk, each with its number.
fn rows(list: &PairList, chunk: usize) -> impl Iterator<Item = (u32, &[BoxId])> {
    let rows = chunk * ROWS..list.row_count().min((chunk + 1) * ROWS);
    rows.map(|row| (row as u32, list.partners(BoxId(row as u32))))
}
