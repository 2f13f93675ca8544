//! Forces at rest beside their closed forms.

use crate::{advance, crossings, pulls, simulation, ties, weight};

/// Dynamics, with damping that brings everything to rest.
const METHODS: [&str; 2] = [
    "dynamics = 'pbd'\nsubsteps = 32\niterations = 2\ndamping = 8.0",
    "dynamics = 'fem'\nrespond = 'barrier'\ndamping = 8.0",
];

/// A sheet of 0.2 m upright under a ball, its two upper corners on springs to the ball.
fn straps(settings: &str) -> String {
    format!(
        "[settings]\n{settings}\n\
         [[cloth]]\nshape.grid = {{ size = [0.2, 0.2], resolution = [6, 6] }}\n\
         transform = {{ rotate = {{ axis = [1, 0, 0], degrees = 90 }}, translate = [0, 0, -0.25] }}\n\
         pin = [{{ select.vertices = [30, 35], attach = 'ball', stiffness = 40.0 }}]\n\
         [[obstacle]]\nname = 'ball'\nshape.sphere = {{ radius = 0.1, rings = 8 }}\n"
    )
}

#[test]
fn straps_carry_their_share_of_the_weight() {
    for method in METHODS {
        let mut simulation = simulation(&straps(method));
        assert_eq!(ties(&simulation).len(), 2);
        advance(&mut simulation, 150);
        let weight = weight(&simulation, 0);
        for pull in pulls(&simulation) {
            let share = pull.z / weight;
            assert!((share / 0.5 - 1.0).abs() < 0.01, "{method}: {share} of the weight");
        }
        assert_eq!(crossings(&simulation), 0);
    }
}

/// A band of 0.2 m at rest along the edge of a soft strip, whose ends are held 0.3 m apart.
#[test]
fn a_band_pulls_with_the_force_that_its_stiffness_says() {
    for method in METHODS {
        let chain: Vec<usize> = (0..11).collect();
        let text = format!(
            "[settings]\nstrain_limit = 0.0\ngravity = [0, 0, 0]\n{method}\n\
             [[cloth]]\nshape.grid = {{ size = [0.3, 0.06], resolution = [11, 3] }}\n\
             pin = [{{ select.vertices = [0, 11, 22] }}, {{ select.vertices = [10, 21, 32] }}]\n\
             [[band]]\nvertices = {chain:?}\nlength = 0.2\nstiffness = 6.0\n"
        );
        let mut simulation = simulation(&text);
        advance(&mut simulation, 60);
        // 6 N × (0.3/0.2 − 1)
        let x = &simulation.state().positions;
        for tie in ties(&simulation) {
            let tension = tie.tension(x);
            assert!((tension / 3.0 - 1.0).abs() < 0.01, "{method}: {tension} N");
        }
        // A band that is longer than its way is slack.
        let mut slack = crate::simulation(&text.replace("length = 0.2", "length = 0.31"));
        advance(&mut slack, 5);
        assert!(pulls(&slack).iter().all(|pull| *pull == glam::DVec3::ZERO));
    }
}

/// A small sheet lies on the ground until a button draws one of its corners up to a sheet that is
/// held, from which it hangs then.
#[test]
fn a_button_joins_from_its_time_on_and_carries_what_hangs_on_it() {
    for method in METHODS {
        let all: Vec<usize> = (0..9).collect();
        let text = format!(
            "[settings]\n{method}\n\
             [[cloth]]\nname = 'held'\nshape.grid = {{ size = [0.1, 0.1], resolution = [3, 3] }}\n\
             transform.translate = [0.0, 0.0, 0.2]\npin = [{{ select.vertices = {all:?} }}]\n\
             [[cloth]]\nname = 'loose'\nshape.grid = {{ size = [0.08, 0.08], resolution = [4, 4] }}\n\
             transform.translate = [0.02, 0.02, 0.01]\n\
             [[obstacle]]\nshape.plane = {{ size = 1.0 }}\ntransform.translate = [0, 0, 0]\n\
             [[button]]\ncloths = ['held', 'loose']\nvertices = [4, 0]\nfrom = 0.25\n\
             stiffness = 200.0\nspeed = 0.3\n"
        );
        let mut simulation = simulation(&text);
        let gap = |simulation: &ripstop_pipeline::Simulation| {
            ties(simulation)[0].gap(&simulation.state().positions).length()
        };
        advance(&mut simulation, 15);
        assert!(gap(&simulation) > 0.18, "{method}: nothing pulls before its time");
        let mut before = gap(&simulation);
        for frame in 0..200 {
            advance(&mut simulation, 1);
            let now = gap(&simulation);
            // At most by its speed, and a little of what it swings.
            assert!(before - now < 0.01, "{method}, frame {frame}: {before} to {now}");
            assert_eq!(crossings(&simulation), 0, "{method}, frame {frame}");
            before = now;
        }
        let (length, weight) = (0.003, weight(&simulation, 1));
        let elongation = gap(&simulation) - length;
        let force = 200.0 * elongation;
        assert!((force / weight - 1.0).abs() < 0.01, "{method}: {force} N of {weight} N");
    }
}
