//! Lists of candidates, read in chunks whose limits do not depend on the number of threads.

use crate::Candidate;

/// Candidates in fixed chunks: parallel loops over them give the same results at every thread
/// count, and a list that is stored otherwise than one by one need not be written out as a whole.
pub trait CandidateList: Sync {
    /// Number of chunks.
    fn chunk_count(&self) -> usize;

    /// Appends the candidates of a chunk.
    fn extend_with_chunk(&self, chunk: usize, candidates: &mut Vec<Candidate>);
}

/// Candidates in a chunk of a slice.
const CHUNK: usize = 2048;

impl CandidateList for [Candidate] {
    fn chunk_count(&self) -> usize {
        self.len().div_ceil(CHUNK)
    }

    fn extend_with_chunk(&self, chunk: usize, candidates: &mut Vec<Candidate>) {
        let begin = chunk * CHUNK;
        candidates.extend_from_slice(&self[begin..self.len().min(begin + CHUNK)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FaceId, VertexId};

    #[test]
    fn chunks_of_a_slice_are_the_slice() {
        for count in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK] {
            let list: Vec<Candidate> = (0..count as u32)
                .map(|i| Candidate::VertexFace { vertex: VertexId(i), face: FaceId(0) })
                .collect();
            let mut all = Vec::new();
            (0..list.chunk_count()).for_each(|chunk| list.extend_with_chunk(chunk, &mut all));
            assert_eq!(all, list);
        }
    }
}
