//! Errors of making a motion safe.

use ripstop_broad::BoxError;
use ripstop_geometry::{Candidate, EdgeId, FaceId, MotionError};

/// A motion that cannot be made safe, or input that makes no sense.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SafetyError {
    /// Kinematic vertices leave no room.
    #[error("kinematic motion leaves no room for {} pairs, among them {}", .candidates.len(), .names.join(", "))]
    Pinched {
        /// The pairs, in canonical order.
        candidates: Vec<Candidate>,
        /// The first of them by their vertices.
        names: Vec<String>,
    },
    /// Positions that should be the start of a step pass through each other.
    #[error("the start is tangled: {} crossings, among them {}", .crossings.len(), .names.join(", "))]
    Tangled {
        /// The crossings, in canonical order.
        crossings: Vec<(EdgeId, FaceId)>,
        /// The first of them by their vertices.
        names: Vec<String>,
    },
    /// An inverse mass makes no sense.
    #[error(
        "the inverse mass of vertex {vertex} is {value}, but has to be finite and not negative"
    )]
    InverseMass {
        /// The vertex.
        vertex: usize,
        /// Its inverse mass (1/kg).
        value: f64,
    },
    /// The least distance makes no sense.
    #[error("the least distance is {value} m, but has to be finite and not negative")]
    LeastGap {
        /// The distance (m).
        value: f64,
    },
    /// A broad phase cannot take the boxes of a motion, so that nothing is known about it.
    #[error("no pairs could be found: {0}")]
    Boxes(BoxError),
    /// A position is NaN or infinite.
    #[error("vertex {vertex} is NaN or infinite")]
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// The arrays do not fit together.
    #[error(transparent)]
    Motion(MotionError),
    /// There is not one entry per vertex.
    #[error("{given} {what} for {vertex_count} vertices")]
    Lengths {
        /// Name of the array.
        what: &'static str,
        /// Its length.
        given: usize,
        /// Vertices of the mesh.
        vertex_count: usize,
    },
}
