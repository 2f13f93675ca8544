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
