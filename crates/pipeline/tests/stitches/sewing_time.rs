//! The time for sewing at the start of a scene.

use glam::DVec3;
use ripstop_pipeline::Simulation;

use crate::closing::bag;
use crate::{advance, simulation};

/// The bag under gravity with an obstacle that moves, far away; with some time for sewing (s).
fn scene(dynamics: &str, time: f64) -> String {
    let more = format!("dynamics = '{dynamics}'\n[settings.sewing]\ntime = {time}");
    let text = bag(&more).replace("gravity = [0, 0, 0]", "gravity = [0, 0, -9.81]");
    format!(
        "{text}[[obstacle]]\nshape.cuboid = {{ size = [0.1, 0.1, 0.1] }}\n\
         transform.translate = [2, 0, 0]\npath.steady = {{ velocity = [0, 0.5, 0] }}\n"
    )
}

fn obstacle(simulation: &Simulation) -> DVec3 {
    simulation.state().positions[simulation.cloth_vertex_count()]
}

fn centre(simulation: &Simulation) -> DVec3 {
    let count = simulation.cloth_vertex_count();
    simulation.state().positions[..count].iter().sum::<DVec3>() / count as f64
}

#[test]
fn nothing_else_moves_until_all_is_sewn() {
    for dynamics in ["pbd", "fem"] {
        let mut simulation = simulation(&scene(dynamics, 2.0));
        let (stood, floated) = (obstacle(&simulation), centre(&simulation));
        assert!(simulation.is_sewing());
        while simulation.is_sewing() {
            advance(&mut simulation, 1);
            assert_eq!(obstacle(&simulation), stood, "{dynamics}");
            assert!((centre(&simulation) - floated).length() < 1e-3, "{dynamics}");
            assert!(simulation.time() < 2.0);
        }
        // It is closed before the time is over.
        assert_eq!(simulation.open_seams(), [], "{dynamics}");
        let sewn_at = simulation.time();
        // A gap of 50 mm takes 0.25 s at the speed of 0.2 m/s.
        assert!(sewn_at > 0.24 && sewn_at < 1.0, "{dynamics}: {sewn_at} s");
        advance(&mut simulation, 12);
        let since = simulation.time() - sewn_at;
        let path = stood + 0.5 * since * DVec3::Y;
        assert!(obstacle(&simulation).distance(path) < 1e-12, "{dynamics}");
        let fallen = floated.z - centre(&simulation).z;
        assert!((fallen / (0.5 * 9.81 * since * since) - 1.0).abs() < 0.1, "{dynamics}: {fallen}");
    }
}

#[test]
fn seams_that_stay_open_are_named_when_the_time_is_over() {
    // The left sides of both squares are held.
    let pin = "pin = [{ select.inside = { min = [-1, -1, -1], max = [-0.09, 1, 1] } }]";
    let text = scene("pbd", 0.4).replace("[[cloth]]\n", &format!("[[cloth]]\n{pin}\n"));
    let mut simulation = simulation(&text.replace("[[seam]]\n", "[[seam]]\nname = 'side'\n"));
    let mut frames = 0;
    while simulation.is_sewing() {
        advance(&mut simulation, 1);
        frames += 1;
    }
    assert_eq!(frames, 24);
    let open = simulation.open_seams();
    assert_eq!(open.len(), 1);
    assert_eq!(open[0].owner, "seam 0 (`side`)");
    assert!(open[0].open >= 7 && (open[0].widest - 0.05).abs() < 1e-6, "{open:?}");
}

/// Without time for sewing a scene plays at once.
#[test]
fn without_time_a_scene_plays_while_it_is_sewn() {
    let mut simulation = simulation(&scene("pbd", 0.0));
    assert!(!simulation.is_sewing());
    let stood = obstacle(&simulation);
    advance(&mut simulation, 6);
    assert!((obstacle(&simulation) - stood - 0.05 * DVec3::Y).length() < 1e-12);
}
