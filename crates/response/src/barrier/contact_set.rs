//! From candidate pairs to contacts.
//!
//! Every vertex–face and every edge–edge pair that is closer than its reach counts once, as in [Li
//! 2020]: the sum over all pairs is continuous. Where the closest points lie on smaller features,
//! many pairs coincide: a vertex over an edge is near both faces of the edge, and each of its own
//! edges is near it. Such pairs become one contact whose weight is their number, so that
//!
//! ```text
//! Σ_pairs m b(d²)  =  Σ_contacts w m b(d²)
//! ```
//!
//! to rounding, with fewer and smaller terms. Edges that are nearly parallel stay pairs of edges
//! wherever they are closest, because their mollifier needs both.
//!
//! Most candidates are not contacts, and which are is as good as random to a branch predictor. So
//! they are filtered in stages, some dozens at a time, and each stage writes to a list without
//! branching: not separated along the line of the centroids; closer than the reach; sorted by
//! features.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::closest::{
    PointSegmentRegion, PointTriangleRegion, SegmentSegmentRegion, point_triangle, segment_segment,
};
use ripstop_geometry::distance::edge_edge_mollifier;
use ripstop_geometry::{Candidate, CollisionMesh, EdgeId, FaceId, VertexId};

use super::found::{Found, Shared, joined};
use super::{BarrierContact, Features, PairRule};

/// Pairs in a task.
const TASK: usize = 4096;

/// Pairs that go through the stages together.
const BLOCK: usize = 64;

/// A surface with its rest lengths.
#[derive(Clone, Copy, Debug)]
pub struct ContactSurface<'a> {
    /// Its vertices, edges and faces.
    pub mesh: &'a CollisionMesh,
    /// Rest lengths of the edges (m).
    pub edge_lengths: &'a [f64],
}

/// Contacts in a fixed order: by kind of features, then by ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactSet {
    /// The contacts.
    pub contacts: Vec<BarrierContact>,
}

impl ContactSet {
    /// Finds the contacts among candidates at some positions (m). No pair may reach farther than
    /// `reach` (m); `rule` is called only for pairs that are closer than that. No candidate may
    /// occur twice.
    #[must_use]
    pub fn find(
        surface: ContactSurface,
        positions: &[DVec3],
        candidates: &[Candidate],
        reach: f64,
        rule: impl Fn(Candidate) -> PairRule + Sync,
    ) -> Self {
        Self::find_where(surface, positions, candidates, |_| reach, rule)
    }

    /// As [`ContactSet::find`], of pairs that differ in reach: `reach` is called for all of them,
    /// and returns a distance (m) that a pair does not reach beyond. Where edges are shorter than
    /// the thickness, most pairs are neighbours that reach less far than they are apart.
    #[must_use]
    pub fn find_where(
        surface: ContactSurface,
        positions: &[DVec3],
        candidates: &[Candidate],
        reach: impl Fn(Candidate) -> f64 + Sync,
        rule: impl Fn(Candidate) -> PairRule + Sync,
    ) -> Self {
        let search = Search { surface, positions, reach, rule };
        let parts: Vec<Found> =
            candidates.par_chunks(TASK).map(|part| search.contacts(part)).collect();
        joined(&parts, surface.mesh)
    }

    /// The least distance of a contact (m), if there is any.
    #[must_use]
    pub fn least_distance(&self, positions: &[DVec3]) -> Option<f64> {
        let least = |part: &[BarrierContact]| {
            let squares = part.iter().map(|contact| contact.distance_squared(positions));
            squares.fold(f64::INFINITY, f64::min)
        };
        let least = self.contacts.par_chunks(TASK).map(least).reduce(|| f64::INFINITY, f64::min);
        (!self.contacts.is_empty()).then(|| least.sqrt())
    }
}

struct Search<'a, D, R> {
    surface: ContactSurface<'a>,
    positions: &'a [DVec3],
    reach: D,
    rule: R,
}

/// Regions of the closest points of a pair.
#[derive(Clone, Copy)]
enum PairRegion {
    VertexFace(PointTriangleRegion),
    EdgeEdge(SegmentSegmentRegion),
}

impl<D: Fn(Candidate) -> f64, R: Fn(Candidate) -> PairRule> Search<'_, D, R> {
    fn contacts(&self, candidates: &[Candidate]) -> Found {
        let mut found = Found::with_capacity(candidates.len() / 8);
        let Some(&first) = candidates.first() else { return found };
        let mut close = [(first, [DVec3::ZERO; 4], 0.0); BLOCK];
        let region = PairRegion::VertexFace(PointTriangleRegion::Face);
        let mut near = [(0, region, 0.0); BLOCK];
        for block in candidates.chunks(BLOCK) {
            let mut count = 0;
            for &candidate in block {
                let points = self.points(candidate);
                let reach = (self.reach)(candidate);
                close[count] = (candidate, points, reach);
                count += usize::from(!are_separated(candidate, points, reach));
            }
            let mut near_count = 0;
            for (i, &(candidate, points, reach)) in close[..count].iter().enumerate() {
                let (region, distance_squared) = closest(candidate, points);
                near[near_count] = (i, region, distance_squared);
                near_count += usize::from(distance_squared < reach * reach);
            }
            for &(i, region, distance_squared) in &near[..near_count] {
                let (candidate, points, _) = close[i];
                self.sort((candidate, points), region, distance_squared, &mut found);
            }
        }
        found
    }

    #[inline]
    fn points(&self, candidate: Candidate) -> [DVec3; 4] {
        let [a, b, c, d] = self.surface.mesh.stencil(candidate);
        let at = |vertex: VertexId| self.positions[vertex.index()];
        [at(a), at(b), at(c), at(d)]
    }

    /// Adds a pair to the contacts of its features, if it is within its own reach.
    #[inline]
    fn sort(
        &self,
        (candidate, points): (Candidate, [DVec3; 4]),
        region: PairRegion,
        distance_squared: f64,
        found: &mut Found,
    ) {
        let rule = (self.rule)(candidate);
        let reach = rule.range.reach();
        if distance_squared >= reach * reach {
            return;
        }
        let vertices = self.surface.mesh.stencil(candidate);
        match (candidate, region) {
            (Candidate::VertexFace { vertex, face }, PairRegion::VertexFace(region)) => {
                self.vertex_face((vertex, face), region, (vertices, rule), found);
            }
            (Candidate::EdgeEdge { a, b }, PairRegion::EdgeEdge(region)) => {
                self.edge_edge(([a, b], points), region, (vertices, rule), found);
            }
            _ => {}
        }
    }

    #[inline]
    fn vertex_face(
        &self,
        (vertex, face): (VertexId, FaceId),
        region: PointTriangleRegion,
        (vertices, rule): ([VertexId; 4], PairRule),
        found: &mut Found,
    ) {
        match region {
            PointTriangleRegion::Face => found.vertex_face.push(BarrierContact {
                features: Features::VertexFace,
                vertices,
                rule,
            }),
            PointTriangleRegion::Edge(i) => {
                let edge = self.surface.mesh.face_edges()[face.index()][i];
                found.vertex_edge.push(Shared::vertex_edge(vertex, edge, rule));
            }
            PointTriangleRegion::Vertex(i) => {
                found.vertex_vertex.push(Shared::two_vertices(vertex, vertices[1 + i], rule));
            }
        }
    }

    #[inline]
    fn edge_edge(
        &self,
        ([a, b], points): ([EdgeId; 2], [DVec3; 4]),
        region: SegmentSegmentRegion,
        (vertices, rule): ([VertexId; 4], PairRule),
        found: &mut Found,
    ) {
        use PointSegmentRegion::{Interior, Start};
        let rest_lengths = [a, b].map(|edge| self.surface.edge_lengths[edge.index()]);
        if !edge_edge_mollifier(points, rest_lengths).is_one() {
            let features = Features::ParallelEdges { rest_lengths, region };
            found.parallel.push(BarrierContact { features, vertices, rule });
            return;
        }
        let end = |first: usize, region: PointSegmentRegion| {
            if region == Start { vertices[first] } else { vertices[first + 1] }
        };
        let beside = |vertex: VertexId, edge: EdgeId| Shared::vertex_edge(vertex, edge, rule);
        match (region.a, region.b) {
            (Interior, Interior) => found.edge_edge.push(BarrierContact {
                features: Features::EdgeEdge,
                vertices,
                rule,
            }),
            (Interior, on_b) => found.vertex_edge.push(beside(end(2, on_b), a)),
            (on_a, Interior) => found.vertex_edge.push(beside(end(0, on_a), b)),
            (on_a, on_b) => {
                found.vertex_vertex.push(Shared::two_vertices(end(0, on_a), end(2, on_b), rule));
            }
        }
    }
}

/// Regions of the closest points, and the squared distance (m²).
#[inline]
fn closest(candidate: Candidate, [p, q, r, s]: [DVec3; 4]) -> (PairRegion, f64) {
    match candidate {
        Candidate::VertexFace { .. } => {
            let closest = point_triangle(p, [q, r, s]);
            (PairRegion::VertexFace(closest.region), closest.distance_squared)
        }
        Candidate::EdgeEdge { .. } => {
            let closest = segment_segment([p, q], [r, s]);
            (PairRegion::EdgeEdge(closest.region), closest.distance_squared)
        }
    }
}

/// True if the line of the centroids separates a pair by more than `reach` (m): conservative, so a
/// pair for which it is false may still be farther apart.
#[inline]
fn are_separated(candidate: Candidate, [p, q, r, s]: [DVec3; 4], reach: f64) -> bool {
    let (direction, gap) = match candidate {
        Candidate::VertexFace { .. } => {
            let direction = 3.0 * p - (q + r + s);
            let [q, r, s] = [q, r, s].map(|corner| direction.dot(p - corner));
            (direction, q.min(r).min(s))
        }
        Candidate::EdgeEdge { .. } => {
            let direction = (p + q) - (r + s);
            let [q, r, s] = [q, r, s].map(|end| direction.dot(end - p));
            (direction, q.min(0.0) - r.max(s))
        }
    };
    // A little more than the reach, for rounding.
    gap > 0.0 && gap * gap > 1.000_001 * reach * reach * direction.length_squared()
}
