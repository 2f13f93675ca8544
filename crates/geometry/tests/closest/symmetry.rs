//! Relations that hold without an oracle: exact maps of space, renumbered corners, exchanged
//! arguments.

use glam::DVec3;
use proptest::prelude::*;
use ripstop_geometry::closest::{
    point_segment, point_triangle, segment_segment, triangle_triangle,
};

use crate::inputs;
use crate::near_minimum::{POINT_TRIANGLE, SEGMENT_SEGMENT, TRIANGLE_TRIANGLE};

/// A map of space that rounds nothing: axes permuted and turned round, lengths times a power of
/// two.
#[derive(Clone, Copy, Debug)]
struct ExactMap {
    turn: usize,
    exchange: bool,
    factors: DVec3,
}

impl ExactMap {
    fn apply<const N: usize>(self, points: [DVec3; N]) -> [DVec3; N] {
        points.map(|point| {
            let mut x = point.to_array();
            x.rotate_left(self.turn);
            if self.exchange {
                x.swap(0, 1);
            }
            DVec3::from_array(x) * self.factors
        })
    }

    fn scale(self) -> f64 {
        self.factors.x.abs()
    }
}

fn exact_map() -> impl Strategy<Value = ExactMap> {
    let sign = || prop_oneof![Just(-1.0), Just(1.0)];
    (0..3_usize, any::<bool>(), (sign(), sign(), sign()), -20..20_i32).prop_map(
        |(turn, exchange, (x, y, z), k)| ExactMap {
            turn,
            exchange,
            factors: DVec3::new(x, y, z) * f64::from(k).exp2(),
        },
    )
}

/// The largest distance between two of the points.
fn size(points: &[DVec3]) -> f64 {
    let pairs = points.iter().flat_map(|a| points.iter().map(|b| a.distance(*b)));
    pairs.fold(0.0, f64::max)
}

/// Each result is within its bound of one minimum, so two of them are within twice the bound.
fn close(a: f64, b: f64, bound: f64) -> bool {
    (a - b).abs() <= 2.0 * bound * f64::EPSILON
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A scale or a reflection changes no digit of the weights. A permutation of the axes changes
    /// the order of sums.
    #[test]
    fn exact_maps_change_nothing_but_the_order_of_sums(
        segments in inputs::segments(),
        (p, triangle) in inputs::point_and_triangle(),
        map in exact_map(),
    ) {
        let [a0, a1, b0, b1] = segments;
        let [c0, c1, d0, d1] = map.apply(segments);
        let (before, after) =
            (segment_segment([a0, a1], [b0, b1]), segment_segment([c0, c1], [d0, d1]));
        let scale = size(&segments);
        let difference = before.distance() - after.distance() / map.scale();
        prop_assert!(close(difference, 0.0, SEGMENT_SEGMENT * scale));

        let ([q], mapped) = (map.apply([p]), map.apply(triangle));
        let (on_triangle, on_mapped) = (point_triangle(p, triangle), point_triangle(q, mapped));
        let scale = size(&[p, triangle[0], triangle[1], triangle[2]]);
        let difference = on_triangle.distance() - on_mapped.distance() / map.scale();
        prop_assert!(close(difference, 0.0, POINT_TRIANGLE * scale));

        if map.turn == 0 && !map.exchange {
            prop_assert_eq!(before.weights_a, after.weights_a);
            prop_assert_eq!(before.weights_b, after.weights_b);
            prop_assert_eq!(before.region, after.region);
            prop_assert_eq!(on_triangle.weights, on_mapped.weights);
            prop_assert_eq!(on_triangle.region, on_mapped.region);
        }
    }

    #[test]
    fn order_of_corners_does_not_matter((p, [a, b, c]) in inputs::point_and_triangle()) {
        let expected = point_triangle(p, [a, b, c]).distance();
        let bound = POINT_TRIANGLE * size(&[p, a, b, c]);
        for corners in [[b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]] {
            prop_assert!(close(point_triangle(p, corners).distance(), expected, bound));
        }
    }

    #[test]
    fn order_of_ends_and_segments_does_not_matter([a0, a1, b0, b1] in inputs::segments()) {
        let expected = segment_segment([a0, a1], [b0, b1]).distance();
        let bound = SEGMENT_SEGMENT * size(&[a0, a1, b0, b1]);
        for (a, b) in [
            ([a1, a0], [b0, b1]),
            ([a0, a1], [b1, b0]),
            ([a1, a0], [b1, b0]),
            ([b0, b1], [a0, a1]),
        ] {
            prop_assert!(close(segment_segment(a, b).distance(), expected, bound));
        }
    }

    #[test]
    fn order_of_triangles_does_not_matter([a, b] in inputs::triangles()) {
        let expected = triangle_triangle(a, b).distance();
        let bound = TRIANGLE_TRIANGLE * size(&[a[0], a[1], a[2], b[0], b[1], b[2]]);
        prop_assert!(close(triangle_triangle(b, a).distance(), expected, bound));
        let turned = triangle_triangle([a[1], a[2], a[0]], [b[2], b[1], b[0]]).distance();
        prop_assert!(close(turned, expected, bound));
    }

    /// A segment is a triangle with two equal corners, a point is a segment with two equal ends.
    #[test]
    fn degenerate_shapes_agree_with_simpler_ones([a0, a1, b0, b1] in inputs::segments()) {
        let bound = TRIANGLE_TRIANGLE * size(&[a0, a1, b0, b1]);
        let expected = segment_segment([a0, a1], [b0, b1]).distance();
        let triangles = triangle_triangle([a0, a1, a1], [b0, b0, b1]).distance();
        prop_assert!(close(triangles, expected, bound));
        let expected = point_segment(a0, [b0, b1]);
        prop_assert!(close(segment_segment([a0, a0], [b0, b1]).distance(), expected.distance(), bound));
        prop_assert!(close(point_triangle(a0, [b0, b1, b0]).distance(), expected.distance(), bound));
    }

    /// A point of the shape is its own closest point, up to rounding.
    #[test]
    fn a_blend_of_the_corners_is_at_no_distance(
        [a, b, c] in inputs::triangle(), s in 0.0..1.0, t in 0.0..1.0,
    ) {
        let x = a + s * (b - a) + t * (1.0 - s) * (c - a);
        let rounding = 4.0 * f64::EPSILON * (a.length() + b.length() + c.length());
        let bound = POINT_TRIANGLE * f64::EPSILON * size(&[a, b, c]);
        prop_assert!(point_triangle(x, [a, b, c]).distance() <= rounding + bound);
    }
}
