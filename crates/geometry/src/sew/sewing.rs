//! From stitches to vertices that merge and vertices that go into edges.

use std::collections::BTreeMap;

use super::Panels;
use super::classes::Classes;
use super::run::{EdgePoint, Run};
use crate::{Stitch, Topology, VertexId};

/// A part of an edge from its end that is the end.
const AT_END: f64 = 1e-3;

/// A vertex that goes into an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Insertion {
    pub(super) vertex: u32,
    pub(super) edge: [u32; 2],
    /// Place on the edge, from 0 at its first end to 1 at its second.
    pub(super) ratio: f64,
}

/// Stitches in the making.
pub(super) struct Sewing<'a> {
    run: Run<'a>,
    mesh: &'a Topology,
    snap: f64,
    positions: &'a [glam::DVec3],
    merges: Vec<Merge>,
    insertions: Vec<Insertion>,
}

/// A vertex that merges with an end of the edge that it is sewn to.
struct Merge {
    /// Distance between them (m).
    distance: f64,
    pair: [u32; 2],
    insertion: Insertion,
}

/// Classes of merged vertices, and vertices that go into edges.
pub(super) struct Sewn<'a> {
    pub(super) classes: Classes<'a>,
    pub(super) insertions: Vec<Insertion>,
    /// Merges that would have collapsed a face.
    pub(super) left_open: usize,
}

impl<'a> Sewing<'a> {
    /// No stitches yet. A vertex merges with an end of its edge within the part
    /// `snap` of it.
    pub(super) fn new(panels: &Panels<'a>, mesh: &'a Topology, snap: f64) -> Self {
        let run = Run { mesh, rest: panels.rest };
        let positions = panels.positions;
        Self { run, mesh, snap, positions, merges: Vec::new(), insertions: Vec::new() }
    }

    /// Adds the stitches of a seam.
    pub(super) fn add(&mut self, stitches: &[Stitch]) {
        for stitch in stitches {
            let [vertex, a, b] = stitch.vertices().map(|vertex| vertex.0);
            self.sew(Insertion { vertex, edge: [a, b], ratio: stitch.ratio });
        }
        // The vertices of the other side between two that follow each other.
        for pair in stitches.windows(2) {
            let ends = [pair[0].vertex, pair[1].vertex];
            if self.run.length(ends).is_some() {
                let between = self.run.between(ends, [0, 1].map(|i| EdgePoint::of(&pair[i])));
                for (vertex, ratio) in between {
                    self.sew(Insertion { vertex, edge: ends.map(|end| end.0), ratio });
                }
            }
        }
    }

    fn sew(&mut self, insertion: Insertion) {
        let Insertion { vertex, edge: [a, b], ratio } = insertion;
        let near = self.near(vertex, [a, b]);
        let end = if ratio <= near {
            a
        } else if ratio >= 1.0 - near {
            b
        } else {
            self.insertions.push(insertion);
            return;
        };
        let distance = self.positions[vertex as usize].distance(self.positions[end as usize]);
        self.merges.push(Merge { distance, pair: [vertex.min(end), vertex.max(end)], insertion });
    }

    /// The part of an edge within which a vertex merges with its ends: of the shortest of the edges
    /// that are concerned.
    fn near(&self, vertex: u32, edge: [u32; 2]) -> f64 {
        let length = |ends: [VertexId; 2]| self.run.length(ends).unwrap_or(0.0);
        let long = length(edge.map(VertexId));
        let vertex = VertexId(vertex);
        let own = self.mesh.neighbours(vertex).map(|other| length([vertex, other]));
        let short = own.fold(long, f64::min);
        if long > 0.0 { (self.snap * short / long).max(AT_END) } else { self.snap }
    }

    /// Merges, the closest first; then vertices that come to the same place of an edge. A merge
    /// that would collapse a face becomes an insertion if the vertex is not at the very end.
    pub(super) fn finish(mut self) -> Sewn<'a> {
        let mut classes = Classes::new(self.mesh);
        self.merges.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.pair.cmp(&b.pair)));
        let mut refused: Vec<[u32; 2]> = Vec::new();
        for Merge { pair, insertion, .. } in &self.merges {
            if !classes.unite(pair[0], pair[1]) {
                let is_inside = insertion.ratio > 0.0 && insertion.ratio < 1.0;
                if is_inside {
                    self.insertions.push(*insertion);
                } else {
                    refused.push(*pair);
                }
            }
        }
        refused.sort_unstable();
        refused.dedup();
        let left_open = refused.len();
        while self.unite_at_same_place(&mut classes) {}
        Sewn { classes, insertions: self.insertions, left_open }
    }

    /// Merges vertices that go into one edge closer together than faces may become narrow.
    fn unite_at_same_place(&self, classes: &mut Classes) -> bool {
        let mut by_edge: BTreeMap<[u32; 2], Vec<(f64, u32)>> = BTreeMap::new();
        for insertion in &self.insertions {
            let [a, b] = insertion.edge.map(|end| classes.of(end));
            let (edge, ratio) =
                if a < b { ([a, b], insertion.ratio) } else { ([b, a], 1.0 - insertion.ratio) };
            by_edge.entry(edge).or_default().push((ratio, insertion.vertex));
        }
        let mut has_united = false;
        for inserted in by_edge.values_mut() {
            inserted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for pair in inserted.windows(2) {
                let [(from, a), (to, b)] = [pair[0], pair[1]];
                let is_close = to - from < self.snap;
                if is_close && classes.of(a) != classes.of(b) {
                    has_united |= classes.unite(a, b);
                }
            }
        }
        has_united
    }
}

impl EdgePoint {
    fn of(stitch: &Stitch) -> Self {
        Self { edge: stitch.edge, ratio: stitch.ratio }
    }
}
