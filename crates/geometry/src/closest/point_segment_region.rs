//! The regions of a segment: its interior and its two ends.

/// The part of a segment that holds a point of it: the smallest closed feature, an end or the rest.
///
/// The region is the pattern of the weights that are not zero, so that the two never disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PointSegmentRegion {
    /// The first end; the weights are `[1, 0]`.
    Start,
    /// The second end; the weights are `[0, 1]`.
    End,
    /// Between the ends; neither weight is zero.
    Interior,
}

impl PointSegmentRegion {
    /// The region that goes with the weights `[1 − s, s]`, `s ∈ [0, 1]`.
    #[inline]
    pub(super) fn of_parameter(s: f64) -> Self {
        if s > 0.0 { if s < 1.0 { Self::Interior } else { Self::End } } else { Self::Start }
    }

    /// The region that goes with weights in `[0, 1]` that sum to 1.
    #[must_use]
    #[inline]
    pub fn of_weights([start, end]: [f64; 2]) -> Self {
        if end == 0.0 {
            Self::Start
        } else if start == 0.0 {
            Self::End
        } else {
            Self::Interior
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn region_is_the_pattern_of_nonzero_weights() {
        assert_eq!(PointSegmentRegion::of_weights([1.0, 0.0]), PointSegmentRegion::Start);
        assert_eq!(PointSegmentRegion::of_weights([0.0, 1.0]), PointSegmentRegion::End);
        assert_eq!(PointSegmentRegion::of_weights([1.0, 1e-300]), PointSegmentRegion::Interior);
    }

    #[test]
    fn parameter_and_weights_tell_the_same_region() {
        for s in [0.0, 1e-300, f64::EPSILON, 0.5, 1.0 - f64::EPSILON / 2.0, 1.0] {
            assert_eq!(
                PointSegmentRegion::of_parameter(s),
                PointSegmentRegion::of_weights([1.0 - s, s]),
                "{s}"
            );
        }
    }
}
