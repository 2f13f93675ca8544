//! Vertex–face and edge–edge as two readings of the six differences of four points.
//!
//! ```text
//!            index   0      1      2      3      4      5
//! vertex–face       b−a    c−a    p−a    c−b    p−b    p−c        p against the triangle abc
//! edge–edge        a₁−a₀  b₁−b₀  b₀−a₀  b₀−a₁  b₁−a₀  b₁−a₁       the segments a and b
//! ```
//!
//! In both, `f = (d₀ × d₁) · d₂` vanishes exactly when the four points are coplanar, and for
//! coplanar points the products `dᵢ × dⱼ` of [`Primitives::INSIDE`] are the normal `d₀ × d₁` times
//! the barycentric coordinates of the vertex, or times `s, 1−s, r, 1−r` of the point where the
//! edges' lines meet.

use glam::DVec3;

/// The six differences of four points at one moment (m).
pub(crate) type Differences = [DVec3; 6];

/// Two indices of differences.
pub(crate) type IndexPair = [usize; 2];

/// A point against a segment: the cross product that vanishes if they are collinear, and the dot
/// product that is then not positive exactly if the point lies on the segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointOnSegment {
    /// `(end − start) × (point − start)`, up to sign.
    pub(crate) cross: IndexPair,
    /// `(point − start) · (point − end)`, up to the sign of both factors.
    pub(crate) dot: IndexPair,
}

/// Meaning of the differences for a kind of pair.
pub(crate) trait Primitives {
    /// Cross products that have the weak sign of the normal, component by component, if coplanar
    /// primitives touch.
    const INSIDE: &'static [IndexPair];
    /// Differences from every point of one primitive to every point of the other, in one direction.
    const SEPARATIONS: &'static [usize];
    /// Every way in which an end or corner of one primitive can lie on a segment of the other.
    const TOUCHES: &'static [PointOnSegment];
    /// The end points of each difference: `d = points[i] − points[j]`.
    const PAIRS: [IndexPair; 6];

    /// The differences of points given as `p, a, b, c` or `a₀, a₁, b₀, b₁`, each rounded once.
    #[inline]
    fn differences(points: [DVec3; 4]) -> Differences {
        Self::PAIRS.map(|[i, j]| points[i] - points[j])
    }
}

/// A vertex `p` against a face `abc`.
pub(crate) struct VertexFace;

impl Primitives for VertexFace {
    const INSIDE: &'static [IndexPair] = &[[0, 2], [2, 1], [3, 4]];
    const SEPARATIONS: &'static [usize] = &[2, 4, 5];
    const TOUCHES: &'static [PointOnSegment] = &[
        PointOnSegment { cross: [0, 2], dot: [2, 4] },
        PointOnSegment { cross: [3, 4], dot: [4, 5] },
        PointOnSegment { cross: [1, 2], dot: [2, 5] },
    ];
    const PAIRS: [IndexPair; 6] = [[2, 1], [3, 1], [0, 1], [3, 2], [0, 2], [0, 3]];
}

/// An edge `a₀a₁` against an edge `b₀b₁`.
pub(crate) struct EdgeEdge;

impl Primitives for EdgeEdge {
    const INSIDE: &'static [IndexPair] = &[[2, 1], [1, 3], [2, 0], [0, 4]];
    const SEPARATIONS: &'static [usize] = &[2, 3, 4, 5];
    const TOUCHES: &'static [PointOnSegment] = &[
        PointOnSegment { cross: [1, 2], dot: [2, 4] },
        PointOnSegment { cross: [1, 3], dot: [3, 5] },
        PointOnSegment { cross: [0, 2], dot: [2, 3] },
        PointOnSegment { cross: [0, 4], dot: [4, 5] },
    ];
    const PAIRS: [IndexPair; 6] = [[1, 0], [3, 2], [2, 0], [2, 1], [3, 0], [3, 1]];
}
