//! Position-based cloth whose proposals are made safe by descent on a barrier.

use ripstop_pipeline::scene::ResponseMethod;
use ripstop_pipeline::scene::builtin;

#[test]
fn position_based_cloth_is_made_safe() {
    for name in ["drape", "stack", "twist"] {
        let mut scene = builtin::scene(name, 12).expect("a built-in scene");
        scene.settings.respond = Some(ResponseMethod::Barrier);
        let mut simulation = crate::build(&scene);
        for frame in 0..30 {
            let report = simulation.advance_frame().expect("there is room");
            assert!(report.response.least_distance > Some(0.0), "{name}, frame {frame}");
            assert_eq!(crate::crossing_count(&simulation), 0, "{name}, frame {frame}");
        }
    }
}
