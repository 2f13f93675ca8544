//! The velocity filter on solids at rest and in motion.

use glam::{DQuat, DVec3, dvec3};
use ripstop_geometry::sdf::{
    Capsule, Cuboid, Pose, PoseMotion, Posed, RigidVelocity, SampledField, Sampling, Shape, Sphere,
};
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

/// A box that rotates: its corner sweeps, and the velocity of the surface is that of the point.
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

/// A cube of one metre around the origin.
fn sampled_cube() -> Shape {
    let corner = |i: u32| {
        let side = |bit: u32| if i >> bit & 1 == 1 { 0.5 } else { -0.5 };
        dvec3(side(0), side(1), side(2))
    };
    let corners: Vec<DVec3> = (0..8).map(corner).collect();
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let faces: Vec<[u32; 3]> =
        quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let field = SampledField::from_closed_mesh(&corners, &faces, Sampling::of_cell_size(0.1));
    field.expect("a closed mesh").into()
}

/// A capsule that rotates about its centre while it rises, and a sampled cube that does the same:
/// `v_s` is that of the point of the solid.
#[test]
fn moving_capsules_and_sampled_fields() {
    let capsule = Capsule::new(dvec3(-1.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), 0.2).unwrap();
    let cases: [(Shape, DVec3); 2] =
        [(capsule.into(), dvec3(0.8, 0.0, 0.21)), (sampled_cube(), dvec3(0.2, 0.1, 0.51))];
    let end = Pose::new(DQuat::from_rotation_y(-0.05), 0.1 * DVec3::Z).unwrap();
    let dt = 0.1;
    let motion = PoseMotion { start: Pose::IDENTITY, end }.velocity(0.0, dt);
    for (shape, x) in cases {
        let field = Posed { shape: &shape, pose: Pose::IDENTITY };
        let normal = field.sample(x).normal().expect("a direction");
        assert!((normal - DVec3::Z).length() < 1e-6, "{normal}");
        // 1 m/s upwards, and 0.5 rad/s that lift the side of positive x.
        let rising = 1.0 + 0.5 * x.x;
        assert!((motion.at(x).z - rising).abs() < 1e-9, "{}", motion.at(x));
        let taken = filtered_velocity(dvec3(0.3, -0.2, -4.0), x, &field, &motion, 0.02);
        assert!((taken - dvec3(0.3, -0.2, rising)).length() < 1e-5, "{taken}");
        let faster = dvec3(0.3, -0.2, rising + 0.1);
        assert_eq!(filtered_velocity(faster, x, &field, &motion, 0.02), faster, "ahead of it");
        assert_eq!(
            filtered_velocity(DVec3::ZERO, x + 0.02 * DVec3::Z, &field, &motion, 0.02),
            DVec3::ZERO
        );
    }
}
