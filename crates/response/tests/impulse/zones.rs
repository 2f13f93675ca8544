//! Zones: safe if they say so, momentum kept, energy taken, at every thread count.

use glam::{DVec3, dvec3};
use proptest::prelude::*;
use ripstop_geometry::{CollisionMesh, Motion, State};
use ripstop_response::{
    ContactRule, Detector, ImpactWatch, ZoneReport, ZoneSettings, resolve_zones,
};

use crate::brute_force::BruteForce;
use crate::layers::{COUNT, angular_momentum, energy, layers, momentum, thrown};

const DT: f64 = 0.05;

fn settings() -> ZoneSettings {
    let mut settings = ZoneSettings::new(0.0, DT);
    settings.gap = 1e-4;
    settings
}

/// The same without rigid zones.
fn without_rigid() -> ZoneSettings {
    let mut settings = settings();
    settings.rigid_rounds = 0;
    settings
}

/// The same without optimisation.
fn rigid_alone() -> ZoneSettings {
    let mut settings = settings();
    settings.rounds = 0;
    settings
}

fn resolve(state: &mut State, settings: &ZoneSettings) -> (ZoneReport, usize) {
    let (mesh, start) = layers();
    let mut detector = BruteForce::new(mesh);
    let report = resolve_zones(&mut detector, &mut ImpactWatch::default(), &start, state, settings);
    let motion = Motion { start: &start, end: &state.positions };
    (report, detector.impacts(&motion).len())
}

fn size(state: &State) -> f64 {
    state.velocities.iter().zip(&state.inverse_masses).map(|(v, w)| v.length() / w).sum()
}

fn center(state: &State) -> DVec3 {
    let mass: f64 = state.inverse_masses.iter().map(|w| w.recip()).sum();
    state.positions.iter().zip(&state.inverse_masses).map(|(x, w)| *x / *w).sum::<DVec3>() / mass
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn optimised_zones_conserve_momentum_and_take_energy(
        shifts in prop::collection::vec(prop::array::uniform3(-0.4..0.4_f64), COUNT),
        masses in prop::collection::vec(0.01..10.0_f64, COUNT),
    ) {
        let (_, start) = layers();
        let mut state = thrown(&start, &shifts, &masses, DT);
        let before = state.clone();
        let (report, left) = resolve(&mut state, &without_rigid());
        prop_assert_eq!(report.left, left);
        prop_assert!((momentum(&state) - momentum(&before)).length() < 1e-10 * size(&before));
        prop_assert!((center(&state) - center(&before)).length() < 1e-10);
        prop_assert!(energy(&state) <= energy(&before) * (1.0 + 1e-12));
        prop_assert!(report.impacts > 0 || state == before);
    }

    #[test]
    fn rigid_zones_conserve_both_momenta_and_take_energy(
        shifts in prop::collection::vec(prop::array::uniform3(-0.3..0.3_f64), COUNT),
        masses in prop::collection::vec(0.01..10.0_f64, COUNT),
    ) {
        let (_, start) = layers();
        let mut state = thrown(&start, &shifts, &masses, DT);
        let before = state.clone();
        let (report, left) = resolve(&mut state, &rigid_alone());
        prop_assert_eq!(report.left, left);
        let size = size(&before);
        prop_assert!((momentum(&state) - momentum(&before)).length() < 1e-10 * size);
        prop_assert!(energy(&state) <= energy(&before) * (1.0 + 1e-9));
        if report.rigid == 1 && left == 0 {
            // Free vertices go straight on, and a rigid zone rotates about its own centre: about
            // the centre of all.
            let turned = angular_momentum(&state.positions, &state)
                - angular_momentum(&start, &before);
            prop_assert!(turned.length() < 1e-9 * size, "{} {}", turned, size);
        }
        if report.impacts > 0 && left == 0 {
            prop_assert!(report.rigid > 0);
        }
    }
}

/// Of many stacks thrown about, nearly all are resolved by optimisation, and the rest by rigid
/// zones.
#[test]
fn most_stacks_are_resolved() {
    let (_, start) = layers();
    let value =
        |i: usize, k: usize| ((i * 7919 + k * 104_729 + i * k * 31) % 1009) as f64 / 504.5 - 1.0;
    let (mut optimised, mut resolved) = (0, 0);
    for case in 0..100 {
        let shifts: Vec<[f64; 3]> = (0..COUNT)
            .map(|k| std::array::from_fn(|axis| 0.3 * value(case + 1, 3 * k + axis)))
            .collect();
        let masses: Vec<f64> = (0..COUNT).map(|k| 1.5 + value(case + 7, k)).collect();
        let state = thrown(&start, &shifts, &masses, DT);
        let (report, _) = resolve(&mut state.clone(), &without_rigid());
        optimised += usize::from(report.left == 0);
        let (report, _) = resolve(&mut state.clone(), &settings());
        resolved += usize::from(report.left == 0);
    }
    assert!(optimised >= 95, "{optimised}");
    assert!(resolved >= optimised, "{resolved}");
}

#[test]
fn zones_have_the_same_bits_at_every_thread_count() {
    let (_, start) = layers();
    let shifts: Vec<[f64; 3]> =
        (0..COUNT).map(|k| [0.1 * (k % 4) as f64 - 0.15, 0.05, 0.3 - 0.05 * k as f64]).collect();
    let masses: Vec<f64> = (0..COUNT).map(|k| 0.1 + k as f64).collect();
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut state = thrown(&start, &shifts, &masses, DT);
        let (report, _) = pool.install(|| resolve(&mut state, &settings()));
        assert!(report.impacts > 0);
        (state, report)
    };
    let expected = run(1);
    for threads in [2, 3, 8] {
        assert_eq!(run(threads), expected, "{threads}");
    }
}

/// The same with friction of a coefficient.
fn resolve_with_friction(state: &mut State, friction: f64) -> (ZoneReport, usize) {
    let (mesh, start) = layers();
    let mut detector = BruteForce::new(mesh);
    detector.rule = ContactRule { thickness: 0.0, friction };
    let mut settings = without_rigid();
    settings.friction = true;
    let watch = &mut ImpactWatch::default();
    let report = resolve_zones(&mut detector, watch, &start, state, &settings);
    let motion = Motion { start: &start, end: &state.positions };
    (report, detector.impacts(&motion).len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn friction_keeps_momentum_and_takes_energy(
        shifts in prop::collection::vec(prop::array::uniform3(-0.4..0.4_f64), COUNT),
        masses in prop::collection::vec(0.01..10.0_f64, COUNT),
        friction in 0.0..1.5_f64,
    ) {
        let (_, start) = layers();
        let mut state = thrown(&start, &shifts, &masses, DT);
        let before = state.clone();
        let (report, left) = resolve_with_friction(&mut state, friction);
        prop_assert_eq!(report.left, left);
        prop_assert!((momentum(&state) - momentum(&before)).length() < 1e-10 * size(&before));
        prop_assert!((center(&state) - center(&before)).length() < 1e-10);
        prop_assert!(energy(&state) <= energy(&before) * (1.0 + 1e-12));
    }
}

/// A triangle of unit masses slides over a floor that it falls on. With the normal speed `v_n` that
/// it loses, friction takes at most `μ v_n` of its sliding speed, and no more than there is; its
/// displacement likewise. Nothing is left to certify.
#[test]
fn friction_takes_what_coulomb_allows() {
    let corners = [dvec3(-9.0, -8.0, 0.0), dvec3(9.0, -8.0, 0.0), dvec3(0.0, 9.0, 0.0)];
    let small = [dvec3(0.0, 0.0, 0.01), dvec3(0.5, 0.0, 0.01), dvec3(0.0, 0.5, 0.01)];
    let start: Vec<DVec3> = corners.into_iter().chain(small).collect();
    let mesh = CollisionMesh::new(&start, &[[0, 1, 2], [3, 4, 5]]).expect("two triangles");
    let velocity = dvec3(1.2, -0.9, -2.0);
    for friction in [0.0, 0.3, 0.6, 0.9] {
        let mut state = State::at_rest(start.clone(), 1.0);
        state.inverse_masses[..3].fill(0.0);
        for i in 3..6 {
            state.positions[i] += DT * velocity;
            state.velocities[i] = velocity;
        }
        let mut detector = BruteForce::new(mesh.clone());
        detector.rule = ContactRule { thickness: 0.0, friction };
        let mut settings = settings();
        settings.friction = true;
        let watch = &mut ImpactWatch::default();
        let report = resolve_zones(&mut detector, watch, &start, &mut state, &settings);
        assert!(report.impacts >= 3 && report.left == 0 && report.rigid == 0, "{report:?}");
        let sliding = 1.5 - (friction * 2.0_f64).min(1.5);
        // The floor stops the displacement `0.01 − gap` below the start.
        let stopped = 2.0 * DT - (0.01 - settings.gap);
        let slid = 1.5 * DT - (friction * stopped).min(1.5 * DT);
        let ends = state.velocities.iter().zip(&state.positions).zip(&start);
        for ((&v, end), begin) in ends.skip(3) {
            let d = *end - *begin;
            assert!(v.z.abs() < 1e-3, "{v}");
            assert!((v.truncate().length() - sliding).abs() < 2e-3, "μ = {friction}: {v}");
            assert!((d.truncate().length() - slid).abs() < 2e-4, "μ = {friction}: {d}, {slid}");
        }
    }
}
