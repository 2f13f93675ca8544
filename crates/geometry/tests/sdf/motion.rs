//! Rigid motion: distances do not feel it, and velocities are its derivative.

use glam::{DQuat, DVec3, dvec3};
use proptest::prelude::*;
use ripstop_geometry::sdf::{Capsule, Cuboid, Pose, PoseMotion, Posed, Shape, Sphere};

fn vector() -> impl Strategy<Value = DVec3> {
    prop::array::uniform3(-1.0..1.0_f64).prop_map(DVec3::from_array)
}

fn pose() -> impl Strategy<Value = Pose> {
    (vector(), prop::array::uniform4(-1.0..1.0_f64))
        .prop_filter("short quaternion", |(_, q)| q.iter().any(|x| x.abs() > 0.01))
        .prop_map(|(p, q)| Pose::new(DQuat::from_array(q), p).expect("valid"))
}

fn capsule() -> Shape {
    Capsule::new(dvec3(-0.5, 0.1, 0.0), dvec3(0.4, 0.3, -0.6), 0.3).expect("valid").into()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn there_and_back(pose in pose(), x in vector()) {
        prop_assert!((pose.to_body(pose.to_world(x)) - x).length() < 1e-14);
    }

    /// Moving solid and point together changes nothing but the frame of the gradient.
    #[test]
    fn a_common_motion_changes_no_distance(
        placed in pose(), common in pose(), x in vector(), half in vector(),
    ) {
        let shape = Shape::from(Cuboid::new(x, half.abs() + 0.1).unwrap());
        for shape in [capsule(), shape] {
            let before = Posed { shape: &shape, pose: placed };
            let moved = Pose::new(
                common.rotation() * placed.rotation(), common.to_world(placed.translation()),
            ).unwrap();
            let (here, there) = (
                before.sample(x), Posed { shape: &shape, pose: moved }.sample(common.to_world(x)),
            );
            prop_assert!((here.distance - there.distance).abs() < 1e-14);
            let turned = common.direction_to_world(here.gradient);
            // A difference of 1e-14 may change sides at a medial plane of the box.
            let near_kink = here.distance < 0.0 && turned.distance(there.gradient) > 0.1;
            prop_assert!(near_kink || turned.distance(there.gradient) < 1e-11);
        }
    }

    #[test]
    fn a_sphere_does_not_feel_rotation(pose in pose(), x in vector()) {
        let shape = Shape::from(Sphere::new(DVec3::ZERO, 0.5).unwrap());
        let still = Shape::from(Sphere::new(pose.translation(), 0.5).unwrap());
        let found = Posed { shape: &shape, pose }.distance(x);
        prop_assert!((found - still.distance(x)).abs() < 1e-14);
    }

    #[test]
    fn the_ends_of_a_motion_are_met(start in pose(), end in pose()) {
        let motion = PoseMotion { start, end };
        prop_assert_eq!((motion.at(0.0), motion.at(1.0)), (start, end));
        for (t, pose) in [(1e-12, start), (1.0 - 1e-12, end)] {
            let x = dvec3(0.3, -0.4, 0.5);
            prop_assert!(motion.at(t).to_world(x).distance(pose.to_world(x)) < 1e-11);
        }
    }

    /// The velocity is the derivative of the path of a point of the body.
    #[test]
    fn velocity_is_the_derivative_of_the_path(
        start in pose(), end in pose(), point in vector(), t in 0.1..0.9_f64, dt in 0.01..10.0_f64,
    ) {
        const STEP: f64 = 1e-6;
        let motion = PoseMotion { start, end };
        let path = |t: f64| motion.at(t).to_world(point);
        let expected = (path(t + STEP) - path(t - STEP)) / (2.0 * STEP * dt);
        let found = motion.velocity(t, dt).at(path(t));
        prop_assert!(found.distance(expected) < 1e-8 / dt, "{found} instead of {expected}");
    }

    /// `∂φ/∂t = −∇φ · v`: what a velocity filter relies on.
    #[test]
    fn a_moving_field_changes_by_its_surface_velocity(
        start in pose(), end in pose(), x in vector(), t in 0.1..0.9_f64,
    ) {
        const STEP: f64 = 1e-6;
        let (shape, motion) = (capsule(), PoseMotion { start, end });
        let at = |t: f64| Posed { shape: &shape, pose: motion.at(t) };
        let sample = at(t).sample(x);
        // Within a hundredth of the axis the direction turns too fast for a difference quotient.
        prop_assume!(sample.distance > -0.29);
        let rate = (at(t + STEP).distance(x) - at(t - STEP).distance(x)) / (2.0 * STEP);
        let expected = -sample.gradient.dot(motion.velocity(t, 1.0).at(x));
        prop_assert!((rate - expected).abs() < 1e-6, "{rate} instead of {expected}");
    }

    #[test]
    fn a_turn_is_measured_by_its_vector(axis in vector(), angle in 0.0..3.1_f64, start in pose()) {
        prop_assume!(axis.length() > 1e-3);
        let turn = DQuat::from_axis_angle(axis.normalize(), angle);
        let end = Pose::new(turn * start.rotation(), start.translation()).unwrap();
        let found = PoseMotion { start, end }.rotation_vector();
        prop_assert!(found.distance(angle * axis.normalize()) < 1e-12, "{found}");
    }
}

#[test]
fn rest_is_rest() {
    let pose = Pose::new(DQuat::from_xyzw(0.1, 0.7, -0.3, 0.2), dvec3(1.0, 2.0, 3.0)).unwrap();
    let motion = PoseMotion::at_rest(pose);
    for t in [0.0, 0.3, 1.0] {
        assert_eq!(motion.at(t), pose);
        let v = motion.velocity(t, 0.01).at(dvec3(5.0, -7.0, 9.0));
        assert!(v.length() < 1e-12, "{v}");
    }
    assert_eq!(PoseMotion::default().velocity(0.5, 1.0).at(DVec3::ONE), DVec3::ZERO);
}

#[test]
fn half_a_turn_has_a_defined_sense() {
    let end = Pose::new(DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0), DVec3::ZERO).unwrap();
    let motion = PoseMotion { start: Pose::IDENTITY, end };
    assert!((motion.rotation_vector() - std::f64::consts::PI * DVec3::Z).length() < 1e-15);
    let quarter = motion.at(0.5).to_world(DVec3::X);
    assert!((quarter - DVec3::Y).length() < 1e-15, "{quarter}");
}
