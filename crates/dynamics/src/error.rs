//! Errors of building a cloth and of making a step.

use ripstop_geometry::VertexId;

/// A cloth that cannot be built, or a step that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ClothError {
    /// A parameter that must be a positive number is not.
    #[error("{name} is {value}, but must be positive and finite")]
    NotPositive {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A parameter is out of the interval in which it makes sense.
    #[error("{name} is {value}, but must be {}", range(*low, *high))]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
        /// Least value.
        low: f64,
        /// Greatest value.
        high: f64,
    },
    /// A list does not have one entry per item.
    #[error("{given} {list} are given for {wanted} {items}")]
    Length {
        /// Name of the list.
        list: &'static str,
        /// Its length.
        given: usize,
        /// Items that need one entry each.
        items: &'static str,
        /// Number of these items.
        wanted: usize,
    },
    /// A number of a vertex is NaN or infinite.
    #[error("the {quantity} of vertex {vertex} is not finite")]
    NotFinite {
        /// The quantity that is NaN or infinite.
        quantity: &'static str,
        /// Offending vertex.
        vertex: usize,
    },
    /// An inverse mass is negative or not finite.
    #[error("vertex {vertex} has the inverse mass {value}, but must have a finite one, at least 0")]
    InverseMass {
        /// Offending vertex.
        vertex: usize,
        /// Its inverse mass (1/kg).
        value: f64,
    },
    /// A face has no area in the rest shape.
    #[error("face {face} has no area in the rest shape")]
    NoRestArea {
        /// Offending face.
        face: usize,
    },
    /// A vertex has no face, hence no mass.
    #[error("vertex {vertex} belongs to no face and has no mass")]
    NoMass {
        /// Offending vertex.
        vertex: usize,
    },
    /// A target names a vertex that the simulation moves, or that is not there.
    #[error("vertex {} has a target, but is not a vertex with inverse mass 0 of this cloth", .vertex.0)]
    NotKinematic {
        /// Offending vertex.
        vertex: VertexId,
    },
    /// A vertex is sewn to an edge that it is an end of.
    #[error("stitch {stitch} sews a vertex to an edge of which it is an end")]
    SharedStitch {
        /// Offending stitch.
        stitch: usize,
    },
    /// A vertex is tied to itself.
    #[error("vertex {vertex} is tied to itself")]
    SelfTie {
        /// Offending vertex.
        vertex: u32,
    },
    /// A volume is asked of a surface that does not enclose one.
    #[error(
        "edge {first}–{second} does not have two faces of opposite direction: the surface is not closed"
    )]
    NotClosed {
        /// Lower end of the edge.
        first: u32,
        /// Higher end of the edge.
        second: u32,
    },
    /// A constraint names a vertex that is not there.
    #[error(
        "constraint {constraint} acts on vertex {vertex}, but the cloth has {vertex_count} vertices"
    )]
    ConstraintVertex {
        /// Offending constraint, in the order in which they were added.
        constraint: usize,
        /// The vertex it named.
        vertex: u32,
        /// Number of vertices.
        vertex_count: usize,
    },
}

/// A closed interval in words; one that ends with the largest number has no end for people.
fn range(low: f64, high: f64) -> String {
    match (low <= f64::MIN, high >= f64::MAX) {
        (true, true) => "finite".to_owned(),
        (true, false) => format!("at most {high} and finite"),
        (false, true) => format!("at least {low} and finite"),
        (false, false) => format!("in [{low}, {high}]"),
    }
}

/// Checks that `value` is positive and finite.
pub(crate) fn positive(name: &'static str, value: f64) -> Result<(), ClothError> {
    if value > 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(ClothError::NotPositive { name, value })
    }
}

/// Checks that `value` lies in the closed interval.
pub(crate) fn within(
    name: &'static str,
    value: f64,
    [low, high]: [f64; 2],
) -> Result<(), ClothError> {
    if (low..=high).contains(&value) {
        Ok(())
    } else {
        Err(ClothError::OutOfRange { name, value, low, high })
    }
}
