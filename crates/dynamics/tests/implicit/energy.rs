//! Energy and momentum over time.

use glam::DVec3;
use ripstop_dynamics::{Bending, ElementSettings, Fabric, Forces, ImplicitEuler, MassMatrix};
use ripstop_geometry::State;

use crate::setup::{NEWTON, fabric, settings, step, wavy};

/// Motion, elasticity and gravity (J).
fn total(euler: &ImplicitEuler, state: &State, forces: &Forces) -> f64 {
    let cloth = &euler.cloths()[0];
    let weight: f64 = cloth
        .masses()
        .iter()
        .zip(&state.positions)
        .map(|(mass, x)| -mass * forces.gravity.dot(*x))
        .sum();
    euler.kinetic_energy(state) + cloth.elastic_energy(&state.positions) + weight
}

/// Implicit Euler loses energy where the elastic energy is convex. Where the sheet buckles it is
/// not, and without damping such a step may gain a little; with any of it none did.
#[test]
fn the_energy_of_a_closed_damped_system_never_grows() {
    let plain = |damping_time| Fabric { damping_time, ..fabric() };
    let chosen = [
        (plain(0.001), Bending::Curvature, MassMatrix::Lumped),
        (plain(0.001), Bending::Curvature, MassMatrix::Consistent),
        (plain(0.001), Bending::Quadratic, MassMatrix::Lumped),
        (plain(0.01), Bending::Quadratic, MassMatrix::Lumped),
        (plain(0.002), Bending::Hinges, MassMatrix::Consistent),
    ];
    let damped = Fabric::PRESETS.into_iter().filter(|(_, fabric)| fabric.damping_time > 0.0);
    let presets = damped.map(|(_, fabric)| (fabric, Bending::default(), MassMatrix::default()));
    for (fabric, bending, masses) in chosen.into_iter().chain(presets) {
        for forces in [Forces::EARTH, Forces::NONE] {
            let mut elements = ElementSettings::with_bending(bending);
            elements.masses = masses;
            let (mut euler, mut state) = wavy(9, (fabric, elements), settings(NEWTON));
            for (v, w) in state.velocities.iter_mut().zip(&state.inverse_masses) {
                *v = if *w > 0.0 { DVec3::new(0.0, 1.0, 0.0) } else { DVec3::ZERO };
            }
            let mut before = total(&euler, &state, &forces);
            for frame in 0..60 {
                let report = step(&mut euler, &mut state, &forces, 1.0 / 60.0);
                assert!(report.converged, "{fabric:?}, {bending:?}, {frame}: {report:?}");
                let after = total(&euler, &state, &forces);
                assert!(
                    after <= before + 1e-9,
                    "{fabric:?}, {bending:?}, {frame}: {before} {after}"
                );
                before = after;
            }
        }
    }
}

/// Free in space: implicit Euler keeps linear momentum, and damping takes nothing from a rigid
/// motion.
#[test]
fn momentum_is_kept() {
    let fabric = Fabric { damping_time: 0.05, ..fabric() };
    let (mut euler, mut state) = wavy(8, (fabric, ElementSettings::default()), settings(NEWTON));
    let masses = euler.cloths()[0].masses().to_vec();
    state.inverse_masses = masses.iter().map(|m| 1.0 / m).collect();
    for (v, x) in state.velocities.iter_mut().zip(&state.positions) {
        *v = DVec3::new(0.3, 0.1, -0.2) + DVec3::new(0.5, 1.0, -0.4).cross(*x);
    }
    let momentum = |state: &State| -> DVec3 {
        state.velocities.iter().zip(&masses).map(|(v, m)| *m * *v).sum()
    };
    let before = momentum(&state);
    for _ in 0..30 {
        step(&mut euler, &mut state, &Forces::NONE, 1.0 / 60.0);
    }
    assert!((momentum(&state) - before).length() < 1e-9 * before.length());
}
