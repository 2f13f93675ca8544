//! A simulation that is stopped inside a frame: the last whole frame stands.

use std::sync::{Arc, Mutex};

use ripstop_geometry::StopFlag;
use ripstop_pipeline::scene::{Assignment, MeshRequest, Scene, builtin};
use ripstop_pipeline::{Moment, SceneError, Simulation, Stage, StepError, Watch};

/// Moments that an observer was told about, and the one at which it stops.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<Moment>>>);

impl Seen {
    /// Keeps all moments, and raises a flag at one of them.
    fn watch(&self, stop_at: impl Fn(usize, &Moment) -> bool + Send + 'static) -> Watch {
        let (stop, seen) = (StopFlag::default(), self.clone());
        Watch::new(stop.clone(), move |moment| {
            let mut seen = seen.0.lock().expect("no panic");
            if stop_at(seen.len(), moment) {
                stop.raise();
            }
            seen.push(*moment);
        })
    }

    fn moments(&self) -> Vec<Moment> {
        self.0.lock().expect("no panic").clone()
    }
}

fn watched(scene: &Scene, watch: Watch) -> Result<Simulation, SceneError> {
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    Simulation::watched(scene, &mut no_files, watch)
}

fn drape(settings: &str) -> Scene {
    let parsed = settings.split_whitespace().map(|text| text.parse().expect("an assignment"));
    let assignments: Vec<Assignment> = parsed.collect();
    let scene = builtin::scene("drape", 8).expect("a built-in scene");
    scene.with(&assignments).expect("settings")
}

const RESPONSES: [&str; 5] = [
    "",
    "settings.respond=\"impulse\"",
    "settings.dynamics=\"fem\" settings.respond=\"impulse\"",
    "settings.dynamics=\"fem\" settings.respond=\"penalty\"",
    "settings.dynamics=\"fem\" settings.respond=\"barrier\" settings.solve=\"converge\"",
];

/// The frame with the first contacts, stopped at its first moment, its last, and some between:
/// nothing else is begun, the state is that of the frame before, and from a checkpoint there it
/// goes on with the bits of a run that nobody has stopped.
#[test]
fn a_stopped_frame_is_given_up_and_can_be_made_again() {
    for settings in RESPONSES {
        let scene = drape(settings);
        let mut straight = crate::built(&scene);
        let checkpoint = loop {
            let checkpoint = straight.checkpoint();
            if straight.advance_frame().expect("a frame").response.active_contacts > 0 {
                break checkpoint;
            }
            assert!(straight.frame() < 60, "no contact: {settings}");
        };
        let seen = Seen::default();
        let mut observed = watched(&scene, seen.watch(|_, _| false)).expect("a scene");
        observed.restore(&checkpoint).expect("its own checkpoint");
        observed.advance_frame().expect("a frame");
        assert!(observed.state() == straight.state(), "an observer changes nothing: {settings}");
        let count = seen.moments().len();
        assert!(count > 3, "{settings}");
        for at in [0, count / 3, count / 2, count - 1] {
            let seen = Seen::default();
            observed.restore(&checkpoint).expect("its own checkpoint");
            observed.set_watch(seen.watch(move |index, _| index == at));
            assert_eq!(observed.advance_frame(), Err(StepError::Stopped), "{settings}");
            assert_eq!(seen.moments().len(), at + 1, "nothing more is begun: {settings}");
            assert!(observed.state() == &checkpoint.state, "{settings}");
            assert_eq!(observed.frame(), checkpoint.frame);
            observed.set_watch(Watch::default());
            observed.restore(&checkpoint).expect("its own checkpoint");
            observed.advance_frame().expect("a frame");
            assert!(observed.state() == straight.state(), "{settings}");
        }
    }
}

/// An observer learns where a solve is: which part of the frame, which iteration, and how far from
/// convergence.
#[test]
fn moments_tell_parts_and_iterations() {
    let barrier = "settings.dynamics=\"fem\" settings.respond=\"barrier\"";
    let scene = drape(&format!("{barrier} settings.solve=\"converge\""));
    let seen = Seen::default();
    let mut simulation = watched(&scene, seen.watch(|_, _| false)).expect("a scene");
    let iterations =
        (0..3).map(|_| simulation.advance_frame().expect("a frame").solve.newton_iterations);
    let iterations: usize = iterations.sum();
    let moments = seen.moments();
    let solves = moments.iter().filter(|moment| matches!(moment.stage, Stage::Newton { .. }));
    assert_eq!(solves.clone().count(), iterations);
    let later = solves.filter(|moment| {
        matches!(moment.stage, Stage::Newton { iterations, residual } if iterations > 0 && residual > 0.0)
    });
    assert!(later.count() > 0);
    for moment in &moments {
        assert!(0.0 <= moment.from + 1e-9 && moment.from < moment.to && moment.to < 1.0 + 1e-9);
    }
    let last = moments.last().expect("some moments");
    assert_eq!((last.frame, last.stage), (3, Stage::Response));
    assert!((last.to - 1.0).abs() < 1e-9, "{last:?}");
    let is_half = |moment: &Moment| (moment.to - moment.from - 0.5).abs() < 1e-9;
    assert!(moments.iter().any(is_half), "a frame has two substeps");
}

/// Two sheets that cross, and the untangling of the start is stopped in its second round.
#[test]
fn the_untangling_of_a_start_is_stopped() {
    let text = "
        settings.on_tangled = \"untangle\"
        [[cloth]]
        name = \"flat\"
        shape.grid = { size = [1.0, 1.0], resolution = [12, 12] }
        [[cloth]]
        name = \"upright\"
        shape.grid = { size = [1.0, 1.0], resolution = [12, 12] }
        transform.rotate = { axis = [1.0, 0.0, 0.0], degrees = 80.0 }";
    let scene = Scene::from_toml(text).expect("a scene");
    let seen = Seen::default();
    watched(&scene, seen.watch(|_, _| false)).expect("a start");
    let rounds = seen.moments().len();
    assert!(rounds > 2, "{rounds}");
    let seen = Seen::default();
    let stopped = watched(&scene, seen.watch(|index, _| index == 1)).err();
    assert_eq!(stopped, Some(SceneError::Stopped));
    let moments = seen.moments();
    assert_eq!(moments.len(), 2);
    assert!(matches!(moments[1].stage, Stage::Untangling { searches: 2, crossings: 1.. }));
}
