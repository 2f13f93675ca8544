//! From pairs that may be near to contacts.
//!
//! Every pair of a vertex and a face and every pair of edges that is closer than its reach counts once, as in [Li 2020]: the sum over all pairs is
//! continuous. Where the closest points lie on smaller features, many pairs say the same: a vertex over an edge is near both faces
//! of the edge, and each of its own edges is near it. Such pairs become one contact whose weight is their number, so that
//!
//! ```text
//! Σ_pairs m b(d²)  =  Σ_contacts w m b(d²)
//! ```
//!
//! to rounding, with fewer and smaller terms. Edges that are nearly parallel stay pairs of edges wherever they are closest, because their
//! mollifier needs both.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::closest::{
    PointSegmentRegion, PointTriangleRegion, point_triangle, segment_segment,
};
use ripstop_geometry::distance::edge_edge_mollifier;
use ripstop_geometry::{Candidate, CollisionMesh, EdgeId, VertexId};

use super::{BarrierContact, Features, PairRule};

/// Pairs in a task.
const TASK: usize = 4096;

/// A surface on which contacts are looked for.
#[derive(Clone, Copy, Debug)]
pub struct ContactSurface<'a> {
    /// Its vertices, edges and faces.
    pub mesh: &'a CollisionMesh,
    /// Lengths of the edges without stress (m).
    pub edge_lengths: &'a [f64],
}

/// Contacts in a fixed order: by kind of features, then by ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactSet {
    /// The contacts.
    pub contacts: Vec<BarrierContact>,
}

impl ContactSet {
    /// The contacts among some candidates at some positions (m). No pair may reach farther than `reach` (m); `rule` is asked only for pairs that are
    /// closer than that. The candidates must not name a pair twice.
    #[must_use]
    pub fn find(
        surface: ContactSurface,
        positions: &[DVec3],
        candidates: &[Candidate],
        reach: f64,
        rule: impl Fn(Candidate) -> PairRule + Sync,
    ) -> Self {
        let search = Search { surface, positions, reach, rule };
        let part = |part: &[Candidate]| {
            let mut found = Found::default();
            for &candidate in part {
                search.look(candidate, &mut found);
            }
            found
        };
        let parts: Vec<Found> = candidates.par_chunks(TASK).map(part).collect();
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

/// What a task has found, by kind.
#[derive(Default)]
struct Found {
    vertex_vertex: Vec<Shared>,
    vertex_edge: Vec<Shared>,
    vertex_face: Vec<BarrierContact>,
    edge_edge: Vec<BarrierContact>,
    parallel: Vec<BarrierContact>,
}

/// A pair that others may repeat: a vertex, and the id of the vertex or edge that is close to it.
#[derive(Clone, Copy)]
struct Shared {
    vertex: u32,
    other: u32,
    rule: PairRule,
}

struct Search<'a, R> {
    surface: ContactSurface<'a>,
    positions: &'a [DVec3],
    reach: f64,
    rule: R,
}

impl<R: Fn(Candidate) -> PairRule> Search<'_, R> {
    #[inline]
    fn look(&self, candidate: Candidate, found: &mut Found) {
        let vertices = self.surface.mesh.stencil(candidate);
        let points = vertices.map(|vertex| self.positions[vertex.index()]);
        if are_apart(candidate, points, self.reach) {
            return;
        }
        match candidate {
            Candidate::VertexFace { .. } => self.vertex_face(candidate, vertices, points, found),
            Candidate::EdgeEdge { .. } => self.edge_edge(candidate, vertices, points, found),
        }
    }

    /// The rule of a pair that is within its reach.
    #[inline]
    fn rule(&self, candidate: Candidate, distance_squared: f64) -> Option<PairRule> {
        if distance_squared >= self.reach * self.reach {
            return None;
        }
        let rule = (self.rule)(candidate);
        let reach = rule.range.reach();
        (distance_squared < reach * reach).then_some(rule)
    }

    fn vertex_face(
        &self,
        candidate: Candidate,
        vertices: [VertexId; 4],
        [p, a, b, c]: [DVec3; 4],
        found: &mut Found,
    ) {
        let closest = point_triangle(p, [a, b, c]);
        let Some(rule) = self.rule(candidate, closest.distance_squared) else { return };
        let Candidate::VertexFace { vertex, face } = candidate else { return };
        match closest.region {
            PointTriangleRegion::Face => found.vertex_face.push(BarrierContact {
                features: Features::VertexFace,
                vertices,
                rule,
            }),
            PointTriangleRegion::Edge(i) => {
                let edge = self.surface.mesh.face_edges()[face.index()][i];
                found.vertex_edge.push(Shared { vertex: vertex.0, other: edge.0, rule });
            }
            PointTriangleRegion::Vertex(i) => {
                found.vertex_vertex.push(two_vertices(vertex, vertices[1 + i], rule));
            }
        }
    }

    fn edge_edge(
        &self,
        candidate: Candidate,
        vertices: [VertexId; 4],
        points: [DVec3; 4],
        found: &mut Found,
    ) {
        use PointSegmentRegion::{Interior, Start};
        let [p, q, r, s] = points;
        let closest = segment_segment([p, q], [r, s]);
        let Some(rule) = self.rule(candidate, closest.distance_squared) else { return };
        let Candidate::EdgeEdge { a, b } = candidate else { return };
        let rest_lengths = [a, b].map(|edge| self.surface.edge_lengths[edge.index()]);
        if !edge_edge_mollifier(points, rest_lengths).is_one() {
            let features = Features::ParallelEdges { rest_lengths, region: closest.region };
            found.parallel.push(BarrierContact { features, vertices, rule });
            return;
        }
        let end = |first: usize, region: PointSegmentRegion| {
            if region == Start { vertices[first] } else { vertices[first + 1] }
        };
        let beside =
            |vertex: VertexId, edge: EdgeId| Shared { vertex: vertex.0, other: edge.0, rule };
        match (closest.region.a, closest.region.b) {
            (Interior, Interior) => found.edge_edge.push(BarrierContact {
                features: Features::EdgeEdge,
                vertices,
                rule,
            }),
            (Interior, on_b) => found.vertex_edge.push(beside(end(2, on_b), a)),
            (on_a, Interior) => found.vertex_edge.push(beside(end(0, on_a), b)),
            (on_a, on_b) => {
                found.vertex_vertex.push(two_vertices(end(0, on_a), end(2, on_b), rule));
            }
        }
    }
}

/// Whether a pair is certainly farther apart than `reach` (m): along the line of its middles. A pair that is not may still be.
#[inline]
fn are_apart(candidate: Candidate, [p, q, r, s]: [DVec3; 4], reach: f64) -> bool {
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

fn two_vertices(a: VertexId, b: VertexId, rule: PairRule) -> Shared {
    Shared { vertex: a.0.min(b.0), other: a.0.max(b.0), rule }
}

fn joined(parts: &[Found], mesh: &CollisionMesh) -> ContactSet {
    let shared = |kind: fn(&Found) -> &Vec<Shared>| merged(parts, kind, mesh.vertex_count());
    let (vertex_vertex, vertex_edge) =
        (shared(|found| &found.vertex_vertex), shared(|found| &found.vertex_edge));
    let whole =
        |found: &Found| found.vertex_face.len() + found.edge_edge.len() + found.parallel.len();
    let count = vertex_vertex.len() + vertex_edge.len() + parts.iter().map(whole).sum::<usize>();
    let mut contacts = Vec::with_capacity(count);
    contacts.extend(vertex_vertex.iter().map(|pair| {
        let [a, b] = [pair.vertex, pair.other].map(VertexId);
        let features = Features::VertexVertex;
        BarrierContact { features, vertices: [a, b, b, b], rule: pair.rule }
    }));
    contacts.extend(vertex_edge.iter().map(|pair| {
        let [a, b] = mesh.edge(EdgeId(pair.other));
        let features = Features::VertexEdge;
        BarrierContact { features, vertices: [VertexId(pair.vertex), a, b, b], rule: pair.rule }
    }));
    for kind in [
        (|found| &found.vertex_face) as fn(&Found) -> &Vec<BarrierContact>,
        |found| &found.edge_edge,
        |found| &found.parallel,
    ] {
        for part in parts {
            contacts.extend_from_slice(kind(part));
        }
    }
    ContactSet { contacts }
}

/// The pairs of one kind, sorted, with those added up that repeat each other. Sorting is by vertex first, by counting, and then within
/// each vertex.
fn merged(parts: &[Found], kind: fn(&Found) -> &Vec<Shared>, vertex_count: usize) -> Vec<Shared> {
    let all = || parts.iter().flat_map(kind);
    let mut offsets = vec![0_u32; vertex_count + 1];
    for pair in all() {
        offsets[pair.vertex as usize + 1] += 1;
    }
    for i in 0..vertex_count {
        offsets[i + 1] += offsets[i];
    }
    let Some(&first) = all().next() else { return Vec::new() };
    let mut sorted = vec![first; offsets[vertex_count] as usize];
    let mut next = offsets.clone();
    for pair in all() {
        let place = &mut next[pair.vertex as usize];
        sorted[*place as usize] = *pair;
        *place += 1;
    }
    for range in offsets.windows(2) {
        // Stable: weights are added in the order of the pairs.
        sorted[range[0] as usize..range[1] as usize].sort_by_key(Shared::key);
    }
    sorted.dedup_by(|next, kept| {
        let same = next.vertex == kept.vertex && next.key() == kept.key();
        if same {
            kept.rule.weight += next.rule.weight;
        }
        same
    });
    sorted
}

impl Shared {
    /// Pairs with the same key are one contact. Non-negative numbers are in the order of their bits.
    #[inline]
    fn key(&self) -> (u32, [u64; 3]) {
        let PairRule { range, friction, .. } = self.rule;
        (self.other, [range.d_hat, range.separation, friction].map(f64::to_bits))
    }
}
