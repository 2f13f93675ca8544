//! The velocity filter on solids at rest and in motion.

use glam::{DQuat, DVec3, dvec3};
use ripstop_geometry::sdf::{Cuboid, Pose, PoseMotion, Posed, RigidVelocity, Shape, Sphere};
use ripstop_response::penalty::filtered_velocity;

const STILL: RigidVelocity =
    RigidVelocity { origin: DVec3::ZERO, linear: DVec3::ZERO, angular: DVec3::ZERO };

fn ball() -> Shape {
    Sphere::new(dvec3(0.5, 0.0, 0.0), 1.0).expect("a sound ball").into()
}

#[test]
fn the_part_into_the_ball_goes_and_the_rest_stays() {
    let shape = ball();
    let field = Posed { shape: &shape, pose: Pose::IDENTITY };
    let x = dvec3(0.5, 0.0, 1.01);
    let filter = |v| filtered_velocity(v, x, &field, &STILL, 0.02);
    assert_eq!(filter(dvec3(0.3, -0.2, -4.0)), dvec3(0.3, -0.2, 0.0));
    assert_eq!(filter(dvec3(0.3, -0.2, 4.0)), dvec3(0.3, -0.2, 4.0), "away from it");
    let far = x + 0.02 * DVec3::Z;
    let v = dvec3(0.0, 0.0, -4.0);
    assert_eq!(filtered_velocity(v, far, &field, &STILL, 0.02), v, "not near");
    assert_eq!(filtered_velocity(v, dvec3(0.5, 0.0, 0.4), &field, &STILL, 0.02).z, 0.0, "inside");
}

#[test]
fn a_ball_that_moves_takes_along_and_one_that_leaves_does_not_hold() {
    let shape = ball();
    let field = Posed { shape: &shape, pose: Pose::IDENTITY };
    let x = dvec3(0.5, 0.0, 1.01);
    let rising = RigidVelocity { linear: 2.0 * DVec3::Z, ..STILL };
    assert_eq!(filtered_velocity(DVec3::ZERO, x, &field, &rising, 0.02), 2.0 * DVec3::Z);
    let sinking = RigidVelocity { linear: -2.0 * DVec3::Z, ..STILL };
    let v = dvec3(1.0, 0.0, -1.0);
    assert_eq!(filtered_velocity(v, x, &field, &sinking, 0.02), v, "slower than the ball");
    let filtered = filtered_velocity(dvec3(1.0, 0.0, -3.0), x, &field, &sinking, 0.02);
    assert_eq!(filtered, dvec3(1.0, 0.0, -2.0));
}

/// A box that turns: its corner sweeps, and the velocity of the surface is that of the point.
#[test]
fn any_field_in_any_motion() {
    let shape: Shape = Cuboid::new(DVec3::ZERO, dvec3(1.0, 0.1, 0.1)).unwrap().into();
    let quarter = Pose::new(DQuat::from_rotation_z(0.5), DVec3::ZERO).unwrap();
    let motion = PoseMotion { start: Pose::IDENTITY, end: quarter }.velocity(0.0, 0.25);
    let field = Posed { shape: &shape, pose: Pose::IDENTITY };
    let x = dvec3(0.8, 0.11, 0.0);
    let filtered = filtered_velocity(DVec3::ZERO, x, &field, &motion, 0.02);
    assert!((filtered - 1.6 * DVec3::Y).length() < 1e-12, "{filtered}");
    assert_eq!(filtered_velocity(filtered, x, &field, &motion, 0.02), filtered, "once is enough");
}
