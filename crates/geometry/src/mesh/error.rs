//! Errors of building a mesh from outside data.

/// A mesh that cannot be simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// There is no face.
    #[error("the mesh has no faces")]
    Empty,
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
    /// A face names a vertex twice.
    #[error("face {face} has vertex {vertex} at two corners")]
    RepeatedCorner {
        /// Offending face.
        face: usize,
        /// The repeated vertex.
        vertex: u32,
    },
    /// A coordinate is NaN or infinite.
    #[error("vertex {vertex} has a coordinate that is not finite")]
    NotFinite {
        /// Offending vertex.
        vertex: usize,
    },
    /// There are more items than 32-bit indices can name.
    #[error("the mesh has {count} {items}, more than the {limit} that can be numbered")]
    TooMany {
        /// The items of which there are too many.
        items: &'static str,
        /// Their number.
        count: usize,
        /// Their greatest number allowed.
        limit: usize,
    },
    /// The list that assigns vertices to surfaces has the wrong length.
    #[error("{given} vertices are assigned to surfaces, but the mesh has {vertex_count} vertices")]
    SurfaceListLength {
        /// Length of the list.
        given: usize,
        /// Number of vertices.
        vertex_count: usize,
    },
    /// A face has corners on two surfaces.
    #[error("face {face} has corners on surface {first} and on surface {second}")]
    FaceAcrossSurfaces {
        /// Offending face.
        face: usize,
        /// Surface of its first corner.
        first: u32,
        /// The other surface.
        second: u32,
    },
}
