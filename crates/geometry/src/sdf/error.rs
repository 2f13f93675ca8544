//! Errors of building a signed distance field from outside data.

use glam::DVec3;

/// A shape or pose that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A coordinate is NaN, infinite, or so large that differences would overflow.
    #[error("{what} {:?} is not finite or beyond {:e} in size", value.to_array(), ShapeError::LIMIT)]
    Coordinate {
        /// Name of the point or vector.
        what: &'static str,
        /// The value given.
        value: DVec3,
    },
    /// A length is not positive, not finite, or beyond [`ShapeError::LIMIT`].
    #[error("{what} must be positive and at most {:e}, but is {value:?}", ShapeError::LIMIT)]
    Length {
        /// Name of the length.
        what: &'static str,
        /// The value given.
        value: f64,
    },
    /// A vector that should give a direction is zero or not finite.
    #[error("the plane's normal {:?} has no direction", value.to_array())]
    Normal {
        /// The value given.
        value: DVec3,
    },
    /// A quaternion that should give a rotation is zero or not finite.
    #[error("the quaternion {value:?} (x, y, z, w) is no rotation")]
    Rotation {
        /// The value given, as `[x, y, z, w]`.
        value: [f64; 4],
    },
}

impl ShapeError {
    /// The largest coordinate and length that shapes accept (m): differences of two such numbers,
    /// and sums of a few, stay finite.
    pub const LIMIT: f64 = 1e300;

    pub(super) fn check_point(what: &'static str, value: DVec3) -> Result<DVec3, Self> {
        // `max_element` alone would pass over a NaN.
        let inside = value.is_finite() && value.abs().max_element() <= Self::LIMIT;
        if inside { Ok(value) } else { Err(Self::Coordinate { what, value }) }
    }

    pub(super) fn check_length(what: &'static str, value: f64) -> Result<f64, Self> {
        let inside = value > 0.0 && value <= Self::LIMIT;
        if inside { Ok(value) } else { Err(Self::Length { what, value }) }
    }
}

/// A mesh or a grid from which no field can be sampled.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SamplingError {
    /// There are no faces, so nothing has an inside.
    #[error("the mesh has no faces")]
    Empty,
    /// More faces than a `u32` can number.
    #[error("the mesh has {face_count} faces, more than u32::MAX")]
    TooManyFaces {
        /// Number of faces.
        face_count: usize,
    },
    /// A coordinate is NaN or infinite, or beyond [`SamplingError::LIMIT`].
    #[error(
        "vertex {vertex} at {:?} is not finite or beyond {:e} in size",
        position.to_array(),
        SamplingError::LIMIT
    )]
    Coordinate {
        /// Offending vertex.
        vertex: usize,
        /// Its position.
        position: DVec3,
    },
    /// A face names a vertex that is not there.
    #[error("face {face} refers to vertex {vertex}, but the mesh has {vertex_count} vertices")]
    VertexOutOfRange {
        /// Offending face.
        face: usize,
        /// The index it named.
        vertex: u32,
        /// Number of vertices.
        vertex_count: usize,
    },
    /// A face names one vertex twice.
    #[error("face {face} names vertex {vertex} twice")]
    RepeatedCorner {
        /// Offending face.
        face: usize,
        /// The vertex it repeats.
        vertex: u32,
    },
    /// The mesh is not closed, or its faces are not turned alike: some edge is run through more
    /// often one way than the other.
    #[error(
        "the edge from vertex {start} to {end} of face {face} is run through {forward} times in this \
         direction and {backward} times in the other: the mesh is open there, or its faces are \
         turned differently"
    )]
    NotClosed {
        /// A face on the edge.
        face: u32,
        /// First vertex of the edge in the direction of the majority.
        start: u32,
        /// Second vertex of the edge.
        end: u32,
        /// Faces that run from `start` to `end`.
        forward: usize,
        /// Faces that run from `end` to `start`.
        backward: usize,
    },
    /// The cell size is not a positive finite number.
    #[error("the cell size must be positive and finite, but is {cell_size:?}")]
    CellSize {
        /// The value given (m).
        cell_size: f64,
    },
    /// The cells are too small for the coordinates: their corners would not be distinct numbers.
    #[error(
        "the cell size {cell_size:?} is too fine for coordinates of this size; at least {least:e}"
    )]
    CellTooFine {
        /// The value given (m).
        cell_size: f64,
        /// The smallest cell size that these coordinates allow (m).
        least: f64,
    },
    /// The margin is not finite or less than a cell.
    #[error(
        "the margin must be finite and at least the cell size {cell_size:?}, but is {margin:?}"
    )]
    Margin {
        /// The value given (m).
        margin: f64,
        /// The cell size (m).
        cell_size: f64,
    },
    /// The grid would have more nodes than allowed.
    #[error("the grid needs {needed:e} nodes, more than the {allowed} allowed")]
    TooManyNodes {
        /// Nodes of such a grid; a float, because it may be astronomic.
        needed: f64,
        /// Limit of [`Sampling::max_nodes`](super::Sampling::max_nodes), or of the machine's
        /// memory.
        allowed: u32,
    },
}

impl SamplingError {
    /// The largest coordinate that a sampled mesh may have (m): squares of distances stay in range.
    pub const LIMIT: f64 = 1e100;
    /// The smallest cell that a grid may have (m), for the same reason.
    pub const LEAST_CELL: f64 = 1e-100;
}
