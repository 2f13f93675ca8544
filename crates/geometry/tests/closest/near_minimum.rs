//! Distances against the exact minimum: within the stated number of `ε size`, for every shape of
//! input.

use glam::DVec3;
use proptest::prelude::*;
use ripstop_geometry::closest::{
    PointSegmentRegion, PointTriangleRegion, point_segment, point_triangle, segment_segment,
    triangle_triangle,
};

use crate::exact::{self, Rational, rational};
use crate::inputs;

/// Bounds on the error of a distance in `ε size`, as the module documentation states them.
pub(crate) const POINT_SEGMENT: f64 = 4.0;
pub(crate) const POINT_TRIANGLE: f64 = 8.0;
pub(crate) const SEGMENT_SEGMENT: f64 = 16.0;
pub(crate) const TRIANGLE_TRIANGLE: f64 = 16.0;

/// A result beside the exact minimum.
pub(crate) struct Judged {
    /// Exact squared distance of the blends of the returned weights.
    pub(crate) achieved: Rational,
    /// The squared distance that was returned.
    pub(crate) reported_squared: f64,
    /// Exact squared minimum.
    pub(crate) minimum: Rational,
    /// Squared size of the query.
    pub(crate) size: Rational,
}

impl Judged {
    /// Errors of the achieved and of the reported distance, in `ε size`.
    ///
    /// A reported square stands for every number that rounds to it: among subnormal numbers, which
    /// squares of lengths below `1e-154` m are, that is a wide interval.
    pub(crate) fn errors(&self) -> [f64; 2] {
        if self.size == Rational::ZERO {
            return [0.0, self.reported_squared];
        }
        let length = |squared: &Rational| (squared / &self.size).to_f64().value().sqrt();
        let minimum = length(&self.minimum);
        let error = |found: &Rational| (length(found) - minimum).abs() / f64::EPSILON;
        let (reported, step) = (rational(self.reported_squared), rational(f64::from_bits(1)));
        let low = (&reported - &step).max(Rational::ZERO);
        let represented = self.minimum.clone().clamp(low, reported + step);
        [error(&self.achieved), error(&represented)]
    }
}

pub(crate) fn assert_weights<const N: usize>(weights: [f64; N]) {
    assert!(weights.iter().all(|w| (0.0..=1.0).contains(w)), "{weights:?}");
    assert!((weights.iter().sum::<f64>() - 1.0).abs() <= f64::EPSILON, "{weights:?}");
}

pub(crate) fn judge_point_segment(p: DVec3, b: [DVec3; 2]) -> Judged {
    let found = point_segment(p, b);
    assert_weights(found.weights);
    assert_eq!(found.region, PointSegmentRegion::of_weights(found.weights));
    Judged {
        achieved: exact::blends_squared(([p], [1.0]), (b, found.weights)),
        reported_squared: found.distance_squared,
        minimum: exact::point_segment_squared(p, b),
        size: exact::size_squared(&[p, b[0], b[1]]),
    }
}

pub(crate) fn judge_point_triangle(p: DVec3, b: [DVec3; 3]) -> Judged {
    let found = point_triangle(p, b);
    assert_weights(found.weights);
    assert_eq!(found.region, PointTriangleRegion::of_weights(found.weights));
    Judged {
        achieved: exact::blends_squared(([p], [1.0]), (b, found.weights)),
        reported_squared: found.distance_squared,
        minimum: exact::point_triangle_squared(p, b),
        size: exact::size_squared(&[p, b[0], b[1], b[2]]),
    }
}

pub(crate) fn judge_segment_segment(a: [DVec3; 2], b: [DVec3; 2]) -> Judged {
    let found = segment_segment(a, b);
    assert_weights(found.weights_a);
    assert_weights(found.weights_b);
    assert_eq!(found.region.a, PointSegmentRegion::of_weights(found.weights_a));
    assert_eq!(found.region.b, PointSegmentRegion::of_weights(found.weights_b));
    Judged {
        achieved: exact::blends_squared((a, found.weights_a), (b, found.weights_b)),
        reported_squared: found.distance_squared,
        minimum: exact::segment_segment_squared(a, b),
        size: exact::size_squared(&[a[0], a[1], b[0], b[1]]),
    }
}

pub(crate) fn judge_triangle_triangle(a: [DVec3; 3], b: [DVec3; 3]) -> Judged {
    let found = triangle_triangle(a, b);
    assert_weights(found.weights_a);
    assert_weights(found.weights_b);
    assert_eq!(found.region.a, PointTriangleRegion::of_weights(found.weights_a));
    assert_eq!(found.region.b, PointTriangleRegion::of_weights(found.weights_b));
    Judged {
        achieved: exact::blends_squared((a, found.weights_a), (b, found.weights_b)),
        reported_squared: found.distance_squared,
        minimum: exact::triangle_triangle_squared(a, b),
        size: exact::size_squared(&[a[0], a[1], a[2], b[0], b[1], b[2]]),
    }
}

/// Asserts that neither the achieved nor the reported distance is off by more than `bound`
/// `ε size`.
pub(crate) fn assert_near(judged: &Judged, bound: f64) {
    let [achieved, reported] = judged.errors();
    assert!(achieved <= bound, "the blends are {achieved} ε size above the minimum");
    assert!(reported <= bound, "the reported distance is off by {reported} ε size");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn point_segment_is_near_the_minimum([p, _, a, b] in inputs::segments()) {
        assert_near(&judge_point_segment(p, [a, b]), POINT_SEGMENT);
    }

    #[test]
    fn point_triangle_is_near_the_minimum((p, triangle) in inputs::point_and_triangle()) {
        assert_near(&judge_point_triangle(p, triangle), POINT_TRIANGLE);
    }

    #[test]
    fn segment_segment_is_near_the_minimum([a0, a1, b0, b1] in inputs::segments()) {
        assert_near(&judge_segment_segment([a0, a1], [b0, b1]), SEGMENT_SEGMENT);
    }

    #[test]
    fn triangle_triangle_is_near_the_minimum([a, b] in inputs::triangles()) {
        assert_near(&judge_triangle_triangle(a, b), TRIANGLE_TRIANGLE);
    }
}
