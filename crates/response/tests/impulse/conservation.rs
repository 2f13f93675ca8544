//! Momentum stays and energy does not grow, whatever is thrown at a stack of triangles.

use glam::DVec3;
use proptest::prelude::*;
use ripstop_geometry::Motion;
use ripstop_response::{
    ContactRule, Detector, ImpactOrder, ImpulseResponse, ImpulseSettings, Instants, Outcome,
    Repulsion, Responder, repel,
};

use crate::brute_force::BruteForce;
use crate::layers::{COUNT, angular_momentum, energy, layers, momentum, thrown};

const DT: f64 = 0.05;

fn shifts(size: f64) -> impl Strategy<Value = Vec<[f64; 3]>> {
    prop::collection::vec(prop::array::uniform3(-size..size), COUNT)
}

fn masses() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(0.01..10.0_f64, COUNT)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn impulses_conserve_momentum_and_take_energy(
        shifts in shifts(0.3),
        masses in masses(),
        friction in 0.0..1.0_f64,
        at_once in any::<bool>(),
    ) {
        let (mesh, start) = layers();
        let mut detector = BruteForce::new(mesh);
        detector.rule = ContactRule { thickness: 1e-3, friction };
        let mut state = thrown(&start, &shifts, &masses, DT);
        let before = state.clone();
        let order = if at_once { ImpactOrder::Simultaneous } else { ImpactOrder::OneByOne };
        let settings = ImpulseSettings::with_order(order);
        let mut response = ImpulseResponse::new(settings, DT);
        let motion = Motion { start: &start, end: &before.positions };
        let outcome = response.respond(&mut detector, &motion, &mut state);
        let size: f64 = masses.iter().zip(&before.velocities).map(|(m, v)| m * v.length()).sum();
        prop_assert!((momentum(&state) - momentum(&before)).length() < 1e-10 * size);
        prop_assert!(energy(&state) <= energy(&before) * (1.0 + 1e-12));
        let motion = Motion { start: &start, end: &state.positions };
        let left = detector.impacts(&motion).len();
        match outcome {
            Outcome::Safe { .. } => prop_assert_eq!(left, 0),
            Outcome::Unresolved { impacts } => prop_assert_eq!(left, impacts),
        }
    }

    #[test]
    fn repulsions_add_no_more_than_their_springs_hold(
        shifts in shifts(0.3),
        masses in masses(),
        friction in 0.0..1.0_f64,
        stiffness in 0.0..1e5_f64,
    ) {
        let (mesh, start) = layers();
        let mut detector = BruteForce::new(mesh);
        // The layers are a tenth of a metre apart: all of them overlap.
        detector.rule = ContactRule { thickness: 0.25, friction };
        let mut state = thrown(&start, &shifts, &masses, DT);
        let before = state.clone();
        let instants = Instants { start: &start, before: &start, now: &start, soon: &start };
        let mut settings = ImpulseSettings::default();
        settings.stiffness = stiffness;
        let mut pairs: Vec<Repulsion> = detector
            .contacts(&instants)
            .iter()
            .map(|contact| Repulsion::new(contact, detector.rule, &state.inverse_masses))
            .collect();
        prop_assert!(pairs.len() > 20);
        repel(&mut pairs, &mut state.velocities, DT, &settings);
        let size: f64 = masses.iter().zip(&before.velocities).map(|(m, v)| m * v.length()).sum();
        prop_assert!((momentum(&state) - momentum(&before)).length() < 1e-10 * size);
        if friction == 0.0 {
            let turned = angular_momentum(&start, &state) - angular_momentum(&start, &before);
            prop_assert!(turned.length() < 1e-10 * size);
        }
        let held: f64 = pairs.iter().map(|pair| pair.spring_energy(&settings)).sum();
        prop_assert!(energy(&state) <= (energy(&before) + held) * (1.0 + 1e-12));
        // The sharper bound of the derivation, with the impulses that springs have given.
        let worked: f64 = pairs.iter().map(|pair| pair.spring * settings.parting * pair.overlap() / DT).sum();
        prop_assert!(energy(&state) <= (energy(&before) + worked) * (1.0 + 1e-12));
    }
}

/// Frictionless repulsions act along the line between the closest points, so that nothing starts to
/// rotate.
#[test]
fn repulsions_without_friction_keep_angular_momentum() {
    let (mesh, start) = layers();
    let mut detector = BruteForce::new(mesh);
    detector.rule = ContactRule { thickness: 0.25, friction: 0.0 };
    let shifts: Vec<[f64; 3]> =
        (0..COUNT).map(|i| [0.1 * (i % 3) as f64, -0.2, 0.05 * (i % 5) as f64 - 0.1]).collect();
    let masses: Vec<f64> = (0..COUNT).map(|i| 0.1 + i as f64).collect();
    let mut state = thrown(&start, &shifts, &masses, DT);
    let before = state.clone();
    let instants = Instants { start: &start, before: &start, now: &start, soon: &start };
    let mut pairs: Vec<Repulsion> = detector
        .contacts(&instants)
        .iter()
        .map(|contact| Repulsion::new(contact, detector.rule, &state.inverse_masses))
        .collect();
    repel(&mut pairs, &mut state.velocities, DT, &ImpulseSettings::default());
    assert!(
        pairs.iter().any(|pair| pair.spring > 0.0) && pairs.iter().any(|pair| pair.inelastic > 0.0)
    );
    let turned: DVec3 = angular_momentum(&start, &state) - angular_momentum(&start, &before);
    assert!(turned.length() < 1e-10 * angular_momentum(&start, &before).length());
}
