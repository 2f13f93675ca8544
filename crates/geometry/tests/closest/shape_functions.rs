//! The shape functions against their defining equations, in exact arithmetic where it matters.

use glam::{DVec3, dvec3};
use proptest::prelude::*;
use ripstop_geometry::closest::{PointTriangleRegion, point_triangle, shape_functions};

use crate::inputs;

#[test]
fn worked_by_hand() {
    let triangle = [dvec3(1.0, 0.0, 0.0), dvec3(3.0, 0.0, 0.0), dvec3(1.0, 4.0, 0.0)];
    let found = shape_functions(dvec3(2.0, 3.0, -5.0), triangle).unwrap();
    assert_eq!(found.weights, [-0.25, 0.5, 0.75]);
    assert_eq!(found.normal, DVec3::Z);
    assert_eq!(found.offset, -5.0);
}

#[test]
fn corners_have_unit_weights() {
    let triangle = [dvec3(0.1, 0.2, 0.3), dvec3(1.4, -0.2, 0.5), dvec3(0.7, 0.9, -0.6)];
    for i in 0..3 {
        let found = shape_functions(triangle[i], triangle).unwrap();
        for j in 0..3 {
            let expected = f64::from(u8::from(i == j));
            assert!((found.weights[j] - expected).abs() <= 4.0 * f64::EPSILON);
        }
        assert!(found.offset.abs() <= 4.0 * f64::EPSILON);
    }
}

#[test]
fn a_triangle_without_area_has_none() {
    let x = dvec3(0.3, 0.4, 0.5);
    let (a, b) = (dvec3(0.1, 0.2, 0.3), dvec3(1.1, 0.9, 0.7));
    for triangle in [[a, a, a], [a, a, b], [a, b, b], [a, b, a], [a, b, a + 0.3 * (b - a)]] {
        assert_eq!(shape_functions(x, triangle), None);
        assert_eq!(shape_functions(x * 1e-160, triangle.map(|x| x * 1e-160)), None);
    }
}

#[test]
fn extreme_scales() {
    let triangle = [DVec3::ZERO, 2.0 * DVec3::X, 4.0 * DVec3::Y];
    let x = dvec3(1.0, 1.0, 3.0);
    for exponent in [-1000, -500, -201, 201, 500, 1000] {
        let factor = libm::ldexp(1.0, exponent);
        let found = shape_functions(x * factor, triangle.map(|x| x * factor)).unwrap();
        assert_eq!(found.weights, [0.25, 0.5, 0.25]);
        assert_eq!(found.offset, 3.0 * factor);
    }
    // A far point has large weights, until they no longer fit.
    let far = shape_functions(DVec3::X, triangle.map(|x| x * 1e-250)).unwrap();
    assert!((far.weights[1] / 5e249 - 1.0).abs() <= 1e-15);
    assert_eq!(shape_functions(DVec3::X * 1e100, triangle.map(|x| x * 1e-250)), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// `X = Σ φᵢ Xᵢ + α N`, `Σ φᵢ = 1`, and `α N` is orthogonal to the sides.
    #[test]
    fn the_point_is_rebuilt((x, [a, b, c]) in inputs::point_and_triangle()) {
        if let Some(found) = shape_functions(x, [a, b, c]) {
            let [w0, w1, w2] = found.weights;
            let largest = w0.abs().max(w1.abs()).max(w2.abs()).max(1.0);
            prop_assert!((w0 + w1 + w2 - 1.0).abs() <= 2.0 * f64::EPSILON * largest);
            prop_assert!((found.normal.length() - 1.0).abs() <= 4.0 * f64::EPSILON);

            let sides = (b - a).length().max((c - a).length());
            let bound = 8.0 * f64::EPSILON * ((x - a).length() + largest * sides);
            let rebuilt = w1 * (b - a) + w2 * (c - a) + found.offset * found.normal;
            prop_assert!(rebuilt.distance(x - a) <= bound);
            let rounding = 8.0 * f64::EPSILON * sides;
            prop_assert!(found.normal.dot(b - a).abs() <= rounding);
            prop_assert!(found.normal.dot(c - a).abs() <= rounding);
        }
    }

    /// Over the face they are the weights of the closest point, to the bit.
    #[test]
    fn over_the_face_they_are_the_closest_weights((x, triangle) in inputs::point_and_triangle()) {
        let closest = point_triangle(x, triangle);
        if closest.region == PointTriangleRegion::Face {
            let found = shape_functions(x, triangle).unwrap();
            prop_assert_eq!(found.weights, closest.weights);
            let [a, b, c] = triangle;
            let bound = 8.0 * f64::EPSILON * ((x - a).length() + (b - a).length() + (c - a).length());
            prop_assert!((found.offset.abs() - closest.distance()).abs() <= bound);
        }
    }

    /// Turning the triangle round turns the normal and the sign of the offset.
    #[test]
    fn the_other_side(x in inputs::point(), [a, b, c] in inputs::well_shaped()) {
        let one = shape_functions(x, [a, b, c]).unwrap();
        let other = shape_functions(x, [a, c, b]).unwrap();
        prop_assert!((one.offset + other.offset).abs() <= 1e-13);
        prop_assert!((one.normal + other.normal).length() <= 1e-13);
    }
}
