//! Same input, same bits, at every number of threads.

use ripstop_dynamics::{
    Bending, ElementSettings, Fabric, Forces, ImplicitMethod, LinearMethod, Preconditioner,
};

use crate::setup::{fabric, settings, step, wavy};

#[test]
fn threads_do_not_change_a_bit() {
    let linears = [
        LinearMethod::Cholesky,
        LinearMethod::ConjugateGradients {
            preconditioner: Preconditioner::BlockJacobi,
            tolerance: 1e-4,
            iterations: 500,
        },
        LinearMethod::ConjugateGradients {
            preconditioner: Preconditioner::Multilevel,
            tolerance: 1e-4,
            iterations: 500,
        },
    ];
    for linear in linears {
        let run = || {
            let method = ImplicitMethod::Newton { tolerance: 1e-3, iterations: 3 };
            let elements = ElementSettings::with_bending(Bending::Hinges);
            let damped = Fabric { damping_time: 1e-3, ..fabric() };
            let settings = settings(method).with_linear(linear);
            let (mut euler, mut state) = wavy(40, (damped, elements), settings);
            for _ in 0..2 {
                step(&mut euler, &mut state, &Forces::EARTH, 1.0 / 60.0);
            }
            state
        };
        let results = [1, 2, 5].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(run)
        });
        assert!(results[0] == results[1] && results[0] == results[2], "{linear:?}");
    }
}
