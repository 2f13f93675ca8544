//! Edges keep their lengths.

use ripstop_geometry::VertexId;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::builtin;
use ripstop_pipeline::scene::{DynamicsMethod, ResponseMethod, Scene};

/// Runs a scene whose sheet starts in its rest configuration. Returns the largest ratio of a length
/// of an edge in any frame to its rest length, with the frame.
fn longest_edge(scene: &Scene, frames: usize) -> (f64, usize) {
    let mut simulation = crate::built(scene);
    let cloth = simulation.cloth_vertex_count();
    let edges = simulation.mesh().edges().iter().map(|edge| edge.map(VertexId::index));
    let edges: Vec<[usize; 2]> = edges.filter(|edge| edge[0] < cloth).collect();
    let lengths = |simulation: &Simulation| -> Vec<f64> {
        let x = &simulation.state().positions;
        edges.iter().map(|&[a, b]| x[a].distance(x[b])).collect()
    };
    let rest = lengths(&simulation);
    let mut longest = (0.0, 0);
    for frame in 1..=frames {
        simulation.advance_frame().expect("a step");
        let now = lengths(&simulation);
        let ratio = now.iter().zip(&rest).map(|(a, b)| a / b).fold(0.0, f64::max);
        if ratio > longest.0 {
            longest = (ratio, frame);
        }
    }
    longest
}

#[test]
fn no_edge_of_a_drape_is_longer_by_a_tenth() {
    let (longest, frame) =
        longest_edge(&builtin::scene("drape", 16).expect("a built-in scene"), 90);
    assert!(longest <= 1.1, "an edge is {longest} of its length in frame {frame}");
}

/// A solve with penalties keeps clear of everything along its iterates, which are not on a straight
/// line. If a correction pushed the end of a long step around a bar out of the impacts on the
/// straight motion, edges would be drawn out.
#[test]
fn long_steps_around_a_bar_do_not_draw_out_edges() {
    for (frame_rate, frames) in [(10.0, 4), (15.0, 6), (20.0, 8)] {
        let mut scene = builtin::scene("funnel", 10).expect("a built-in scene");
        scene.settings.dynamics = DynamicsMethod::Fem;
        scene.settings.respond = Some(ResponseMethod::Penalty);
        scene.settings.frame_rate = frame_rate;
        let (longest, frame) = longest_edge(&scene, frames);
        assert!(
            longest <= 1.01,
            "{frame_rate}: an edge is {longest} of its length in frame {frame}"
        );
    }
}
