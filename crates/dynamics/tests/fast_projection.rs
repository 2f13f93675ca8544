//! Fast projection: closed forms, momentum, and what sweeps cannot do.

use glam::{DVec3, dvec3};
use proptest::prelude::*;
use ripstop_dynamics::FastProjection;
use ripstop_geometry::{Candidate, Contact, FaceId, State, Stitch, VertexId};

fn state(positions: &[DVec3], inverse_masses: &[f64]) -> State {
    let mut state = State::at_rest(positions.to_vec(), 1.0);
    state.inverse_masses = inverse_masses.to_vec();
    state
}

fn momentum(before: &State, after: &State) -> DVec3 {
    let moved = after.positions.iter().zip(&before.positions).zip(&after.inverse_masses);
    moved.filter(|(_, w)| **w > 0.0).map(|((now, then), w)| (*now - *then) / *w).sum()
}

fn stitch(vertex: u32, edge: [u32; 2], ratio: f64) -> Stitch {
    Stitch { vertex: VertexId(vertex), edge: edge.map(VertexId), ratio }
}

#[test]
fn a_rope_moves_its_ends_by_their_mobility() {
    let mut fast = FastProjection::new(vec![([0, 1], 1.0)], 1.0);
    let before = state(&[DVec3::ZERO, 1.1 * DVec3::X], &[1.0, 3.0]);
    let mut after = before.clone();
    assert!(fast.project(&mut after, &[], &[], 3..=12));
    let length = after.positions[0].distance(after.positions[1]);
    assert!((length - 1.0).abs() < 1.1e-3, "{length}");
    let [near, far] = [0, 1].map(|i| after.positions[i].distance(before.positions[i]));
    assert!((far / near - 3.0).abs() < 1e-9, "{near} {far}");
    assert!(momentum(&before, &after).length() < 1e-12);

    // A rope that is short enough does nothing.
    let mut slack = state(&[DVec3::ZERO, 0.98 * DVec3::X], &[1.0, 3.0]);
    let same = slack.clone();
    assert!(fast.project(&mut slack, &[], &[], 3..=12));
    assert_eq!(slack, same);
}

/// Newton's method sees the whole chain; sweeps pass a pull on from edge to edge.
#[test]
fn a_long_chain_is_shortened_where_sweeps_are_lost() {
    let count = 20;
    let ropes: Vec<_> = (1..count).map(|i| ([i - 1, i], 1.0)).collect();
    let places: Vec<DVec3> = (0..count).map(|i| 1.02 * i as f64 * DVec3::X).collect();
    let mut masses = vec![1.0; count];
    masses[0] = 0.0;
    let longest = |state: &State| {
        let lengths = (1..count).map(|i| state.positions[i].distance(state.positions[i - 1]));
        lengths.fold(0.0, f64::max)
    };
    let mut chain = state(&places, &masses);
    let mut fast = FastProjection::new(ropes.clone(), 1.0);
    fast.project(&mut chain, &[], &[], 3..=12);
    assert!(longest(&chain) < 1.002, "{}", longest(&chain));
    assert_eq!(chain.positions[0], DVec3::ZERO);

    let mut swept = state(&places, &masses);
    for _ in 0..12 * 3 {
        for &([a, b], length) in &ropes {
            let along = swept.positions[b] - swept.positions[a];
            let mobility = masses[a] + masses[b];
            let pull = (1.0 - length / along.length()).max(0.0) / mobility * along;
            swept.positions[a] += masses[a] * pull;
            swept.positions[b] -= masses[b] * pull;
        }
    }
    assert!(longest(&swept) > 1.01, "sweeps do as well: {}", longest(&swept));
}

#[test]
fn a_stitch_closes_to_the_length_of_its_thread() {
    let places = [dvec3(0.25, 0.1, 0.0), DVec3::ZERO, DVec3::X, 4.0 * DVec3::Y, 5.0 * DVec3::Y];
    let before = state(&places, &[1.0, 2.0, 1.0, 1.0, 1.0]);
    let mut fast = FastProjection::new(Vec::new(), 1.0);
    for thread in [0.0, 0.02] {
        let mut after = before.clone();
        let sewn = stitch(0, [1, 2], 0.25);
        assert!(fast.project(&mut after, &[(sewn, thread)], &[], 3..=20));
        let gap = sewn.gap(&after.positions).length();
        assert!((gap - thread).abs() < 1.1e-3, "{gap}");
        assert!(momentum(&before, &after).length() < 1e-12);
        assert_eq!(after.positions[3], before.positions[3]);
    }
}

/// Pulled against a plane, a vertex slides along it to where the rope is short enough.
#[test]
fn a_rope_slides_along_a_contact() {
    let pin = dvec3(0.0, 0.0, -0.5);
    let floor = [dvec3(-9.0, -9.0, 0.0), dvec3(9.0, -9.0, 0.0), dvec3(0.0, 9.0, 0.0)];
    let vertex = dvec3(1.0, 0.0, 0.0);
    let before = state(&[vertex, pin, floor[0], floor[1], floor[2]], &[1.0, 0.0, 0.0, 0.0, 0.0]);
    let contact = Contact {
        candidate: Candidate::VertexFace { vertex: VertexId(0), face: FaceId(0) },
        vertices: [0, 2, 3, 4].map(VertexId),
        weights: [1.0, -0.25, -0.25, -0.5],
        normal: DVec3::Z,
        distance: 0.0,
    };
    let ends = |contacts: &[(Contact, f64)]| {
        let mut after = before.clone();
        FastProjection::new(vec![([0, 1], 1.0)], 1.0).project(&mut after, &[], contacts, 3..=30);
        assert_eq!(after.positions[1..], before.positions[1..], "kinematic vertices have moved");
        after.positions[0]
    };
    let through = ends(&[]);
    assert!(through.z < -0.02, "{through}");
    let along = ends(&[(contact, 0.0)]);
    assert!(along.z > -1e-3 && (along.x - 0.75_f64.sqrt()).abs() < 3e-3, "{along}");
}

/// Two sides of a seam, one a tenth longer: it is gathered, and the shorter one is not stretched.
#[test]
fn ease_is_gathered_not_stretched() {
    let count = 11;
    let side = |y: f64, step: f64| (0..count).map(move |i| dvec3(step * i as f64, y, 0.0));
    let places: Vec<DVec3> = side(0.0, 1.0).chain(side(0.05, 1.1)).collect();
    let ropes: Vec<([usize; 2], f64)> = (1..count)
        .map(|i| ([i - 1, i], 1.05))
        .chain((1..count).map(|i| ([count + i - 1, count + i], 1.1 * 1.05)))
        .collect();
    let sewn: Vec<(Stitch, f64)> = (0..count)
        .map(|i| {
            let v = (count + i) as u32;
            let a = i.min(count - 2) as u32;
            (stitch(v, [a, a + 1], i as f64 - f64::from(a)), 1e-3)
        })
        .collect();
    let before = state(&places, &vec![1.0; 2 * count]);
    let mut after = before.clone();
    FastProjection::new(ropes.clone(), 1.0).project(&mut after, &sewn, &[], 3..=40);
    for (stitch, _) in &sewn {
        let gap = stitch.gap(&after.positions).length();
        assert!(gap < 6e-3, "{gap}");
    }
    for ([a, b], length) in ropes {
        let now = after.positions[a].distance(after.positions[b]);
        assert!(now < 1.002 * length, "{now} of {length}");
    }
    assert!(momentum(&before, &after).length() < 1e-9);
}

/// A pattern that sews everything to one vertex has a dense matrix, which is not made.
#[test]
fn a_vertex_with_thousands_of_stitches_is_left_alone() {
    let count = 9000;
    let places: Vec<DVec3> = (0..count).map(|i| 0.01 * i as f64 * DVec3::X).collect();
    let sewn: Vec<(Stitch, f64)> =
        (1..count as u32 - 1).map(|i| (stitch(0, [i, i + 1], 0.5), 0.0)).collect();
    let before = state(&places, &vec![1.0; count]);
    let mut after = before.clone();
    assert!(!FastProjection::new(Vec::new(), 0.01).project(&mut after, &sewn, &[], 2..=2));
    assert_eq!(after, before);
}

proptest! {
    /// Whatever the constraints: numbers stay finite, kinematic vertices stay, no vertex goes
    /// farther than its reach, and the same input gives the same bits.
    #[test]
    fn any_constraints_are_survived(
        places in prop::collection::vec((-1.0..1.0, -1.0..1.0, -1.0..1.0_f64), 6),
        fixed in prop::collection::vec(any::<bool>(), 6),
        lengths in prop::collection::vec(0.01..2.0_f64, 6),
        thread in 0.0..0.5_f64,
        ratio in 0.0..=1.0_f64,
    ) {
        let places: Vec<DVec3> = places.into_iter().map(|(x, y, z)| dvec3(x, y, z)).collect();
        let masses: Vec<f64> = fixed.iter().map(|fixed| if *fixed { 0.0 } else { 2.0 }).collect();
        let ropes: Vec<_> = lengths.iter().enumerate().map(|(i, l)| ([i, (i + 1) % 6], *l)).collect();
        let reach = 0.2;
        let sewn = [(stitch(0, [2, 3], ratio), thread), (stitch(1, [2, 3], ratio), thread)];
        let before = state(&places, &masses);
        let run = || {
            let mut after = before.clone();
            FastProjection::new(ropes.clone(), 1.0).project(&mut after, &sewn, &[], 3..=3);
            after
        };
        let after = run();
        for (i, mass) in masses.iter().enumerate() {
            let moved = after.positions[i].distance(before.positions[i]);
            prop_assert!(moved <= 3.0 * reach + 1e-12, "{moved}");
            prop_assert!(*mass > 0.0 || moved == 0.0);
        }
        prop_assert_eq!(run(), after);
    }
}
