//! Errors in what is to be drawn.

use ripstop_broad::BoxError;

/// A frame that cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// There is not one of something for every vertex.
    #[error("there are {found} {what} for {expected} vertices")]
    Count {
        /// Kind of item.
        what: &'static str,
        /// Number of items.
        found: usize,
        /// Number of vertices of the mesh.
        expected: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("vertex {vertex} has a coordinate that is not finite")]
    NotFinite {
        /// Offending vertex.
        vertex: usize,
    },
    /// The faces do not fit into a tree.
    #[error(transparent)]
    Boxes(#[from] BoxError),
}
