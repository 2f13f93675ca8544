//! Momentum of a sheet that nothing acts on.

mod sheet;

use glam::DVec3;
use ripstop_dynamics::{Damping, Fabric, Forces, Membrane, PositionBasedCloth, Settings};
use ripstop_geometry::State;
use sheet::{Rhythm, Sheet, run};

fn momenta(cloth: &PositionBasedCloth, state: &State) -> (DVec3, DVec3) {
    let each = || state.positions.iter().zip(&state.velocities).zip(cloth.masses());
    let total: f64 = cloth.masses().iter().sum();
    let centre = each().map(|((x, _), m)| *m * *x).sum::<DVec3>() / total;
    let linear: DVec3 = each().map(|((_, v), m)| *m * *v).sum();
    (linear, each().map(|((x, v), m)| *m * (*x - centre).cross(*v)).sum())
}

/// A sheet that flies, turns and swings; relative change of both momenta in 0.2 s.
fn change(membrane: Membrane, steps: u16, damping: Damping) -> (f64, f64) {
    let sheet = Sheet::new(10);
    let fabric = Fabric { damping_time: 1e-3, ..Fabric::plain() };
    let mut settings = Settings::with_membrane(membrane);
    settings.damping = damping;
    let mut cloth = sheet.cloth(fabric, settings);
    let mut state = cloth.state_at_rest(sheet.flat(), &[]).expect("good input");
    for (x, v) in state.positions.iter().zip(&mut state.velocities) {
        let bend = DVec3::new(0.0, 0.0, x.x * x.x - x.x * x.y);
        *v = DVec3::new(2.0, 0.5, -1.0) + DVec3::new(1.0, 3.0, 2.0).cross(*x) + bend;
    }
    let before = momenta(&cloth, &state);
    let (dt, steps) = (0.2 / f64::from(steps), usize::from(steps));
    run(&mut cloth, &mut state, &Forces::NONE, Rhythm { steps, sweeps: 2, dt });
    let after = momenta(&cloth, &state);
    (
        (after.0 - before.0).length() / before.0.length(),
        (after.1 - before.1).length() / before.1.length(),
    )
}

const MEMBRANES: [Membrane; 3] = [Membrane::Threads, Membrane::Edges, Membrane::Triangles];

#[test]
fn linear_momentum_is_kept() {
    for membrane in MEMBRANES {
        for internal in [0.0, 5.0] {
            let (linear, _) = change(membrane, 100, Damping { drag: 0.0, internal });
            assert!(linear < 1e-9, "{membrane:?}: {linear}");
        }
    }
}

#[test]
fn angular_momentum_drifts_less_in_smaller_steps() {
    for membrane in MEMBRANES {
        let [long, short, shorter] =
            [50, 200, 800].map(|steps| change(membrane, steps, Damping::default()).1);
        assert!(
            short < 0.5 * long && shorter < 0.5 * short,
            "{membrane:?}: {long} {short} {shorter}"
        );
        assert!(shorter < 0.01, "{membrane:?}: {shorter}");
    }
}
