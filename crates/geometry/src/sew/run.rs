//! Runs along borders: the vertices between two points of a seam.

use std::collections::BTreeMap;

use glam::DVec3;

use crate::{Topology, VertexId};

/// Longest run, as a multiple of the edge that is sewn to it: gathers are longer.
const LONGEST: f64 = 4.0;

/// Most vertices that are looked at for a run.
const MOST_VERTICES: usize = 256;

/// A point of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EdgePoint {
    pub(super) edge: [VertexId; 2],
    /// From 0 at its first end to 1 at its second.
    pub(super) ratio: f64,
}

/// Edges of panels with their lengths in the rest configuration.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) mesh: &'a Topology,
    pub(super) rest: &'a [[DVec3; 3]],
}

impl Run<'_> {
    /// Rest length of an edge (m), if there is one between two vertices.
    pub(super) fn length(&self, ends: [VertexId; 2]) -> Option<f64> {
        let edge = self.mesh.edge_between(ends)?;
        let face = self.mesh.edge_faces().row(edge.index()).first()?.index();
        let place = |end: VertexId| {
            let corner = self.mesh.faces()[face].iter().position(|corner| *corner == end)?;
            Some(self.rest[face][corner])
        };
        Some(place(ends[0])?.distance(place(ends[1])?))
    }

    /// The vertices on the shortest way along borders from one point to another, with their places
    /// on the edge `sewn` whose ends are sewn to the points; none if there is no short one.
    pub(super) fn between(
        &self,
        sewn: [VertexId; 2],
        [from, to]: [EdgePoint; 2],
    ) -> Vec<(u32, f64)> {
        let [mut low, mut high] = [from.edge, to.edge];
        low.sort_unstable();
        high.sort_unstable();
        let limit = LONGEST * self.length(sewn).unwrap_or(0.0);
        if low == high {
            return Vec::new();
        }
        let reached = self.reached(&self.ways(from), limit);
        let ends = self.ways(to).into_iter().filter_map(|(end, rest)| {
            let length = reached.get(&end)?.0 + rest;
            (length <= limit).then_some((length, end))
        });
        let Some((length, end)) = ends.min_by(|a, b| a.0.total_cmp(&b.0)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut next = Some(end);
        while let Some(vertex) = next {
            let (distance, before) = reached[&vertex];
            found.push((vertex.0, if length > 0.0 { distance / length } else { 0.0 }));
            next = before;
        }
        found.reverse();
        found
    }

    /// The ends of a point's edge, with their distances from the point (m).
    fn ways(&self, point: EdgePoint) -> [(VertexId, f64); 2] {
        let length = self.length(point.edge).unwrap_or(0.0);
        let [a, b] = point.edge;
        [(a, point.ratio * length), (b, (1.0 - point.ratio) * length)]
    }

    /// Vertices on borders within a distance (m): their distances, and the vertices before them.
    fn reached(
        &self,
        starts: &[(VertexId, f64)],
        limit: f64,
    ) -> BTreeMap<VertexId, (f64, Option<VertexId>)> {
        let mut reached = BTreeMap::new();
        let mut open: Vec<(f64, VertexId, Option<VertexId>)> =
            starts.iter().map(|&(vertex, distance)| (distance, vertex, None)).collect();
        while reached.len() < MOST_VERTICES {
            let nearest = open
                .iter()
                .enumerate()
                .min_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.1.1.cmp(&b.1.1)));
            let Some((place, &(distance, vertex, before))) = nearest else { break };
            open.swap_remove(place);
            if distance > limit || reached.contains_key(&vertex) {
                continue;
            }
            reached.insert(vertex, (distance, before));
            for &edge in self.mesh.vertex_edges().row(vertex.index()) {
                if self.mesh.edge_faces().row(edge.index()).len() == 1 {
                    let [a, b] = self.mesh.edges()[edge.index()];
                    let other = if a == vertex { b } else { a };
                    let length = self.length([a, b]).unwrap_or(0.0);
                    open.push((distance + length, other, Some(vertex)));
                }
            }
        }
        reached
    }
}
