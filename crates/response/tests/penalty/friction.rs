//! Friction: derivatives, Coulomb's bound, and a block on an incline.

use glam::{DVec3, dvec3};
use ripstop_geometry::VertexId;
use ripstop_geometry::potential::Spectrum;
use ripstop_response::penalty::{FrictionElement, LaggedFriction};

use crate::{check_derivatives, gradient, hessian};

fn contact(bound: f64, threshold: f64) -> LaggedFriction {
    let element = FrictionElement {
        vertices: [0, 1, 2, 3].map(VertexId),
        count: 4,
        weights: [1.0, -0.5, -0.3, -0.2],
        normal: dvec3(0.0, 0.6, 0.8),
        bound,
        start: DVec3::ZERO,
    };
    LaggedFriction { elements: vec![element], threshold, static_ratio: 1.0 }
}

fn moved(slip: DVec3) -> [DVec3; 4] {
    [slip, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO]
}

#[test]
fn derivatives_below_and_above_the_threshold() {
    let friction = contact(3.0, 1e-2);
    for slip in [1e-4, 3e-3, 9e-3, 1.5e-2, 0.3] {
        let along = slip * dvec3(0.3, -0.5, 0.2);
        check_derivatives(&friction, &moved(along), 1e-4 * slip, &format!("slip {slip}"));
    }
}

/// With static friction of 1.5 times kinetic friction: it is reached, and not surpassed, and fades
/// with further slip.
#[test]
fn static_friction_is_more_than_kinetic_friction() {
    let friction = LaggedFriction { static_ratio: 1.5, ..contact(3.0, 1e-2) };
    for slip in [1e-4, 3e-3, 9e-3, 1.2e-2, 1.9e-2, 2.5e-2, 0.3] {
        let along = slip * dvec3(1.0, 0.0, 0.0);
        check_derivatives(&friction, &moved(along), 1e-4 * slip, &format!("slip {slip}"));
    }
    let pull = |slip: f64| gradient(&friction, &moved(slip * DVec3::X))[0].length();
    let most = (0..400).map(|i| pull(1e-4 * f64::from(i))).fold(0.0, f64::max);
    assert!((most - 4.5).abs() < 1e-12 && (pull(1e-2) - 4.5).abs() < 1e-12, "{most}");
    assert!((pull(2e-2) - 3.0).abs() < 1e-12 && (pull(0.5) - 3.0).abs() < 1e-12);
    let falling = moved(1.5e-2 * DVec3::X);
    assert!(hessian(&friction, &falling, Spectrum::Exact)[0][0].x_axis.x < 0.0);
    assert!(hessian(&friction, &falling, Spectrum::Clamped)[0][0].x_axis.x >= 0.0);
}

#[test]
fn the_force_is_never_more_than_coulombs_and_always_against_the_slip() {
    let friction = contact(3.0, 1e-2);
    let normal = friction.elements[0].normal;
    for i in 0..200 {
        let slip = 2e-4 * f64::from(i) * dvec3(0.8, 0.48, -0.36);
        let pull = gradient(&friction, &moved(slip))[0];
        assert!(pull.length() <= 3.0 * (1.0 + 1e-15), "{}", pull.length());
        assert!(pull.dot(slip) >= 0.0 && pull.dot(normal).abs() < 1e-14);
        if slip.length() >= 1e-2 {
            assert!((pull.length() - 3.0).abs() < 1e-12);
        }
    }
    // Along the normal there is no friction.
    assert!(gradient(&friction, &moved(0.7 * normal))[0].length() < 1e-12);
    // At rest the stiffness is that of a spring in the plane of contact, and nothing is divided by
    // 0.
    let at_rest = hessian(&friction, &moved(DVec3::ZERO), Spectrum::Exact)[0][0];
    assert!((at_rest.x_axis.x - 600.0).abs() < 1e-9, "{at_rest}");
    assert!((at_rest * normal).length() < 1e-9);
}

/// A block of mass 1 on an incline, implicit Euler by Newton's method on inertia and friction.
/// Returns the speed after a second.
fn incline(tangent: f64, friction: f64) -> f64 {
    let (dt, creep) = (1e-2, 1e-3);
    let cos = 1.0 / (1.0 + tangent * tangent).sqrt();
    let (weight_along, normal_force) = (9.81 * tangent * cos, 9.81 * cos);
    let (mut x, mut v) = (0.0, 0.0);
    for _ in 0..100 {
        let mut contact = contact(friction * normal_force, creep * dt);
        contact.elements[0].normal = DVec3::Z;
        contact.elements[0].start = x * DVec3::X;
        let target = x + dt * v + dt * dt * weight_along;
        let mut end: f64 = x;
        for _ in 0..60 {
            let at = moved(end * DVec3::X);
            let force = (end - target) / (dt * dt) + gradient(&contact, &at)[0].x;
            let stiffness =
                1.0 / (dt * dt) + hessian(&contact, &at, Spectrum::Exact)[0][0].x_axis.x;
            end -= force / stiffness;
        }
        v = (end - x) / dt;
        x = end;
    }
    v
}

#[test]
fn a_block_sticks_below_the_angle_of_friction_and_slides_above() {
    for friction in [0.2, 0.7] {
        let resting = incline(0.98 * friction, friction);
        assert!((0.0..1e-3).contains(&resting), "{resting}: creeps below the threshold at most");
        // g (sin θ − μ cos θ), over one second.
        let tangent = 1.5 * friction;
        let expected = 9.81 * (tangent - friction) / (1.0 + tangent * tangent).sqrt();
        let sliding = incline(tangent, friction);
        assert!((sliding / expected - 1.0).abs() < 1e-9, "{sliding} {expected}");
    }
}
