//! Where the closest points of two segments lie.

use super::PointSegmentRegion;

/// The parts of two segments that hold their closest points: nine cases, one of three on each.
///
/// Dispatch by `match (region.a, region.b)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SegmentSegmentRegion {
    /// Where on the first segment.
    pub a: PointSegmentRegion,
    /// Where on the second segment.
    pub b: PointSegmentRegion,
}
