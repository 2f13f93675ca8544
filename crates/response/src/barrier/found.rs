//! Merges the contacts that tasks have found: sorts them, and adds up those that coincide.
//!
//! Merging is a counting sort by vertex, then a sort within each vertex. The result does not depend
//! on the number of tasks or threads.

use ripstop_geometry::{CollisionMesh, EdgeId, VertexId};

use super::{BarrierContact, ContactSet, Features, PairRule};

/// Contacts that a task has found, by kind.
pub(super) struct Found {
    pub(super) vertex_vertex: Vec<Shared>,
    pub(super) vertex_edge: Vec<Shared>,
    pub(super) vertex_face: Vec<BarrierContact>,
    pub(super) edge_edge: Vec<BarrierContact>,
    pub(super) parallel: Vec<BarrierContact>,
}

/// A pair that others may repeat: a vertex, and the id of the vertex or edge that is close to it.
#[derive(Clone, Copy)]
pub(super) struct Shared {
    pub(super) vertex: u32,
    pub(super) other: u32,
    pub(super) rule: PairRule,
}

impl Found {
    /// Empty, with capacity for `count` contacts of each kind.
    pub(super) fn with_capacity(count: usize) -> Self {
        Self {
            vertex_vertex: Vec::with_capacity(count),
            vertex_edge: Vec::with_capacity(count),
            vertex_face: Vec::with_capacity(count),
            edge_edge: Vec::with_capacity(count),
            parallel: Vec::with_capacity(count),
        }
    }
}

/// The contacts of all tasks, in order: by kind of features, then by ids.
pub(super) fn joined(parts: &[Found], mesh: &CollisionMesh) -> ContactSet {
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

/// The pairs of one kind, sorted; the weights of coinciding pairs are added.
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
    #[inline]
    pub(super) fn two_vertices(a: VertexId, b: VertexId, rule: PairRule) -> Self {
        Self { vertex: a.0.min(b.0), other: a.0.max(b.0), rule }
    }

    #[inline]
    pub(super) fn vertex_edge(vertex: VertexId, edge: EdgeId, rule: PairRule) -> Self {
        Self { vertex: vertex.0, other: edge.0, rule }
    }

    /// Pairs with the same key are one contact. Non-negative numbers have the order of their bits.
    #[inline]
    fn key(&self) -> (u32, [u64; 3]) {
        let PairRule { range, friction, .. } = self.rule;
        (self.other, [range.d_hat, range.separation, friction].map(f64::to_bits))
    }
}
