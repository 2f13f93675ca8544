//! Nothing slips through: whatever is proposed, the end is clean or the pinched pairs are named.

mod brute_force;

use brute_force::BruteForce;
use glam::{DVec3, dvec3};
use proptest::prelude::*;
use ripstop_geometry::{CollisionMesh, Motion, State, SurfaceId};
use ripstop_response::{Detector, Outcome, PositionProjection, Responder, freeze};

/// A stack of triangles, one above the other.
fn layers(count: u32) -> (CollisionMesh, Vec<DVec3>) {
    let positions: Vec<DVec3> = (0..count)
        .flat_map(|i| {
            let (z, turn) = (0.1 * f64::from(i), 0.05 * f64::from(i));
            [dvec3(turn, 0.0, z), dvec3(1.0, turn, z), dvec3(0.2, 1.0 - turn, z)]
        })
        .collect();
    let faces: Vec<[u32; 3]> = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    (CollisionMesh::new(&positions, &faces).expect("a stack is a mesh"), positions)
}

fn state(positions: &[DVec3], kinematic: usize) -> State {
    let mut state = State::at_rest(positions.to_vec(), 1.0);
    state.inverse_masses[..kinematic].fill(0.0);
    state
}

fn shaken(positions: &[DVec3], shifts: &[[f64; 3]]) -> Vec<DVec3> {
    positions.iter().zip(shifts).map(|(x, d)| *x + DVec3::from(*d)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn freezing_always_ends_clean_if_obstacles_rest(
        shifts in prop::collection::vec(prop::array::uniform3(-0.6..0.6_f64), 12),
    ) {
        let (mesh, start) = layers(4);
        let mut detector = BruteForce::new(mesh);
        let mut state = state(&shaken(&start, &shifts), 0);
        let frozen = freeze(&mut detector, &start, &mut state).expect("nothing is kinematic");
        prop_assert!(frozen.passes <= 13, "a vertex freezes once: {frozen:?}");
        let motion = Motion { start: &start, end: &state.positions };
        prop_assert!(detector.impacts(&motion).is_empty());
    }

    #[test]
    fn a_projection_that_says_safe_is_safe(
        shifts in prop::collection::vec(prop::array::uniform3(-0.3..0.3_f64), 12),
    ) {
        let (mesh, start) = layers(4);
        let mut detector = BruteForce::new(mesh);
        let proposed = shaken(&start, &shifts);
        let mut state = state(&proposed, 0);
        let mut projection = PositionProjection { rounds: 20, sweeps: 4, gap: 1e-3 };
        let motion = Motion { start: &start, end: &proposed };
        let before = detector.impacts(&motion).len();
        match projection.respond(&mut detector, &motion, &mut state) {
            Outcome::Safe { passes } => {
                let motion = Motion { start: &start, end: &state.positions };
                prop_assert!(detector.impacts(&motion).is_empty());
                prop_assert_eq!(passes == 1, before == 0);
                prop_assert!(before > 0 || state.positions == proposed);
            }
            Outcome::Unresolved { impacts } => prop_assert!(impacts > 0),
        }
    }
}

#[test]
fn a_vertex_in_the_way_of_an_obstacle_is_carried_along() {
    let (mesh, start) = layers(2);
    let mut detector = BruteForce::new(mesh);
    let mut state = state(&start, 3);
    for x in &mut state.positions[..3] {
        x.z += 0.5;
    }
    let carried = freeze(&mut detector, &start, &mut state).expect("there is room above");
    assert!(carried.carried > 0, "{carried:?}");
    let motion = Motion { start: &start, end: &state.positions };
    assert!(detector.impacts(&motion).is_empty());
}

#[test]
fn a_sheet_between_two_closing_walls_is_named() {
    let (_, start) = layers(3);
    let faces = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    let surfaces = [0, 0, 0, 1, 1, 1, 2, 2, 2].map(SurfaceId).to_vec();
    let mesh = CollisionMesh::with_surfaces(&start, &faces, surfaces).unwrap();
    let mut detector = BruteForce::new(mesh);
    let mut state = State::at_rest(start.clone(), 0.0);
    state.inverse_masses[3..6].fill(1.0);
    for i in 0..3 {
        state.positions[i].z += 0.15;
        state.positions[6 + i].z -= 0.15;
    }
    let pinched = freeze(&mut detector, &start, &mut state).unwrap_err();
    assert!(!pinched.candidates.is_empty() && pinched.candidates.is_sorted());
}

#[test]
fn a_clean_proposal_is_left_alone() {
    let (mesh, start) = layers(3);
    let mut detector = BruteForce::new(mesh);
    let proposed: Vec<DVec3> = start.iter().map(|x| *x + dvec3(0.3, 0.1, 0.0)).collect();
    let mut state = state(&proposed, 0);
    let frozen = freeze(&mut detector, &start, &mut state).unwrap();
    assert_eq!([frozen.carried, frozen.frozen, frozen.passes], [0, 0, 1]);
    assert_eq!(state.positions, proposed);
    assert_eq!(detector.passes, 1);
}
