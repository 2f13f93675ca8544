//! Huge and tiny input: the weights do not depend on the unit of length.

use glam::DVec3;
use proptest::prelude::*;
use ripstop_geometry::closest::{
    point_segment, point_triangle, segment_segment, triangle_triangle,
};

use crate::inputs;
use crate::near_minimum::{
    POINT_SEGMENT, POINT_TRIANGLE, SEGMENT_SEGMENT, TRIANGLE_TRIANGLE, assert_near, assert_weights,
    judge_point_segment, judge_point_triangle, judge_segment_segment, judge_triangle_triangle,
};

fn scaled<const N: usize>(points: [DVec3; N], factor: f64) -> [DVec3; N] {
    points.map(|x| x * factor)
}

/// About `1e±30`, `1e±75` and `1e±150`: squares are still numbers.
fn factor() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![-500.0_f64, -250.0, -200.0, -100.0, 100.0, 200.0, 250.0, 500.0])
        .prop_map(f64::exp2)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn bounds_hold_at_every_scale(
        segments in inputs::segments(),
        (p, triangle) in inputs::point_and_triangle(),
        [t, u] in inputs::triangles(),
        factor in factor(),
    ) {
        let [a0, a1, b0, b1] = scaled(segments, factor);
        assert_near(&judge_point_segment(a0, [b0, b1]), POINT_SEGMENT);
        assert_near(&judge_segment_segment([a0, a1], [b0, b1]), SEGMENT_SEGMENT);
        assert_near(&judge_point_triangle(p * factor, scaled(triangle, factor)), POINT_TRIANGLE);
        let (t, u) = (scaled(t, factor), scaled(u, factor));
        assert_near(&judge_triangle_triangle(t, u), TRIANGLE_TRIANGLE);
    }

    /// Even if squares overflow or vanish, the weights are right: to the bit those of the same
    /// query at another extreme scale, since a power of two rounds nothing.
    #[test]
    fn weights_survive_the_ends_of_the_exponent_range(
        [a0, a1, b0, b1] in inputs::segments(),
        (p, triangle) in inputs::point_and_triangle(),
        [t, u] in inputs::triangles(),
    ) {
        let (huge, large) = (1000.0_f64.exp2(), 600.0_f64.exp2());
        let segments = |f: f64| segment_segment(scaled([a0, a1], f), scaled([b0, b1], f));
        prop_assert_eq!(segments(huge).weights_a, segments(large).weights_a);
        prop_assert_eq!(segments(huge).region, segments(large).region);
        let on_triangle = |f: f64| point_triangle(p * f, scaled(triangle, f)).weights;
        prop_assert_eq!(on_triangle(huge), on_triangle(large));
        let on_segment = |f: f64| point_segment(p * f, scaled([a0, a1], f)).weights;
        prop_assert_eq!(on_segment(huge), on_segment(large));
        let triangles = |f: f64| triangle_triangle(scaled(t, f), scaled(u, f)).weights_b;
        prop_assert_eq!(triangles(huge), triangles(large));
    }

    /// Points of very different sizes in one query: nothing overflows before a sane result.
    #[test]
    fn mixed_scales_keep_the_weights_sane(
        points in prop::array::uniform6(inputs::point()),
        exponents in prop::array::uniform6(-1070..1023_i32),
    ) {
        let x: [DVec3; 6] =
            std::array::from_fn(|i| points[i] * libm::ldexp(1.0, exponents[i]));
        let [a, b, c, d, e, f] = x;
        assert_weights(point_segment(a, [b, c]).weights);
        assert_weights(point_triangle(a, [b, c, d]).weights);
        let pair = segment_segment([a, b], [c, d]);
        assert_weights(pair.weights_a);
        assert_weights(pair.weights_b);
        prop_assert!(!pair.distance_squared.is_nan());
        let pair = triangle_triangle([a, b, c], [d, e, f]);
        assert_weights(pair.weights_a);
        assert_weights(pair.weights_b);
        prop_assert!(!pair.distance_squared.is_nan());
    }
}

#[test]
fn distances_at_the_limits() {
    for length in [1e-150, 1e150] {
        let found = point_segment(DVec3::Y * length, [-DVec3::X * length, DVec3::X * length]);
        assert_eq!(found.weights, [0.5, 0.5]);
        assert!((found.distance() / length - 1.0).abs() <= f64::EPSILON);
    }
    let huge = 1e300;
    let found = point_segment(DVec3::Y * huge, [-DVec3::X * huge, DVec3::X * huge]);
    assert_eq!((found.weights, found.distance_squared), ([0.5, 0.5], f64::INFINITY));
    let tiny = 1e-300;
    let found = point_segment(DVec3::Y * tiny, [-DVec3::X * tiny, DVec3::X * tiny]);
    assert_eq!((found.weights, found.distance_squared), ([0.5, 0.5], 0.0));
}
