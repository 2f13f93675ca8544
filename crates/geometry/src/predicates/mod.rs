//! Exact predicates: orientation, and intersection of segments and triangles.
//!
//! Everything here is decided on the given `f64` coordinates in exact arithmetic, at every finite
//! scale, subnormal numbers included. There is no tolerance. Segments and triangles are **closed**:
//! they contain their end points, edges and corners, so touching is sharing a point.
//!
//! All results come from signs of two determinants and from comparisons of coordinates,
//!
//! ```text
//! orient2d(a, b, c)    = sign  (b − a) × (c − a)
//! orient3d(a, b, c, d) = sign ((b − a) × (c − a)) · (d − a)
//! ```
//!
//! which [`orient2d`] and [`orient3d`] evaluate with a floating-point filter first, then
//! adaptively, then with [integers](crate::exact); see there for the error bounds.
//!
//! Degenerate input is ordinary input: a triangle without area is the segment or point that it
//! covers, a segment without length is a point.
//!
//! | pair | function | result |
//! |---|---|---|
//! | point and segment | [`point_on_segment`], [`point_on_segment_2d`] | optional [`OnSegment`] |
//! | point and triangle | [`point_on_triangle`] | optional [`OnTriangle`] |
//! | two segments | [`segment_segment`], [`segment_segment_2d`] | [`SegmentSegment`] |
//! | segment and triangle | [`segment_triangle`] | [`SegmentTriangle`] |
//! | two triangles | [`triangles_intersect`] | yes or no |
//!
//! Coordinates must be finite; debug builds assert it where the filter does not decide, and release
//! builds return some result, without a panic.

mod lines;
mod orientation;
mod projection;
mod segment_segment;
mod segment_triangle;
mod triangle_triangle;
mod triangle_view;

pub use lines::{OnSegment, point_on_segment, point_on_segment_2d};
pub use orientation::{orient2d, orient3d};
pub use projection::{Axis, projection_axis};
pub use segment_segment::{SegmentEnd, SegmentSegment, segment_segment, segment_segment_2d};
pub use segment_triangle::{SegmentTriangle, segment_triangle};
pub use triangle_triangle::triangles_intersect;
pub use triangle_view::{OnTriangle, point_on_triangle};
