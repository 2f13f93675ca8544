//! Distances over seams in the rest configuration.
//!
//! Two panels that are sewn together are one cloth, and across the seam two points are as far apart
//! in the rest configuration as the path over the seam is long. As for two parts of one cloth, a
//! pair keeps no more separation than that, and never less than the seam's gap. Such pairs stay in
//! the certified check like all others: sewn panels come close, and do not pass.

use std::ops::Range;

use glam::DVec3;
use ripstop_geometry::{Stitch, VertexId};

/// A stitch, and the separation kept across it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpacedStitch {
    /// The stitch.
    pub stitch: Stitch,
    /// Separation kept across it (m).
    pub gap: f64,
}

/// Distances of vertices from stitches in the rest configuration.
#[derive(Clone, Debug, Default)]
pub struct SeamDistances {
    /// For every vertex the stitches near it, ascending, each with its distance (m); empty without
    /// seams.
    near: Vec<Vec<(u32, f64)>>,
    /// Of every stitch (m).
    gaps: Vec<f64>,
}

impl SeamDistances {
    /// Stitches within `reach` (m) of the vertices of their cloths, which are ranges of vertices.
    #[must_use]
    pub fn new(
        stitches: &[SpacedStitch],
        cloths: &[Range<usize>],
        rest: &[DVec3],
        reach: f64,
    ) -> Self {
        if stitches.is_empty() {
            return Self::default();
        }
        let mut near: Vec<Vec<(u32, f64)>> = vec![Vec::new(); rest.len()];
        for (number, SpacedStitch { stitch, .. }) in stitches.iter().enumerate() {
            let [a, b] = stitch.edge.map(|end| rest[end.index()]);
            let sides = [
                (stitch.vertex, rest[stitch.vertex.index()]),
                (stitch.edge[0], a.lerp(b, stitch.ratio)),
            ];
            for (vertex, place) in sides {
                let own = cloths.iter().find(|cloth| cloth.contains(&vertex.index()));
                for vertex in own.cloned().unwrap_or_default() {
                    let distance = rest[vertex].distance(place);
                    if distance <= reach {
                        add(&mut near[vertex], number as u32, distance);
                    }
                }
            }
        }
        Self { near, gaps: stitches.iter().map(|stitch| stitch.gap).collect() }
    }

    /// The least distance (m) over a seam from one primitive to another, but not less than the
    /// seam's gap; if there is one.
    #[must_use]
    pub fn across(&self, first: &[VertexId], second: &[VertexId]) -> Option<f64> {
        if self.near.is_empty() {
            return None;
        }
        let stitches = |vertices: &[VertexId]| -> Vec<(u32, f64)> {
            vertices.iter().flat_map(|vertex| &self.near[vertex.index()]).copied().collect()
        };
        let (first, second) = (stitches(first), stitches(second));
        let distances = first.iter().flat_map(|(stitch, distance)| {
            let gap = self.gaps[*stitch as usize];
            let others = second.iter().filter(move |(other, _)| other == stitch);
            others.map(move |(_, rest)| (distance + rest).max(gap))
        });
        distances.min_by(f64::total_cmp)
    }
}

/// Adds a stitch to those near a vertex; of its two ends the nearer one counts.
fn add(near: &mut Vec<(u32, f64)>, stitch: u32, distance: f64) {
    match near.last_mut() {
        Some((last, least)) if *last == stitch => *least = least.min(distance),
        _ => near.push((stitch, distance)),
    }
}
