//! The regions of a triangle: its interior, its edges and its corners.
//!
//! ```text
//!          2
//!         / \
//! Edge(2)/   \Edge(1)        Edge(i) runs from corner i to corner (i + 1) mod 3
//!       /     \
//!      0───────1
//!       Edge(0)
//! ```

/// The part of a triangle that holds a point of it: the smallest closed feature.
///
/// The region is the pattern of the weights that are not zero, so that the two never disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PointTriangleRegion {
    /// Corner `i`, in `0..3`; its weight is 1 and the others are zero.
    Vertex(usize),
    /// Inside the edge from corner `i` to corner `(i + 1) % 3`; the weight of the third corner is
    /// zero.
    Edge(usize),
    /// Inside the face; no weight is zero.
    Face,
}

impl PointTriangleRegion {
    /// The region that goes with weights in `[0, 1]` that sum to 1.
    #[must_use]
    #[inline]
    pub fn of_weights(weights: [f64; 3]) -> Self {
        // A table instead of a match: which weights are zero is as good as random to a branch
        // predictor.
        let bits = weights.map(|weight| usize::from(weight != 0.0));
        Self::OF_NONZERO[bits[0] | bits[1] << 1 | bits[2] << 2]
    }

    /// Regions by the set of nonzero weights, corner 0 in the lowest bit. The empty set does not
    /// occur.
    const OF_NONZERO: [Self; 8] = [
        Self::Vertex(0),
        Self::Vertex(0),
        Self::Vertex(1),
        Self::Edge(0),
        Self::Vertex(2),
        Self::Edge(2),
        Self::Edge(1),
        Self::Face,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn region_is_the_pattern_of_nonzero_weights() {
        use PointTriangleRegion::{Edge, Face, Vertex};
        let table = [
            ([1.0, 0.0, 0.0], Vertex(0)),
            ([0.0, 1.0, 0.0], Vertex(1)),
            ([0.0, 0.0, 1.0], Vertex(2)),
            ([0.5, 0.5, 0.0], Edge(0)),
            ([0.0, 0.5, 0.5], Edge(1)),
            ([0.5, 0.0, 0.5], Edge(2)),
            ([0.5, 0.5, 1e-300], Face),
        ];
        for (weights, region) in table {
            assert_eq!(PointTriangleRegion::of_weights(weights), region);
        }
    }
}
