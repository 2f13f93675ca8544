//! The regions of two segments on which their closest points lie.

use super::PointSegmentRegion;

/// The parts of two segments that hold their closest points: nine cases, one of three on each.
///
/// Dispatch by `match (region.a, region.b)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SegmentSegmentRegion {
    /// The region of the first segment.
    pub a: PointSegmentRegion,
    /// The region of the second segment.
    pub b: PointSegmentRegion,
}
