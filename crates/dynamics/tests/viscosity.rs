//! Viscosity of position-based cloth: it slows strain rates, and has no say in what hangs still.

mod sheet;

use ripstop_dynamics::{Damping, Fabric, Forces, Membrane, PositionBasedCloth, Settings};
use ripstop_geometry::State;
use sheet::{Rhythm, Sheet, run};

const DT: f64 = 1.0 / 960.0;

/// Length that a strip of one metre gains as it hangs at rest, with `γ = τ/Δt`.
fn stretch(side: u32, sweeps: usize, membrane: Membrane, gamma: f64) -> f64 {
    let sheet = Sheet::new(side);
    let fabric =
        Fabric { damping_time: gamma * DT, stretch_stiffness: [400.0; 2], ..Fabric::plain() };
    let mut settings = Settings::with_membrane(membrane);
    settings.damping = Damping { drag: 8.0, internal: 0.0 };
    let mut cloth = sheet.cloth(fabric, settings);
    let mut state = cloth.state_at_rest(sheet.flat(), &sheet.upper_row()).expect("good input");
    run(&mut cloth, &mut state, &Forces::EARTH, Rhythm { steps: 4000, sweeps, dt: DT });
    assert!(state.velocities.iter().all(|v| v.length() < 1e-6), "still moving");
    -state.positions[(side * (side - 1) + side / 2) as usize].y - 1.0
}

/// The length is the same to the last micrometre at every viscosity, whether sweeps converge or
/// not. (As a part of each sweep it stretched up to 35 times as far at `γ = 100`.)
#[test]
fn a_hanging_strip_has_one_length_at_every_viscosity() {
    let wanted = Fabric::plain().density * 9.81 / (2.0 * 400.0);
    for (membrane, sweeps) in [(Membrane::Threads, 1), (Membrane::Edges, 1), (Membrane::Edges, 12)]
    {
        let elastic = stretch(12, sweeps, membrane, 0.0);
        let is_converged = (elastic / wanted - 1.0).abs() < 0.02;
        assert_eq!(is_converged, sweeps > 1 || membrane == Membrane::Threads, "{elastic}");
        for gamma in [0.1, 1.9, 100.0] {
            let found = stretch(12, sweeps, membrane, gamma);
            let difference = (found - elastic).abs();
            assert!(difference < 1e-6, "{membrane:?}, {sweeps}, γ = {gamma}: {found}, {elastic}");
        }
    }
    for gamma in [1.9, 100.0] {
        let [elastic, found] = [0.0, gamma].map(|gamma| stretch(8, 1, Membrane::Triangles, gamma));
        assert!((found - elastic).abs() < 1e-6, "triangles, γ = {gamma}: {found}, {elastic}");
    }
}

/// Rate (1/s) at which the energy of the lowest stretching mode of a free strip fades.
fn fading(membrane: Membrane, damping_time: f64, dt: f64) -> f64 {
    let sheet = Sheet::new(17);
    let fabric = Fabric { damping_time, ..Fabric::plain() };
    let mut cloth = sheet.cloth(fabric, Settings::with_membrane(membrane));
    let mut state = cloth.state_at_rest(sheet.flat(), &[]).expect("good input");
    for (x, v) in state.positions.iter().zip(&mut state.velocities) {
        v.x = 1e-4 * libm::cos(std::f64::consts::PI * x.x);
    }
    let energy = |cloth: &PositionBasedCloth, state: &State| {
        let moving = state.velocities.iter().zip(cloth.masses());
        let kinetic: f64 = moving.map(|(v, m)| 0.5 * m * v.length_squared()).sum();
        kinetic + cloth.elastic_energy(state).expect("good input")
    };
    let mut energies = vec![energy(&cloth, &state)];
    for _ in 0..400 {
        run(&mut cloth, &mut state, &Forces::NONE, Rhythm { steps: 1, sweeps: 4, dt });
        energies.push(energy(&cloth, &state));
    }
    assert!(energies.windows(2).all(|pair| pair[1] <= pair[0]), "energy grows");
    libm::log(energies[0] / energies[400]) / (400.0 * dt)
}

/// A mode of frequency `ω` that obeys `ü + τω² u̇ + ω² u = 0` loses energy at the rate `τω²`;
/// implicit Euler adds `Δt ω²`, whatever the viscosity.
#[test]
fn a_stretching_mode_fades_as_the_continuum_does() {
    let Fabric { density, stretch_stiffness: [y, _], .. } = Fabric::plain();
    let omega_squared = std::f64::consts::PI.powi(2) * y / density;
    let dt = 2e-5;
    for membrane in [Membrane::Threads, Membrane::Edges] {
        let elastic = fading(membrane, 0.0, dt);
        for gamma in [0.2, 0.5] {
            let wanted = gamma * dt * omega_squared;
            let found = fading(membrane, gamma * dt, dt) - elastic;
            assert!(
                (found / wanted - 1.0).abs() < 0.1,
                "γ = {gamma}: {found} of {wanted} {elastic}"
            );
        }
    }
}
