//! One impact at a time, with unequal masses, against results worked out by hand.

use glam::{DVec3, dvec3};
use ripstop_geometry::{
    Candidate, CollisionMesh, Contact, EdgeId, FaceId, Motion, State, VertexId,
};
use ripstop_response::{
    Collision, ContactRule, ImpactOrder, ImpulseResponse, ImpulseSettings, Outcome, Responder,
    Stencil,
};

use crate::brute_force::BruteForce;
use crate::layers::{angular_momentum, energy, momentum};

const SMOOTH: ContactRule = ContactRule { thickness: 0.0, friction: 0.0 };

fn contact(weights: [f64; 4], normal: DVec3) -> Contact {
    Contact {
        candidate: Candidate::EdgeEdge { a: EdgeId(0), b: EdgeId(1) },
        vertices: [0, 1, 2, 3].map(VertexId),
        weights,
        normal,
        distance: 0.0,
    }
}

/// Two particles that collide centrally go on together.
#[test]
fn two_particles_share_their_momentum() {
    let (m, n) = (2.0_f64, 0.3_f64);
    let inverse_masses = [m.recip(), 1.0, n.recip(), 1.0];
    let velocities = [dvec3(0.0, 0.0, -3.0), DVec3::ZERO, dvec3(1.0, 0.0, 5.0), DVec3::ZERO];
    let hit = contact([1.0, 0.0, -1.0, 0.0], DVec3::Z);
    let collision = Collision::new(&hit, 1.0, SMOOTH, &[DVec3::ZERO; 4], &inverse_masses);
    let change = collision.correction(&velocities, &[DVec3::ZERO; 4], 1.0);
    let mut after = velocities;
    collision.stencil.push(change.impulse, &mut after);
    let together = (m * -3.0 + n * 5.0) / (m + n);
    assert!((after[0] - dvec3(0.0, 0.0, together)).length() < 1e-12);
    assert!((after[2] - dvec3(1.0, 0.0, together)).length() < 1e-12);
    assert_eq!((after[1], after[3]), (velocities[1], velocities[3]));
}

/// The impulse of least change: `Δvᵢ = −(n·u) aᵢ/mᵢ / Σ aⱼ²/mⱼ n`, for both kinds of pairs and any
/// masses.
#[test]
fn vertex_face_and_edge_edge_impulses_are_those_of_least_change() {
    let masses = [0.7_f64, 3.0, 0.02, 11.0];
    let inverse_masses = masses.map(f64::recip);
    let normal = dvec3(1.0, -2.0, 2.0) / 3.0;
    let velocities = [dvec3(-4.0, 1.0, -3.0), DVec3::X, DVec3::Y, dvec3(0.5, -0.25, 2.0)];
    for weights in [[1.0, -0.2, -0.3, -0.5], [0.25, 0.75, -0.6, -0.4]] {
        let hit = contact(weights, normal);
        let stencil = Stencil::new(&hit, &inverse_masses);
        let relative = stencil.relative(&velocities).dot(normal);
        let normal = if relative > 0.0 { -normal } else { normal };
        let collision = Collision::new(
            &Contact { normal, ..hit },
            1.0,
            SMOOTH,
            &[DVec3::ZERO; 4],
            &inverse_masses,
        );
        let mut after = velocities;
        let change = collision.correction(&velocities, &[DVec3::ZERO; 4], 1.0);
        collision.stencil.push(change.impulse, &mut after);
        let total: f64 = (0..4).map(|i| weights[i] * weights[i] / masses[i]).sum();
        for i in 0..4 {
            let exact = velocities[i] + relative.abs() * weights[i] / masses[i] / total * normal;
            assert!((after[i] - exact).length() < 1e-12, "{weights:?} {i}");
        }
        assert!(collision.stencil.relative(&after).dot(normal).abs() < 1e-12);
    }
}

/// A vertex falls on a free face in the middle of a step: velocities, ends, momenta and energy of
/// the whole response.
#[test]
fn a_vertex_that_hits_a_free_face_goes_on_with_it() {
    let start = [
        dvec3(0.25, 0.25, 0.5),
        dvec3(0.0, 0.0, 0.0),
        dvec3(1.0, 0.0, 0.0),
        dvec3(0.0, 1.0, 0.0),
        dvec3(0.25, 0.25, 9.0),
        dvec3(0.26, 0.27, 9.0),
    ];
    let faces = [[1, 2, 3], [0, 4, 5]];
    let mesh = CollisionMesh::new(&start, &faces).unwrap();
    let masses = [0.5_f64, 2.0, 3.0, 4.0, 1.0, 1.0];
    let dt = 0.1;
    let mut state = State::at_rest(start.to_vec(), 0.0);
    state.inverse_masses = masses.map(f64::recip).to_vec();
    let velocity = dvec3(0.3, -0.2, -10.0);
    state.velocities[0] = velocity;
    state.positions[0] += dt * velocity;
    let before = state.clone();

    let thickness = 1e-3;
    let mut detector = BruteForce::new(mesh);
    detector.rule = ContactRule { thickness, friction: 0.0 };
    let mut response = ImpulseResponse::new(ImpulseSettings::default(), dt);
    let end = state.positions.clone();
    let motion = Motion { start: &start, end: &end };
    let outcome = response.respond(&mut detector, &motion, &mut state);
    assert!(matches!(outcome, Outcome::Safe { passes: 2 }), "{outcome:?} {:?}", response.report);

    // Half-way through the step it is at (0.265, 0.24, 0).
    let t = 0.5;
    let weights = [1.0, -(1.0 - 0.265 - 0.24), -0.265, -0.24];
    let total: f64 = (0..4).map(|i| weights[i] * weights[i] / masses[i]).sum();
    let push = 10.0 / total;
    for i in 0..4 {
        let share = weights[i] / masses[i];
        let exact = before.velocities[i] + push * share * DVec3::Z;
        assert!((state.velocities[i] - exact).length() < 1e-9, "{i}: {}", state.velocities[i]);
        let displacement = before.velocities[i] * dt + (1.0 - t) * dt * push * share * DVec3::Z;
        let exact = start[i] + displacement + thickness / total * share * DVec3::Z;
        assert!((state.positions[i] - exact).length() < 1e-9, "{i}: {}", state.positions[i]);
    }
    assert!((momentum(&state) - momentum(&before)).length() < 1e-10);
    let at_impact: Vec<DVec3> =
        start.iter().zip(&before.velocities).map(|(x, v)| *x + t * dt * *v).collect();
    let turned = angular_momentum(&at_impact, &state) - angular_momentum(&at_impact, &before);
    assert!(turned.length() < 1e-9, "{turned}");
    let lost = energy(&before) - energy(&state);
    assert!((lost - 0.5 * 100.0 / total).abs() < 1e-9);
}

/// Straight across, so that neither weights nor normal depend on the time of impact found: a
/// vertex–face and an edge–edge pair, through detection and the whole response.
#[test]
fn straight_impacts_of_unequal_masses_are_exact() {
    let far = [dvec3(0.0, 0.1, 9.0), dvec3(0.0, 0.2, -9.0)];
    let vertex_face =
        [dvec3(0.25, 0.5, 0.5), dvec3(0.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0)];
    let edge_edge = [
        dvec3(-1.0, 0.0, 0.5),
        dvec3(1.0, 0.0, 0.5),
        dvec3(0.25, -0.5, 0.0),
        dvec3(0.25, 1.5, 0.0),
    ];
    let cases = [
        (vertex_face, [[1, 2, 3], [0, 4, 5]], [1.0, -0.25, -0.25, -0.5], 1),
        (edge_edge, [[0, 1, 4], [2, 3, 5]], [0.375, 0.625, -0.75, -0.25], 2),
    ];
    let masses = [0.5_f64, 2.0, 0.03, 40.0, 1.0, 1.0];
    let (dt, speed) = (0.1, 7.5);
    for (points, faces, weights, falling) in cases {
        let start = [points[0], points[1], points[2], points[3], far[0], far[1]];
        let mut detector = BruteForce::new(CollisionMesh::new(&start, &faces).unwrap());
        let mut state = State::at_rest(start.to_vec(), 0.0);
        state.inverse_masses = masses.map(f64::recip).to_vec();
        for i in 0..falling {
            state.velocities[i] = -speed * DVec3::Z;
            state.positions[i] -= dt * speed * DVec3::Z;
        }
        let before = state.clone();
        let motion = Motion { start: &start, end: &before.positions };
        let mut response = ImpulseResponse::new(ImpulseSettings::default(), dt);
        let _ = response.respond(&mut detector, &motion, &mut state);
        assert!(response.report.impacts > 0);
        let total: f64 = (0..4).map(|i| weights[i] * weights[i] / masses[i]).sum();
        for i in 0..4 {
            let exact = before.velocities[i] + speed / total * weights[i] / masses[i] * DVec3::Z;
            let error = (state.velocities[i] - exact).length();
            assert!(error < 1e-12 * speed, "vertex {i}: {error}");
        }
        let size: f64 = (0..falling).map(|i| masses[i] * speed).sum();
        assert!((momentum(&state) - momentum(&before)).length() < 1e-12 * size);
        // They meet at two thirds of the step.
        let meet: Vec<DVec3> =
            start.iter().zip(&before.velocities).map(|(x, v)| *x + 2.0 / 3.0 * dt * *v).collect();
        let turned = angular_momentum(&meet, &state) - angular_momentum(&meet, &before);
        assert!(turned.length() < 1e-10 * size, "{turned}");
    }
}

/// Cloth snaps to a moving surface, and takes over its velocity as far as friction carries.
#[test]
fn a_vertex_snaps_to_a_moving_surface() {
    for (friction, order) in [
        (0.0, ImpactOrder::OneByOne),
        (0.2, ImpactOrder::OneByOne),
        (10.0, ImpactOrder::Simultaneous),
    ] {
        let start = [
            dvec3(0.2, 0.2, 0.3),
            dvec3(-5.0, -5.0, 0.0),
            dvec3(9.0, -5.0, 0.0),
            dvec3(-5.0, 9.0, 0.0),
            dvec3(0.2, 0.2, 9.0),
            dvec3(0.2, 1.2, 9.0),
        ];
        let mesh = CollisionMesh::new(&start, &[[1, 2, 3], [0, 4, 5]]).unwrap();
        let mut detector = BruteForce::new(mesh);
        let candidate = Candidate::VertexFace { vertex: VertexId(0), face: FaceId(0) };
        assert!(detector.candidates().contains(&candidate));
        let thickness = 0.01;
        detector.rule = ContactRule { thickness, friction };
        let dt = 0.1;
        let wall = dvec3(4.0, 0.0, 6.0);
        let mut state = State::at_rest(start.to_vec(), 1.0);
        state.inverse_masses[1..4].fill(0.0);
        for x in &mut state.positions[1..4] {
            *x += dt * wall;
        }
        let end = state.positions.clone();
        let motion = Motion { start: &start, end: &end };
        let mut response = ImpulseResponse::new(ImpulseSettings::with_order(order), dt);
        let outcome = response.respond(&mut detector, &motion, &mut state);
        assert!(matches!(outcome, Outcome::Safe { .. }), "{outcome:?}");
        assert_eq!(state.positions[1..4], end[1..4]);
        // The impulse is 6 m/s along z; the slip is 4 m/s along x.
        let carried = (friction * 6.0_f64).min(4.0);
        let exact = dvec3(carried, 0.0, 6.0);
        assert!((state.velocities[0] - exact).length() < 1e-9, "{}", state.velocities[0]);
        assert!((state.positions[0].z - (0.6 + thickness)).abs() < 1e-9, "{}", state.positions[0]);
    }
}
