//! Orientations against determinants by elimination over the rationals.

use glam::{DVec2, DVec3, dvec2, dvec3};
use ripstop_geometry::exact::Sign;
use ripstop_geometry::predicates::{orient2d, orient3d};

use crate::adversarial::{Random, points};
use crate::rational::{determinant_sign, exact, subtract};

const CASES: usize = 40_000;

fn expected_3d(points: [DVec3; 4]) -> Sign {
    let [a, b, c, d] = exact(points);
    determinant_sign([b, c, d].map(|p| subtract(&p, &a)))
}

fn expected_2d(points: [DVec2; 3]) -> Sign {
    let [a, b, c] = exact(points.map(|p| p.extend(0.0)));
    determinant_sign([b, c].map(|p| {
        let [x, y, _] = subtract(&p, &a);
        [x, y]
    }))
}

#[test]
fn orient3d_is_exact() {
    let mut random = Random(1);
    let mut counts = [0; 3];
    for case in 0..CASES {
        let p = points::<4>(&mut random);
        let [a, b, c, d] = p;
        let sign = orient3d(a, b, c, d);
        assert_eq!(sign, expected_3d(p), "case {case}: {p:?}");
        counts[(sign as i8 + 1).unsigned_abs() as usize] += 1;
    }
    assert!(counts.iter().all(|&n| n > CASES / 5), "one-sided cases: {counts:?}");
}

#[test]
fn orient2d_is_exact() {
    let mut random = Random(2);
    let mut counts = [0; 3];
    for case in 0..CASES {
        let p = points::<3>(&mut random).map(DVec3::truncate);
        let [a, b, c] = p;
        let sign = orient2d(a, b, c);
        assert_eq!(sign, expected_2d(p), "case {case}: {p:?}");
        counts[(sign as i8 + 1).unsigned_abs() as usize] += 1;
    }
    assert!(counts.iter().all(|&n| n > CASES / 5), "one-sided cases: {counts:?}");
}

#[test]
fn positive_is_counter_clockwise_and_where_the_normal_points() {
    assert_eq!(orient2d(DVec2::ZERO, DVec2::X, DVec2::Y), Sign::Positive);
    assert_eq!(orient3d(DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z), Sign::Positive);
    assert_eq!(orient3d(DVec3::ZERO, DVec3::X, DVec3::Y, -DVec3::Z), Sign::Negative);
}

/// Points for which expansions alone return 0 or NaN.
#[test]
fn every_scale_has_a_sign() {
    for exponent in (-1074..=1023).step_by(3) {
        let unit = f64::powi(2.0, exponent / 2) * f64::powi(2.0, exponent - exponent / 2);
        let [x, y, z] = [dvec3(unit, 0.0, 0.0), dvec3(0.0, unit, 0.0), dvec3(0.0, 0.0, unit)];
        assert_eq!(orient3d(DVec3::ZERO, x, y, z), Sign::Positive, "2^{exponent}");
        assert_eq!(orient3d(x, y, z, DVec3::ZERO), Sign::Negative, "2^{exponent}");
        assert_eq!(orient3d(-x, y, x, -y), Sign::Zero, "2^{exponent}");
        let [u, v] = [x, y].map(DVec3::truncate);
        assert_eq!(orient2d(-u, v, u), Sign::Negative, "2^{exponent}");
        assert_eq!(orient2d(v, -u, u), Sign::Positive, "2^{exponent}");
        assert_eq!(orient2d(-u, dvec2(0.0, 0.0), u), Sign::Zero, "2^{exponent}");
    }
}

/// The steps of a sweep across a plane by single units in the last place.
#[test]
fn a_point_crosses_a_plane_at_one_place() {
    let [a, b, c] = [dvec3(0.1, 0.2, 0.3), dvec3(12.3, 4.5, 0.7), dvec3(-3.3, 8.9, 7.7)];
    let middle = (a + b + c) / 3.0;
    let mut z = middle.z;
    for _ in 0..50 {
        z = z.next_down();
    }
    let mut signs = Vec::new();
    for _ in 0..100 {
        let d = dvec3(middle.x, middle.y, z);
        assert_eq!(orient3d(a, b, c, d), expected_3d([a, b, c, d]), "{d}");
        signs.push(orient3d(a, b, c, d));
        z = z.next_up();
    }
    assert!(signs.is_sorted() && signs[0] != signs[99], "{signs:?}");
}
