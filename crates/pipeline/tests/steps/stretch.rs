//! Edges keep their lengths.

use ripstop_geometry::VertexId;
use ripstop_pipeline::builtin;

#[test]
fn no_edge_of_a_drape_is_longer_by_a_tenth() {
    let mut simulation = crate::built(&builtin::scene("drape", 16).expect("a built-in scene"));
    let cloth = simulation.cloth_vertex_count();
    let edges: Vec<[usize; 2]> = simulation
        .mesh()
        .edges()
        .iter()
        .map(|edge| edge.map(VertexId::index))
        .filter(|edge| edge[0] < cloth)
        .collect();
    let lengths = |simulation: &ripstop_pipeline::Simulation| -> Vec<f64> {
        let x = &simulation.state().positions;
        edges.iter().map(|&[a, b]| x[a].distance(x[b])).collect()
    };
    // The sheet starts without stress.
    let rest = lengths(&simulation);
    for frame in 1..=90 {
        simulation.step().expect("a step");
        let now = lengths(&simulation);
        let longest = now.iter().zip(&rest).map(|(a, b)| a / b).fold(0.0, f64::max);
        assert!(longest <= 1.1, "an edge is {longest} of its length in frame {frame}");
    }
}
