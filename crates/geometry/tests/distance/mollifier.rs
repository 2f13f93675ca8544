//! The edge–edge mollifier against jets of its definition.

use glam::{DMat3, DVec3, dvec3};
use ripstop_geometry::distance::{Derivatives, MOLLIFIER_THRESHOLD, edge_edge_mollifier};

use crate::jet::{Jet, cross, dot, minus, variables};
use crate::oracle::errors;
use crate::placements::Numbers;

/// `(−c/ε + 2)(c/ε)` with `c = |eₐ × e_b|²`.
fn exact(points: [DVec3; 4], [rest_a, rest_b]: [f64; 2]) -> Jet {
    let x = variables(points);
    let n = cross(&minus(&x[1], &x[0]), &minus(&x[3], &x[2]));
    let lengths = &Jet::constant(rest_a) * &Jet::constant(rest_b);
    let threshold = &Jet::constant(MOLLIFIER_THRESHOLD) * &(&lengths * &lengths);
    let z = &dot(&n, &n) / &threshold;
    &(&Jet::constant(2.0) - &z) * &z
}

/// Two edges at an angle with the given sine.
fn edges(numbers: &mut Numbers, sine: f64) -> [DVec3; 4] {
    let rotation = numbers.rotation();
    let cosine = (1.0 - sine * sine).sqrt();
    let length = 1.0 + 0.5 * numbers.next();
    let (a0, b0) = (numbers.vector(), numbers.vector());
    let a = DVec3::X;
    let b = length * dvec3(cosine, sine, 0.0);
    [a0, a0 + rotation * a, b0, b0 + rotation * b]
}

#[test]
fn derivatives_are_exact_to_rounding_down_to_parallel() {
    let mut numbers = Numbers(41);
    for sine in [0.0, 1e-12, 1e-8, 1e-4, 1e-3, 1e-2, 0.02, 0.03] {
        for scale in [1e-50, 1e-3, 1.0, 1e50] {
            for _ in 0..3 {
                let points = edges(&mut numbers, sine).map(|x| scale * x);
                let rest = [1.02 * scale, points[2].distance(points[3])];
                let mollifier = edge_edge_mollifier(points, rest);
                assert!(!mollifier.is_one(), "{sine}");
                let ours = mollifier.derivatives();
                let errors = errors(&ours, &exact(points, rest));
                // An ulp in the edges is one in n = a × b, and 2 sin/ε of it in z = |n|²/ε.
                let ulp = 8.0 * f64::EPSILON;
                let ulp_of_ratio = ulp * (2.0 * sine + ulp) / MOLLIFIER_THRESHOLD;
                let size = errors.hessian_size;
                assert!(errors.value <= 2.0 * ulp_of_ratio, "{sine} {errors:?}");
                assert!(errors.gradient <= ulp * size * scale, "{sine} {errors:?}");
                assert!(errors.hessian <= (ulp + ulp_of_ratio) * size, "{sine} {errors:?}");
            }
        }
    }
}

#[test]
fn value_is_the_polynomial_below_the_threshold_and_one_above() {
    let points = |sine: f64| [DVec3::ZERO, DVec3::X, DVec3::Z, dvec3(1.0, sine, 1.0)];
    let value = |sine: f64| edge_edge_mollifier(points(sine), [1.0, 1.0]).value();
    assert_eq!(value(0.0), 0.0);
    let z = 0.02 * 0.02 / MOLLIFIER_THRESHOLD;
    assert!((value(0.02) - (2.0 - z) * z).abs() < 1e-15);
    assert_eq!(value(0.04), 1.0);
    assert_eq!(value(1.0), 1.0);
    let far = edge_edge_mollifier(points(0.04), [1.0, 1.0]);
    assert!(far.is_one());
    assert_eq!(far.derivatives(), Derivatives::constant(1.0));
}

/// Value and gradient meet at the threshold; the Hessian jumps by `2 ∇z ∇zᵀ`, as documented.
#[test]
fn mollifier_is_once_continuously_differentiable() {
    let at = |z: f64| {
        let sine = (z * MOLLIFIER_THRESHOLD).sqrt();
        edge_edge_mollifier([DVec3::ZERO, DVec3::X, DVec3::Z, dvec3(1.0, sine, 1.0)], [1.0, 1.0])
    };
    for step in [1e-3, 1e-6, 1e-9] {
        let below = at(1.0 - step);
        assert!(!below.is_one());
        assert!((below.value() - 1.0).abs() <= 1.1 * step * step + f64::EPSILON);
        let slope = below.gradient().iter().fold(0.0_f64, |m, g| m.max(g.abs().max_element()));
        // |∇z| = 2 sin cos/ε for unit edges, below 2/√ε.
        assert!(slope <= 2.0 * step * 2.0 / MOLLIFIER_THRESHOLD.sqrt(), "{slope}");
    }
    let jump = at(1.0 - 1e-9).hessian()[3][3];
    let known = -8.0 / MOLLIFIER_THRESHOLD;
    assert!((jump.y_axis.y - known).abs() < 1e-5 * known.abs(), "{jump}");
}

#[test]
fn hessian_is_symmetric_and_blind_to_shifts() {
    let mut numbers = Numbers(42);
    for _ in 0..100 {
        let sine = 0.02 * numbers.next();
        let points = edges(&mut numbers, sine);
        let hessian = edge_edge_mollifier(points, [1.0, 1.5]).hessian();
        for (i, row) in hessian.iter().enumerate() {
            for (j, block) in row.iter().enumerate() {
                assert_eq!(block.transpose(), hessian[j][i]);
            }
            assert_eq!((row[0] + row[1]) + (row[2] + row[3]), DMat3::ZERO);
        }
    }
}

#[test]
fn edges_without_rest_length_are_not_mollified() {
    let points = [DVec3::ZERO, DVec3::X, DVec3::Z, dvec3(1.0, 0.0, 1.0)];
    for rest in [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]] {
        let same = [DVec3::ZERO; 4];
        for points in [points, same] {
            let mollifier = edge_edge_mollifier(points, rest);
            assert_eq!(mollifier.derivatives(), Derivatives::constant(1.0), "{rest:?}");
        }
    }
}
