//! Laws of pinched runs: every response, same bits, resume, the error that stays.

use ripstop_pipeline::scene::{OnPinched, Scene};
use ripstop_pipeline::{Checkpoint, Simulation, StepError};

use crate::scenes::{arm, curtain};
use crate::{Pinch, RATE, check};

#[test]
fn every_response_lets_a_pinched_sleeve_go() {
    for (dynamics, respond) in [
        ("pbd", "impulse"),
        ("pbd", "barrier"),
        ("pbd", "ray"),
        ("fem", "penalty"),
        ("fem", "impulse"),
        ("fem", "barrier"),
        ("fem", "ray"),
    ] {
        let text = format!("settings = {{ dynamics = '{dynamics}', respond = '{respond}' }}");
        let released = check(&curtain(2.0), &text);
        assert!(released > 9, "{text}: {released}");
    }
}

/// Before anything is released the step is halved until the body moves less than half a thickness
/// in it, and not more often.
#[test]
fn a_step_is_halved_until_the_body_hardly_moves() {
    let pinch = arm(3.0, 0.0);
    let mut simulation = pinch.simulation("settings.halvings = 0");
    let halvings = loop {
        assert!(simulation.frame() < pinch.frames(), "nothing was pinched");
        let report = simulation.advance_frame().expect("a pinch is released");
        if report.response.released > 0 {
            break report.fail_safe.halvings;
        }
    };
    let at = |frame: usize| (pinch.body)(frame as f64 / RATE).positions;
    let [start, end] = [simulation.frame() - 1, simulation.frame()].map(at);
    let way = start.iter().zip(&end).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    let depth = (way / 1e-3).log2().ceil();
    assert!(depth >= 5.0, "the body is slow: {way} m");
    assert!(halvings as f64 >= depth, "{halvings} halvings for {way} m");
}

/// The checkpoint in the middle of the pinch, and that at the end.
fn bytes(pinch: &Pinch, middle: usize) -> [Vec<u8>; 2] {
    let mut simulation = pinch.simulation("");
    let advance = |simulation: &mut Simulation, until: usize| {
        while simulation.frame() < until {
            simulation.advance_frame().expect("a released pinch");
        }
        simulation.checkpoint().to_bytes()
    };
    [middle, pinch.frames()].map(|frame| advance(&mut simulation, frame))
}

#[test]
fn the_same_bits_on_every_number_of_threads_and_after_a_resume() {
    let pinch = arm(3.0, 0.0);
    let middle = 11;
    let runs = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| bytes(&arm(3.0, 0.0), middle))
    });
    assert!(runs[0] == runs[1] && runs[0] == runs[2]);
    let checkpoint = Checkpoint::from_bytes(&runs[0][0]).unwrap();
    assert!(checkpoint.released.iter().any(|released| released.is_inner), "nothing is pinched");
    let mut resumed = pinch.simulation("");
    resumed.restore(&checkpoint).unwrap();
    let mut straight = pinch.simulation("");
    (0..middle).for_each(|_| assert!(straight.advance_frame().is_ok()));
    assert_eq!(straight.checkpoint(), checkpoint);
    while resumed.frame() < pinch.frames() {
        assert_eq!(resumed.advance_frame(), straight.advance_frame());
    }
    assert!(resumed.checkpoint().to_bytes() == runs[0][1]);
    // A moment without a pinch has the layout that it always had.
    assert_eq!(runs[0][1][8..12], 1_u32.to_le_bytes());
    assert_eq!(runs[0][0][8..12], 3_u32.to_le_bytes());
}

#[test]
fn an_error_if_asked_for_with_the_way_out() {
    let pinch = arm(3.0, 0.0);
    let mut simulation = pinch.simulation("settings.on_pinched = 'error'");
    let error = loop {
        assert!(simulation.frame() < pinch.frames(), "nothing was pinched");
        let before = simulation.checkpoint();
        match simulation.advance_frame() {
            Ok(report) => assert_eq!(report.response.released, 0),
            Err(error) => {
                assert_eq!(simulation.checkpoint(), before, "the state has changed");
                break error;
            }
        }
    };
    assert!(matches!(error, StepError::Pinched { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("obstacle 0 (`body`)"), "{text}");
    assert!(text.contains("`on_pinched = \"release\"` in the settings"), "{text}");
}

#[test]
fn bodies_release_and_other_obstacles_do_not() {
    let scene = |obstacle: &str| {
        let text = format!(
            "[[cloth]]\nshape.grid = {{ size = [1.0, 1.0], resolution = [4, 4] }}\n[[obstacle]]\n{obstacle}"
        );
        Scene::from_toml(&text).unwrap()
    };
    let steady = "path.steady = { velocity = [1.0, 0.0, 0.0] }";
    for (obstacle, expected) in [
        (
            "shape.mesh = { file = 'a.obj', frames = { file = 'b.npy' } }".to_owned(),
            OnPinched::Release,
        ),
        (format!("shape.mesh = {{ file = 'a.obj' }}\n{steady}"), OnPinched::Release),
        ("shape.mesh = { file = 'a.obj' }".to_owned(), OnPinched::Error),
        (format!("shape.plane = {{ size = 1.0 }}\n{steady}"), OnPinched::Error),
    ] {
        let mut scene = scene(&obstacle);
        assert_eq!(scene.on_pinched(), expected, "{obstacle}");
        for given in [OnPinched::Release, OnPinched::Error] {
            scene.settings.on_pinched = Some(given);
            assert_eq!(scene.on_pinched(), given);
            assert_eq!(Scene::from_toml(&scene.to_toml().unwrap()).unwrap(), scene);
        }
    }
}

/// Walls that meet and part again, of two triangles each: the whole sheet is pinched.
#[test]
fn a_whole_sheet_between_two_walls_comes_back_to_its_place() {
    let scene = "
settings = { gravity = [0.0, 0.0, 0.0], on_pinched = 'release' }
[[cloth]]
name = 'sheet'
shape.grid = { size = [0.5, 0.5], resolution = [5, 5] }
[[obstacle]]
name = 'lower'
shape.plane = { size = 2.0 }
transform.translate = [0.0, 0.0, -0.05]
[[obstacle]]
name = 'upper'
shape.plane = { size = 2.0 }
transform.translate = [0.0, 0.0, 0.05]
path.keyframes = { keys = [{ time = 0.0 }, { time = 0.2, translate = [0.0, 0.0, -0.12] }, { time = 0.4 }] }
";
    let scene = Scene::from_toml(scene).unwrap();
    let mut simulation = Simulation::new(&scene, &mut |_| Err(String::new())).unwrap();
    let mut most = 0;
    for _ in 0..34 {
        simulation.advance_frame().unwrap();
        assert_eq!(crate::crossing_counts(&simulation)[0], 0);
        most = most.max(simulation.released_vertices().len());
    }
    assert_eq!(most, 25);
    assert_eq!(crate::crossing_counts(&simulation), [0, 0]);
    assert_eq!(simulation.released_vertices(), []);
    let sheet = &simulation.state().positions[..25];
    assert!(sheet.iter().all(|x| x.z > -0.05 && x.z < 0.05), "{sheet:?}");
}
