//! Zones stay out of capsules: on round obstacles, and between free vertices with momentum kept.

use glam::{DVec3, dvec3};
use proptest::prelude::*;
use ripstop_geometry::{CollisionMesh, Motion, State, VertexId};
use ripstop_response::{Capsule, Detector, ImpactWatch, ZoneReport, ZoneSettings, resolve_zones};

use crate::brute_force::BruteForce;
use crate::layers::momentum;

const DT: f64 = 0.05;
const GAP: f64 = 1e-4;

/// A thread along x at z = −0.3, as thick as to rise to z = 0.05 over the triangle at z = 0.
const ROUND: Capsule = Capsule { ends: [VertexId(6), VertexId(7)], caps: 0.1, radius: 0.35 };

/// A small triangle above a large one, and a third that holds the thread below both.
fn scene() -> (CollisionMesh, Vec<DVec3>) {
    let positions = vec![
        dvec3(-0.1, -0.05, 0.2),
        dvec3(0.1, -0.05, 0.2),
        dvec3(0.0, 0.1, 0.2),
        dvec3(-1.0, -1.0, 0.0),
        dvec3(1.0, -1.0, 0.0),
        dvec3(0.0, 2.0, 0.0),
        dvec3(-0.8, 0.0, -0.3),
        dvec3(0.8, 0.0, -0.3),
        dvec3(0.0, 0.0, -1.0),
    ];
    let faces = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    (CollisionMesh::new(&positions, &faces).expect("three triangles"), positions)
}

/// The small triangle is thrown down by the given displacements (m).
fn thrown(shifts: &[[f64; 3]], inverse_masses: Vec<f64>) -> State {
    let (_, start) = scene();
    let shift = |i: usize| shifts.get(i).map_or(DVec3::ZERO, |shift| DVec3::from(*shift));
    State {
        positions: start.iter().enumerate().map(|(i, x)| *x + shift(i)).collect(),
        velocities: (0..start.len()).map(|i| shift(i) / DT).collect(),
        inverse_masses,
    }
}

fn resolve(state: &mut State, capsules: Vec<Capsule>) -> ZoneReport {
    let (mesh, start) = scene();
    let mut detector = BruteForce { capsules, ..BruteForce::new(mesh) };
    let mut settings = ZoneSettings::new(0.0, DT);
    settings.gap = GAP;
    let mut watch = ImpactWatch::default();
    let report = resolve_zones(&mut detector, &mut watch, &start, state, &settings);
    let motion = Motion { start: &start, end: &state.positions };
    assert_eq!(report.left, detector.impacts(&motion).len());
    report
}

/// Distance of a vertex from the axis of the thread (m).
fn from_axis(state: &State, vertex: usize) -> f64 {
    let [p, q] = ROUND.ends.map(|end| state.positions[end.index()]);
    let x = state.positions[vertex];
    let along = ((x - p).dot(q - p) / (q - p).length_squared()).clamp(0.1, 0.9);
    x.distance(p.lerp(q, along))
}

#[test]
fn a_zone_on_triangles_ends_on_the_round_surface_above_them() {
    let shifts = [[0.0, 0.0, -0.4], [0.02, 0.0, -0.35], [0.0, -0.05, -0.45]];
    let mut masses = vec![0.0; 9];
    masses[..3].copy_from_slice(&[1.0, 0.5, 3.0]);
    let mut flat = thrown(&shifts, masses.clone());
    assert_eq!(resolve(&mut flat, Vec::new()).left, 0);
    assert!((0..3).any(|i| from_axis(&flat, i) < ROUND.radius - 0.02), "the triangle is inside");
    let mut round = thrown(&shifts, masses);
    assert_eq!(resolve(&mut round, vec![ROUND]).left, 0);
    for i in 0..3 {
        let distance = from_axis(&round, i);
        assert!(distance > ROUND.radius - 2.0 * GAP, "vertex {i} is at {distance}");
        assert!(distance < ROUND.radius + 0.02, "vertex {i} is at {distance}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn threads_between_free_vertices_keep_momentum(
        shifts in prop::collection::vec([-0.1..0.1, -0.1..0.1, -0.5..-0.25], 3),
        masses in prop::collection::vec(0.1..10.0_f64, 9),
    ) {
        let mut state = thrown(&shifts, masses.iter().map(|m: &f64| m.recip()).collect());
        let before = state.clone();
        let report = resolve(&mut state, vec![ROUND]);
        let size: f64 = before.velocities.iter().zip(&masses).map(|(v, m)| m * v.length()).sum();
        prop_assert!(report.impacts > 0);
        prop_assert!((momentum(&state) - momentum(&before)).length() < 1e-10 * size);
        if report.rigid == 0 {
            for i in 0..3 {
                prop_assert!(from_axis(&state, i) > ROUND.radius - 2.0 * GAP, "vertex {}", i);
            }
        }
    }
}

/// The planes of a free thread approach its round surface slowly: patience ends before, then inner
/// motion is damped.
#[test]
fn a_thread_that_gives_way_is_not_entered_when_patience_ends() {
    let shifts = [[0.0118, -0.0066, -0.4275], [0.0763, 0.0983, -0.4811], [0.0, 0.0, -0.25]];
    let masses = [9.87, 3.176, 0.1, 0.1, 0.1, 0.1, 0.9444, 5.535, 0.1];
    let mut state = thrown(&shifts, masses.iter().map(|m: &f64| m.recip()).collect());
    let report = resolve(&mut state, vec![ROUND]);
    assert_eq!((report.left, report.rigid), (0, 0));
    for i in 0..3 {
        assert!(from_axis(&state, i) > ROUND.radius - 2.0 * GAP, "vertex {i}");
    }
}
