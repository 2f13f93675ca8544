//! Every response, every number of threads, and checkpoints.

use ripstop_pipeline::{Checkpoint, Simulation};

use crate::{advance, crossings, simulation, ties};

/// Dynamics and responses that go together.
const METHODS: [[&str; 2]; 8] = [
    ["pbd", "pbd"],
    ["pbd", "impulse"],
    ["pbd", "barrier"],
    ["pbd", "ray"],
    ["fem", "penalty"],
    ["fem", "impulse"],
    ["fem", "barrier"],
    ["fem", "ray"],
];

/// An apron on springs to a ball that moves and turns, with a band along its upper edge; its lower
/// corners are buttoned together after a moment.
fn apron([dynamics, respond]: [&str; 2]) -> String {
    format!(
        "[settings]\ndynamics = '{dynamics}'\nrespond = '{respond}'\nsubsteps = 8\n\
         wind = {{ keys = [{{ time = 0.0, velocity = [0, 0, 0] }}, {{ time = 0.2, velocity = [0, 3, 0] }}] }}\n\
         [[cloth]]\nshape.grid = {{ size = [0.16, 0.16], resolution = [7, 7] }}\n\
         transform = {{ rotate = {{ axis = [1, 0, 0], degrees = 90 }}, translate = [0, -0.12, -0.05] }}\n\
         pin = [{{ select.vertices = [42, 45, 48], attach = 'ball', stiffness = 60.0 }}]\n\
         [[obstacle]]\nname = 'ball'\nshape.sphere = {{ radius = 0.1, rings = 8 }}\n\
         path.steady = {{ velocity = [0.1, 0.0, 0.0], axis = [0, 0, 1], degrees_per_second = 30 }}\n\
         [[band]]\nvertices = [42, 43, 44, 45, 46, 47, 48]\nlength = 0.14\nstiffness = 2.0\n\
         [[button]]\nvertices = [0, 6]\nfrom = 0.1\nstiffness = 50.0\nspeed = 0.4\n"
    )
}

fn bits(simulation: &Simulation) -> Vec<[u64; 3]> {
    simulation.state().positions.iter().map(|x| x.to_array().map(f64::to_bits)).collect()
}

#[test]
fn ties_hold_with_every_response() {
    for method in METHODS {
        let mut simulation = simulation(&apron(method));
        for frame in 0..18 {
            advance(&mut simulation, 1);
            assert_eq!(crossings(&simulation), 0, "{method:?}, frame {frame}");
        }
        let x = &simulation.state().positions;
        let ties = ties(&simulation);
        // The button comes first among them that are not of the band.
        let button = ties.iter().find(|tie| tie.from == 0.1).expect("a button");
        assert!(button.gap(x).length() < 0.12, "{method:?}: {}", button.gap(x).length());
        for spring in ties.iter().filter(|tie| tie.rest == 0.0) {
            assert!(spring.gap(x).length() < 0.02, "{method:?}: {}", spring.gap(x).length());
        }
    }
}

#[test]
fn runs_have_the_same_bits_on_any_number_of_threads() {
    for method in [["pbd", "pbd"], ["fem", "barrier"], ["fem", "penalty"]] {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("a pool").install(|| {
                let mut simulation = simulation(&apron(method));
                advance(&mut simulation, 10);
                bits(&simulation)
            })
        };
        let one = run(1);
        assert!(one == run(2) && one == run(5), "{method:?}");
    }
}

#[test]
fn a_run_goes_on_from_a_checkpoint_while_a_button_is_drawn() {
    for method in METHODS {
        let mut straight = simulation(&apron(method));
        advance(&mut straight, 9);
        let checkpoint = Checkpoint::from_bytes(&straight.checkpoint().to_bytes()).unwrap();
        let mut resumed = simulation(&apron(method));
        resumed.restore(&checkpoint).expect("the same scene");
        advance(&mut straight, 5);
        advance(&mut resumed, 5);
        assert!(bits(&straight) == bits(&resumed), "{method:?}");
    }
}
