//! Sheets that start closer than their thickness, but do not cross: they part, and nothing flies
//! away.

use glam::DVec3;

/// Two sheets 0.4 mm apart, with a thickness of 3 mm.
const CLOSE: &str = "
settings.gravity = [0.0, 0.0, 0.0]
[[cloth]]
shape.grid = { size = [0.5, 0.5], resolution = [7, 7] }
[[cloth]]
shape.grid = { size = [0.5, 0.5], resolution = [7, 7] }
transform = { translate = [0.01, 0.02, 0.0004] }
";

#[test]
fn sheets_that_start_too_close_part_gently() {
    for respond in ["pbd", "impulse", "penalty", "barrier"] {
        let mut simulation = crate::simulation(&format!("settings.respond = '{respond}'\n{CLOSE}"));
        let mut fastest = 0.0_f64;
        for frame in 0..60 {
            fastest = fastest.max(simulation.advance_frame().expect("a step").energy.fastest);
            assert_eq!(crate::crossing_count(&simulation), 0, "{respond}, frame {frame}");
        }
        let positions = &simulation.state().positions;
        let (lower, upper) = positions.split_at(49);
        let height = |sheet: &[DVec3]| sheet.iter().map(|x| x.z).sum::<f64>() / 49.0;
        let apart = height(upper) - height(lower);
        assert!(apart > 0.002, "{respond}: {apart} m apart");
        assert!(fastest < 0.25, "{respond}: {fastest} m/s");
    }
}
