//! Pairs of primitives that may touch.

use crate::{EdgeId, FaceId, PairKind, VertexId};

/// A pair that the broad phase could not exclude.
///
/// The derived order, kind first and then ids, is the canonical order of everything that is summed
/// or applied later: equal input gives equal bits at every thread count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Candidate {
    /// A vertex against a face that does not have it as a corner.
    VertexFace {
        /// The vertex.
        vertex: VertexId,
        /// The face.
        face: FaceId,
    },
    /// Two edges without a common end, `a < b`.
    EdgeEdge {
        /// The edge with the lower id.
        a: EdgeId,
        /// The edge with the higher id.
        b: EdgeId,
    },
}

impl Candidate {
    /// The kind of the pair.
    #[must_use]
    #[inline]
    pub const fn kind(self) -> PairKind {
        match self {
            Self::VertexFace { .. } => PairKind::VertexFace,
            Self::EdgeEdge { .. } => PairKind::EdgeEdge,
        }
    }
}
