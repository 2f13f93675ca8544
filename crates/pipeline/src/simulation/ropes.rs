//! Edges of cloth as ropes, and their mean length.

use crate::world::{ClothPart, World};

/// Edges of cloths, and the lengths (m) that they must not exceed.
pub(super) fn ropes(world: &World, limit: Option<f64>) -> Vec<([usize; 2], f64)> {
    let Some(limit) = limit else { return Vec::new() };
    let edges = |cloth: &ClothPart| {
        let first = cloth.first.index();
        let ends = cloth.topology.edges().iter().map(|edge| edge.map(|v| first + v.index()));
        let lengths = cloth.shape.lengths().iter().map(|length| (1.0 + limit) * length);
        ends.zip(lengths).collect::<Vec<_>>()
    };
    world.cloths.iter().flat_map(edges).collect()
}

/// Mean length of an edge of cloth (m).
pub(super) fn mean_edge(world: &World) -> f64 {
    let lengths: Vec<f64> =
        world.cloths.iter().flat_map(|cloth| cloth.shape.lengths()).copied().collect();
    lengths.iter().sum::<f64>() / lengths.len().max(1) as f64
}
