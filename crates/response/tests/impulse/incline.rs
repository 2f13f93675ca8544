//! A triangle on an incline sticks up to `tan θ = μ` and slides beyond.

use glam::{DVec3, dvec3};
use ripstop_geometry::{CollisionMesh, Motion, State, SurfaceId};
use ripstop_response::{ContactRule, ImpulseResponse, ImpulseSettings, Responder};

use crate::brute_force::BruteForce;

const THICKNESS: f64 = 1e-3;

/// Speed along the incline (m/s) after a second of steps of 1/60 s.
fn speed(slope: f64, friction: f64) -> f64 {
    let along = dvec3(1.0, 0.0, -slope).normalize();
    let up = dvec3(slope, 0.0, 1.0).normalize();
    let on = |x: f64, y: f64, lift: f64| x * along + y * DVec3::Y + lift * up;
    let mut positions = vec![on(-90.0, -90.0, 0.0), on(90.0, -90.0, 0.0), on(0.0, 120.0, 0.0)];
    positions.extend([(0.0, 0.0), (0.3, 0.0), (0.0, 0.3)].map(|(x, y)| on(x, y, THICKNESS)));
    let surfaces = [0, 0, 0, 1, 1, 1].map(SurfaceId).to_vec();
    let mesh = CollisionMesh::with_surfaces(&positions, &[[0, 1, 2], [3, 4, 5]], surfaces)
        .expect("two triangles are a mesh");
    let mut detector = BruteForce::new(mesh);
    detector.rule = ContactRule { thickness: THICKNESS, friction };
    let mut state = State::at_rest(positions, 0.0);
    state.inverse_masses[3..].copy_from_slice(&[10.0, 3.0, 1.0]);
    let dt = 1.0 / 60.0;
    for _ in 0..60 {
        let start = state.positions.clone();
        for i in 3..6 {
            state.velocities[i] -= dt * 9.81 * DVec3::Z;
            state.positions[i] += dt * state.velocities[i];
        }
        let end = state.positions.clone();
        let motion = Motion { start: &start, end: &end };
        let mut response = ImpulseResponse::new(ImpulseSettings::default(), dt);
        let _ = response.respond(&mut detector, &motion, &mut state);
        assert_eq!(response.report.left, 0);
    }
    (3..6).map(|i| state.velocities[i].dot(along)).sum::<f64>() / 3.0
}

#[test]
fn it_slides_beyond_the_angle_of_friction() {
    for friction in [0.1, 0.5, 1.0] {
        let stuck = speed(0.99 * friction, friction);
        assert!(stuck.abs() < 1e-9, "μ = {friction}: {stuck} m/s below the threshold");
        let slope = 1.01 * friction;
        let slides = speed(slope, friction);
        let length = (1.0 + slope * slope).sqrt();
        let exact: f64 = 9.81 * (slope - friction) / length;
        assert!((slides - exact).abs() < 0.02 * exact, "μ = {friction}: {slides}, {exact}");
    }
}
