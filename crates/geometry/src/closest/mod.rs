//! Closest points of points, segments and triangles, with barycentric weights and regions.
//!
//! Every closest point is a blend of the corners, `x = Σ wᵢ xᵢ` with `wᵢ ∈ [0, 1]` and `Σ wᵢ = 1`,
//! and names the smallest feature that holds it. By the weights a responder distributes an impulse,
//! and the region is what a distance derivative dispatches on.
//!
//! # Accuracy
//!
//! Let `size` be the largest distance between any two of the given points and `ε = 2⁻⁵²`. The
//! distance that is returned, and the exact distance of the two blends that the returned weights
//! stand for, are within `c ε size` of the exact minimum. This holds for *every* shape of input:
//! slivers, needles, segments parallel to the last bit. It cannot hold for the weights themselves:
//! on nearly parallel segments the minimum is flat, and any point of the overlap is as good.
//!
//! | function | `c`, tested | worst seen |
//! |---|---|---|
//! | [`point_segment`] | 4 | 1.6 |
//! | [`point_triangle`] | 8 | 2.2 |
//! | [`segment_segment`] | 16 | 6.0 |
//! | [`triangle_triangle`] | 16 | 2.1 |
//!
//! The worst are over 800,000 adversarial queries of each kind (200,000 of the last) against exact
//! rational minima; the tests run a few thousand anew each time.
//!
//! The textbook formulas [Ericson 2005] do not keep such a promise: they divide by a Gram
//! determinant `|u|²|v|² − (u·v)² = |u|²|v|² sin²θ`, whose rounding error `ε |u|²|v|²` drowns it
//! from `θ ≈ √ε` on. Unless the angle is wide, one direction is made orthogonal to the other first,
//!
//! ```text
//! v⊥ = v − (u·v / u·u) u,      |v⊥| = |v| sin θ,   error ≈ ε |v|
//! ```
//!
//! and the least-squares problem is solved on `u` and `v⊥`, which is the QR factorisation of the
//! two columns by Gram–Schmidt. The computed `v⊥` belongs to a `v` that was moved by `O(ε |v|)`;
//! the result is optimal for that neighbour of the input (it is *backward stable*), and a distance
//! changes by no more than its corners move.
//!
//! # Degenerate input
//!
//! * A segment of no length is its first end: weights `[1, 0]`, region `Start`.
//! * A triangle without area, up to rounding (smallest height below `2⁻⁵⁰` of its longest sides),
//!   has no face: the closest point lies on an edge or a corner, so that a caller who gets
//!   [`PointTriangleRegion::Face`] can divide by the area.
//! * Parallel segments, up to rounding (`sin θ ≤ 2⁻⁴⁹`), meet in the middle of their overlap: the
//!   centre of the region over which a contact force would spread, continuous in the positions
//!   along the line, and the same whichever segment is named first. Turning through parallel moves
//!   the exact closest point from one end of the overlap to the other at once; no choice can be
//!   continuous there.
//! * Ties between features go to the lowest index.
//!
//! # Scale
//!
//! Results are right at every finite scale. A query whose squared lengths leave `2^±400` m² is
//! repeated with all points multiplied by a power of two, which rounds nothing. `distance_squared`
//! is then the rounded true value: infinite above `1.3e154` m of distance, zero below `1e-162` m.
//! Input must be finite; otherwise the numbers in the result mean nothing, but nothing panics.

mod direction;
mod point_segment;
mod point_segment_region;
mod point_triangle;
mod point_triangle_region;
mod scale;
mod segment_segment;
mod segment_segment_region;
mod shape_functions;
mod triangle_frame;
mod triangle_triangle;

pub use point_segment::{PointSegmentClosest, point_segment};
pub use point_segment_region::PointSegmentRegion;
pub use point_triangle::{PointTriangleClosest, point_triangle};
pub use point_triangle_region::PointTriangleRegion;
pub use segment_segment::{SegmentSegmentClosest, segment_segment};
pub use segment_segment_region::SegmentSegmentRegion;
pub use shape_functions::{ShapeFunctions, shape_functions};
pub use triangle_triangle::{TriangleTriangleClosest, TriangleTriangleRegion, triangle_triangle};
