//! Same input, same bits, however many threads are at work and wherever the cloth is in a state.

mod sheet;

use glam::DVec3;
use ripstop_dynamics::{Damping, Fabric, Forces, Membrane, Method, Settings, Target, Wind};
use ripstop_geometry::{State, VertexId};
use sheet::Sheet;

/// Everything at once: wind, damping, a moving pin, several sweeps.
fn trajectory(settings: Settings, before: usize) -> State {
    let sheet = Sheet::new(20);
    let fabric = Fabric { damping_time: 1e-3, ..Fabric::silk() };
    let mut cloth = sheet.cloth(fabric, settings).starting_at(VertexId(before as u32));
    let own =
        cloth.state_at_rest(sheet.upright(), &[VertexId(0), VertexId(19)]).expect("good input");
    let mut state = State::at_rest(vec![DVec3::splat(7.0); before], 3.0);
    state.positions.extend(own.positions);
    state.velocities.extend(own.velocities);
    state.inverse_masses.extend(own.inverse_masses);
    let wind = Some(Wind::new(DVec3::new(0.3, 4.0, 0.0)));
    let forces = Forces { wind, ..Forces::EARTH };
    for step in 1..=40 {
        let position = DVec3::new(0.0, 0.001 * f64::from(step), 0.0);
        let target = Target { vertex: VertexId(before as u32), position };
        cloth.predict(&mut state, 2e-3, &forces, &[target]).expect("good input");
        for _ in 0..3 {
            cloth.sweep(&mut state).expect("good input");
        }
        cloth.update_velocities(&mut state).expect("good input");
        assert_eq!(state.positions[before], position, "the pin is where it has to be");
    }
    assert!(state.positions[..before].iter().all(|x| *x == DVec3::splat(7.0)));
    state.positions.drain(..before);
    state.velocities.drain(..before);
    state
}

fn bits(state: &State) -> Vec<u64> {
    let numbers = state.positions.iter().chain(&state.velocities);
    numbers.flat_map(|x| x.to_array().map(f64::to_bits)).collect()
}

#[test]
fn same_bits() {
    let damping = Damping { drag: 0.1, internal: 1.0 };
    let plain = Method::Stiffness { stretch: 0.8, bending: 0.1, sweeps: 3 };
    for method in [Method::Compliant, plain] {
        for membrane in [Membrane::Threads, Membrane::Edges, Membrane::Triangles] {
            let mut settings = Settings::with_membrane(membrane);
            (settings.method, settings.damping) = (method, damping);
            settings.strain_limit = Some(0.05);
            let alone = bits(&trajectory(settings, 0));
            assert_eq!(alone, bits(&trajectory(settings, 5)), "within a larger state");
            for thread_count in [2, 3, 8] {
                let crowd: Vec<_> = std::thread::scope(|scope| {
                    let work = |_| scope.spawn(|| bits(&trajectory(settings, 0)));
                    let running: Vec<_> = (0..thread_count).map(work).collect();
                    running.into_iter().map(|thread| thread.join().unwrap()).collect()
                });
                assert!(crowd.iter().all(|one| *one == alone), "{settings:?}");
            }
        }
    }
}
