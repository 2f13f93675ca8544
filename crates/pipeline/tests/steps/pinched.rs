//! Walls that leave no room: an error that names the pinched pairs, and the last frame as it was.

use ripstop_pipeline::StepError;

/// A sheet between two walls that meet after a tenth of a second.
const CLOSING: &str = "
settings.gravity = [0.0, 0.0, 0.0]
settings.halvings = 0
[[cloth]]
name = 'sheet'
shape.grid = { size = [0.5, 0.5], resolution = [2, 2] }
[[obstacle]]
name = 'lower'
shape.plane = { size = 2.0 }
transform.translate = [0.0, 0.0, -0.05]
path.steady = { velocity = [0.0, 0.0, 0.5] }
[[obstacle]]
name = 'upper'
shape.plane = { size = 2.0 }
transform.translate = [0.0, 0.0, 0.05]
path.steady = { velocity = [0.0, 0.0, -0.5] }
";

#[test]
fn a_pinched_sheet_is_an_error_that_names_it_and_changes_nothing() {
    for respond in ["pbd", "penalty"] {
        let mut simulation =
            crate::simulation(&format!("settings.respond = '{respond}'\n{CLOSING}"));
        let mut before = simulation.state().clone();
        let error = loop {
            assert!(simulation.frame() < 9, "{respond}: the walls have passed through each other");
            match simulation.advance_frame() {
                Ok(_) => before.clone_from(simulation.state()),
                Err(error) => break error,
            }
            assert_eq!(crate::crossing_count(&simulation), 0, "{respond}");
        };
        assert!(simulation.frame() > 2, "{respond}: frame {}", simulation.frame());
        assert_eq!(simulation.state(), &before, "{respond}");
        let StepError::Pinched { candidates, names } = &error else { panic!("{respond}: {error}") };
        assert!(!candidates.is_empty() && !names.is_empty());
        let text = error.to_string();
        assert!(text.contains(" of cloth 0 (`sheet`)"), "{text}");
        let walls = ["obstacle 0 (`lower`)", "obstacle 1 (`upper`)"];
        assert!(walls.iter().any(|wall| text.contains(wall)), "{text}");
        assert_eq!(
            simulation.advance_frame(),
            Err(error),
            "{respond}: it is the same the second time"
        );
    }
}

/// Threads that rub remember what they did; in a frame that fails they did nothing.
#[test]
fn a_frame_that_fails_leaves_threads_as_they_were() {
    let cloth = "resolution = [4, 4] }
        fabric = { bending_friction = { moment = 1e-4, slack = 0.05 } }
        pin = [{ select.vertices = [0, 3, 12, 15] }]";
    let scene = CLOSING
        .replace("gravity = [0.0, 0.0, 0.0]", "gravity = [0.0, 0.0, -9.81]")
        .replace("resolution = [2, 2] }", cloth)
        .replace("halvings = 0", "halvings = 2\nsettings.respond = 'penalty'");
    let mut simulation = crate::simulation(&scene);
    let mut before = simulation.checkpoint();
    while simulation.frame() < 9 && simulation.advance_frame().is_ok() {
        before = simulation.checkpoint();
    }
    assert!(simulation.frame() > 2 && simulation.frame() < 9, "frame {}", simulation.frame());
    assert!(before.threads.iter().flatten().any(|held| *held != 0.0), "nothing has slipped");
    assert!(simulation.checkpoint() == before, "the past is another one");
}
