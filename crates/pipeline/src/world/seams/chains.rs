//! Two chains of edges that are sewn together.

use ripstop_geometry::{Stitch, VertexId};

use super::SeamInput;
use crate::world::ClothPart;

/// A chain of vertices of the world, with its arc length in the rest configuration.
struct Arc {
    vertices: Vec<VertexId>,
    /// From the first vertex to each, as parts of the whole.
    places: Vec<f64>,
}

impl SeamInput<'_> {
    /// Stitches of two chains, numbered within their cloths: one by one if they have as many
    /// vertices, else those of the finer one to edges of the other, by arc length. The legs of a
    /// dart may have an end in common, which is not sewn.
    pub(super) fn chain_stitches(
        &self,
        cloths: [usize; 2],
        chains: [&[u32]; 2],
    ) -> Result<Vec<Stitch>, String> {
        let [first, second] = [0, 1].map(|side| arc(&self.cloths[cloths[side]], chains[side]));
        let (first, second) = (first?, second?);
        let is_dart = |vertex: &VertexId| {
            let ends = [&first, &second].map(|arc| [arc.vertices.first(), arc.vertices.last()]);
            (0..2).any(|end| ends.iter().all(|ends| ends[end] == Some(vertex)))
        };
        let mut both = first.vertices.iter().filter(|vertex| second.vertices.contains(vertex));
        if let Some(vertex) = both.find(|vertex| !is_dart(vertex)) {
            return Err(format!(
                "vertex {} of the scene is sewn to itself or on both sides",
                vertex.0
            ));
        }
        let (fine, coarse) = if first.vertices.len() >= second.vertices.len() {
            (first, second)
        } else {
            (second, first)
        };
        let is_one_by_one = fine.vertices.len() == coarse.vertices.len();
        let stitch = |(number, &vertex): (usize, &VertexId)| {
            let (place, ratio) = if is_one_by_one {
                let place = number.min(coarse.vertices.len() - 2);
                (place, (number - place) as f64)
            } else {
                coarse.at(fine.places[number])
            };
            let edge = [coarse.vertices[place], coarse.vertices[place + 1]];
            Stitch { vertex, edge, ratio }
        };
        let stitches = fine.vertices.iter().enumerate().map(stitch);
        Ok(stitches.filter(|stitch| !stitch.edge.contains(&stitch.vertex)).collect())
    }
}

impl Arc {
    /// The edge that holds a part of the arc length, and the ratio on it.
    fn at(&self, part: f64) -> (usize, f64) {
        let last = self.places.len() - 2;
        let place = self.places.partition_point(|start| *start <= part).saturating_sub(1).min(last);
        let (start, end) = (self.places[place], self.places[place + 1]);
        (place, ((part - start) / (end - start)).clamp(0.0, 1.0))
    }
}

/// A chain of vertices of a cloth, numbered within it.
fn arc(part: &ClothPart, chain: &[u32]) -> Result<Arc, String> {
    if chain.len() < 2 {
        return Err(format!("it has to sew at least 2 vertices of {}", part.owner));
    }
    let count = part.topology.vertex_count();
    if let Some(vertex) = chain.iter().find(|vertex| **vertex as usize >= count) {
        return Err(format!("it names vertex {vertex} of {}, which has {count}", part.owner));
    }
    let mut places = vec![0.0];
    let mut length = 0.0;
    for ends in chain.windows(2) {
        let [a, b] = [VertexId(ends[0]), VertexId(ends[1])];
        let Some(edge) = part.topology.edge_between([a, b]) else {
            return Err(format!("vertices {} and {} of {} are not an edge", a.0, b.0, part.owner));
        };
        length += part.shape.lengths()[edge.index()];
        places.push(length);
    }
    for place in &mut places {
        *place /= length;
    }
    let vertices = chain.iter().map(|vertex| VertexId(part.first.0 + vertex)).collect();
    Ok(Arc { vertices, places })
}
