//! Distances of the analytic shapes against parry.

use glam::{DQuat, DVec3};
use parry3d_f64::math::Pose3;
use parry3d_f64::query::PointQuery;
use parry3d_f64::shape;
use proptest::prelude::*;
use ripstop_geometry::sdf::{Capsule, Cuboid, Plane, Pose, Posed, Shape, Sphere};

/// Rounding of a few operations on numbers of size 1: parry goes through the projected point.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

fn vector() -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-1.0..1.0_f64).prop_map(DVec3::from_array)
}

/// Mostly ordinary numbers, some of them last bits, zeros and halves.
fn nasty() -> impl Strategy<Value = DVec3> {
    let number = prop_oneof![
        4 => -1.0..1.0_f64,
        1 => prop_oneof![Just(0.0), Just(0.5), Just(-0.5), Just(1.0), Just(0.25)],
        1 => (-1.0..1.0_f64).prop_map(|x| 0.5 + 1e-15 * x),
        1 => (-1.0..1.0_f64).prop_map(|x| 1e-9 * x),
        1 => (-1.0..1.0_f64).prop_map(|x| 1e-200 * x),
    ];
    prop::array::uniform3(number).prop_map(DVec3::from_array)
}

fn size() -> impl Strategy<Value = f64> {
    prop_oneof![3 => 0.1..1.0_f64, 1 => Just(0.5), 1 => 1e-6..1e-3_f64]
}

/// Lengths over sixteen orders of magnitude.
fn scale() -> impl Strategy<Value = f64> {
    (-8.0..8.0_f64).prop_map(|e| 10_f64.powf(e))
}

/// A point farther away, as an obstacle's is from most of the cloth.
fn far() -> impl Strategy<Value = DVec3> {
    prop_oneof![4 => nasty(), 1 => nasty().prop_map(|x| 1e3 * x)]
}

fn check(ours: f64, theirs: f64, scale: f64, p: DVec3) -> Result<(), TestCaseError> {
    let tolerance = ROUNDING * scale * (2.0 + p.length());
    prop_assert!((ours - theirs).abs() <= tolerance, "ours {ours}, parry {theirs}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn plane(normal in vector(), point in nasty(), p in far(), s in scale()) {
        prop_assume!(normal.length() > 1e-3);
        let ours = Plane::new(s * point, normal).unwrap().distance(s * p);
        let pose = Pose3::from_translation(s * point);
        let theirs =
            shape::HalfSpace::new(normal.normalize()).distance_to_point(&pose, s * p, false);
        check(ours, theirs, s, p)?;
    }

    #[test]
    fn sphere(center in nasty(), radius in size(), p in far(), s in scale()) {
        let ours = Sphere::new(s * center, s * radius).unwrap().distance(s * p);
        let pose = Pose3::from_translation(s * center);
        let theirs = shape::Ball::new(s * radius).distance_to_point(&pose, s * p, false);
        check(ours, theirs, s, p)?;
    }

    #[test]
    fn capsule(a in nasty(), b in nasty(), radius in size(), p in far(), s in scale()) {
        let ours = Capsule::new(s * a, s * b, s * radius).unwrap().distance(s * p);
        let theirs = shape::Capsule::new(s * a, s * b, s * radius)
            .distance_to_local_point(s * p, false);
        // Within 2⁻⁵² of the axis, at any scale, parry measures to an arbitrary side of the
        // capsule; its distance to the bare axis is right there too.
        let axis = shape::Segment::new(s * a, s * b).distance_to_local_point(s * p, true);
        let expected = if axis < f64::EPSILON { axis - s * radius } else { theirs };
        let rounding = ROUNDING * s * (2.0 + p.length());
        prop_assert!((expected - theirs).abs() <= 2.0 * f64::EPSILON + rounding);
        check(ours, expected, s, p)?;
    }

    #[test]
    fn cuboid(center in nasty(), half in prop::array::uniform3(size()), p in far(), s in scale()) {
        let half = s * DVec3::from_array(half);
        let ours = Cuboid::new(s * center, half).unwrap().distance(s * p);
        let pose = Pose3::from_translation(s * center);
        let theirs = shape::Cuboid::new(half).distance_to_point(&pose, s * p, false);
        check(ours, theirs, s, p)?;
    }

    /// The gradient against parry's projection: `x − φ ∇φ` is the nearest point of the surface
    /// wherever that point is unique.
    #[test]
    fn posed_cuboid_with_its_projection(
        axis in vector(), angle in -3.0..3.0_f64, translation in nasty(),
        half in prop::array::uniform3(0.1..1.0_f64), p in far(),
    ) {
        prop_assume!(axis.length() > 1e-3);
        let half = DVec3::from_array(half);
        let rotation = DQuat::from_axis_angle(axis.normalize(), angle);
        let shape = Shape::from(Cuboid::new(DVec3::ZERO, half).unwrap());
        let posed = Posed { shape: &shape, pose: Pose::new(rotation, translation).unwrap() };
        let sample = posed.sample(p);
        let pose = Pose3::from_parts(translation, rotation);
        let theirs = shape::Cuboid::new(half).project_point(&pose, p, false);
        check(sample.distance, if theirs.is_inside { -1.0 } else { 1.0 } * p.distance(theirs.point), 1.0, p)?;
        let local = rotation.conjugate() * (p - translation);
        let mut depths = (half - local.abs()).to_array();
        depths.sort_by(f64::total_cmp);
        let unique = sample.distance > 0.0 || depths[1] - depths[0] > 1e-9 && local.abs().min_element() > 1e-9;
        if unique {
            let nearest = p - sample.distance * sample.gradient;
            prop_assert!(nearest.distance(theirs.point) <= 4.0 * ROUNDING * (2.0 + p.length()));
        }
    }
}
