//! The projection by a barrier alone, with every pair tested: its result is safe, apart, and the
//! minimum that it promises.

use glam::{DVec3, dvec3};
use ripstop_geometry::{CollisionMesh, Motion, State};
use ripstop_response::barrier::{
    BarrierForm, BarrierProjection, BarrierRange, PairRule, matching_stiffness,
};
use ripstop_response::{ContactRule, Detector, Outcome, Responder};

use crate::brute_force::BruteForce;
use crate::{all_pairs, potential};

const THICKNESS: f64 = 0.1;

/// Three triangles over each other, 0.15 m apart; the lowest does not move.
fn layers() -> (CollisionMesh, State) {
    let corners = |i: u32| {
        let (z, turn) = (0.15 * f64::from(i), 0.07 * f64::from(i));
        [dvec3(turn, 0.0, z), dvec3(1.0, turn, z), dvec3(0.2, 1.0 - turn, z)]
    };
    let positions: Vec<DVec3> = (0..3).flat_map(corners).collect();
    let faces = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    let mesh = CollisionMesh::new(&positions, &faces).expect("a stack is a mesh");
    let mut state = State::at_rest(positions, 0.5);
    state.inverse_masses[..3].fill(0.0);
    state.inverse_masses[6..].fill(1.0);
    (mesh, state)
}

fn detector(mesh: CollisionMesh) -> BruteForce {
    let mut detector = BruteForce::new(mesh);
    detector.rule = ContactRule { thickness: THICKNESS, friction: 0.0 };
    detector
}

fn least_distance(mesh: &CollisionMesh, x: &[DVec3]) -> f64 {
    let rule = PairRule::new(10.0 * THICKNESS);
    let all = potential(mesh, x, &all_pairs(mesh), BarrierForm::SquaredLog, rule);
    all.set.least_distance(x).expect("something is near")
}

/// Projects the proposal that every free vertex moves by `displacement`. Returns the end, the
/// proposal and the outcome.
fn projected(
    projection: BarrierProjection,
    displacement: DVec3,
) -> (Vec<DVec3>, Vec<DVec3>, Outcome) {
    let (mesh, mut state) = layers();
    let start = state.positions.clone();
    for (x, w) in state.positions.iter_mut().zip(&state.inverse_masses) {
        *x += if *w > 0.0 { displacement } else { DVec3::ZERO };
    }
    let proposed = state.positions.clone();
    let motion = Motion { start: &start, end: &proposed };
    let mut detector = detector(mesh);
    let outcome = projection.clone().respond(&mut detector, &motion, &mut state);
    let straight = Motion { start: &start, end: &state.positions };
    assert!(detector.impacts(&straight).is_empty(), "{projection:?}");
    assert_eq!(state.positions[..3], start[..3]);
    (state.positions, proposed, outcome)
}

#[test]
fn proposals_without_impacts_stay_as_they_are() {
    for displacement in [dvec3(0.1, -0.2, 0.3), dvec3(0.0, 0.0, -0.14)] {
        let (end, proposed, outcome) = projected(BarrierProjection::default(), displacement);
        assert_eq!((end, outcome), (proposed, Outcome::Safe { passes: 1 }));
    }
}

/// Through the layer below, aslant, and far: whatever the form, nothing touches.
#[test]
fn proposals_through_each_other_end_safe_and_apart() {
    for form in BarrierForm::ALL {
        for displacement in [dvec3(0.0, 0.0, -0.2), dvec3(0.3, -0.1, -0.4), dvec3(0.0, 0.0, -5.0)] {
            let projection = BarrierProjection { form, ..BarrierProjection::default() };
            let (end, _, outcome) = projected(projection, displacement);
            assert_eq!(outcome, Outcome::Safe { passes: 2 }, "{form:?} {displacement}");
            let least = least_distance(&layers().0, &end);
            assert!(least > 0.0, "{form:?} {displacement}: {least}");
        }
    }
}

#[test]
fn a_separation_is_kept() {
    for separation in [0.25, 0.5, 0.9] {
        let projection = BarrierProjection { separation, ..BarrierProjection::default() };
        let (end, _, outcome) = projected(projection, dvec3(0.1, 0.0, -0.5));
        assert_eq!(outcome, Outcome::Safe { passes: 2 });
        let least = least_distance(&layers().0, &end);
        assert!(least > separation * THICKNESS && least < THICKNESS, "{separation}: {least}");
    }
}

/// `m (x − x̄) + κ∇b = 0` at free vertices, to a millionth of the barrier's force.
#[test]
fn the_end_is_stationary() {
    let (mesh, state) = layers();
    // A stiff plain logarithm has its minimum at its kink, where the gradient does not vanish.
    for (form, factors) in [
        (BarrierForm::PlainLog, &[1.0][..]),
        (BarrierForm::SquaredLog, &[1.0, 30.0]),
        (BarrierForm::Log, &[1.0, 30.0]),
    ] {
        for &stiffness_factor in factors {
            let projection = BarrierProjection {
                form,
                iterations: 4000,
                tolerance: 1e-13,
                stiffness_factor,
                ..BarrierProjection::default()
            };
            let (end, proposed, _) = projected(projection, dvec3(0.05, 0.02, -0.2));
            let range = BarrierRange { d_hat: 0.5 * THICKNESS, separation: 0.0 };
            let rule = PairRule { range, ..PairRule::new(0.0) };
            let mut barrier = potential(&mesh, &end, &all_pairs(&mesh), form, rule);
            // Three vertices of 2 kg and three of 1 kg.
            barrier.stiffness = stiffness_factor * matching_stiffness(form, range, 1.5);
            let gradient = barrier.gradient_sum(&end);
            let (mut left, mut held) = (0.0_f64, 0.0_f64);
            for i in 3..end.len() {
                let inertia = (end[i] - proposed[i]) / state.inverse_masses[i];
                left = left.max((inertia + gradient[i]).length());
                held = held.max(inertia.length());
            }
            assert!(
                held > 0.01 && left < 1e-6 * held,
                "{form:?} {stiffness_factor}: {left} {held}"
            );
        }
    }
}

/// Layers and outcome after the lowest was moved up by `rise`.
fn pushed(rise: f64) -> (State, Outcome) {
    let (mesh, mut state) = layers();
    let start = state.positions.clone();
    for x in &mut state.positions[..3] {
        x.z += rise;
    }
    let proposed = state.positions.clone();
    let motion = Motion { start: &start, end: &proposed };
    let outcome = BarrierProjection::default().respond(&mut detector(mesh), &motion, &mut state);
    (state, outcome)
}

/// A plate that moves up carries the layers above it along; if it does not reach its target, the
/// outcome is not `Safe`.
#[test]
fn kinematic_vertices_arrive_or_nothing_is_resolved() {
    let (state, outcome) = pushed(0.2);
    assert_eq!(outcome, Outcome::Safe { passes: 2 });
    assert!(state.positions[..3].iter().all(|x| x.z == 0.2));
    assert!(state.positions[3..].iter().all(|x| x.z > 0.2));
    assert!(least_distance(&layers().0, &state.positions) > 0.0);
    let (_, outcome) = pushed(9.0);
    assert!(matches!(outcome, Outcome::Unresolved { impacts } if impacts > 0), "{outcome:?}");
}
