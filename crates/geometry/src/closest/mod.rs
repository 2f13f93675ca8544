//! Closest points of points, segments and triangles, with barycentric weights and regions.

mod point_segment_region;
mod point_triangle_region;
mod segment_segment_region;

pub use point_segment_region::PointSegmentRegion;
pub use point_triangle_region::PointTriangleRegion;
pub use segment_segment_region::SegmentSegmentRegion;
