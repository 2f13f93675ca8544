//! Barriers as potentials: derivatives in every region, spectra, and contacts that stand for many
//! pairs.

#[path = "../brute_force/mod.rs"]
mod brute_force;
mod contacts;
mod derivatives;
mod projection;
mod trust_region;

use glam::DVec3;
use ripstop_geometry::{Candidate, CollisionMesh, EdgeId, FaceId, VertexId};
use ripstop_response::barrier::{
    BarrierForm, BarrierPotential, ContactSet, ContactSurface, PairRule,
};

/// Lengths of all edges (m).
fn edge_lengths(mesh: &CollisionMesh, positions: &[DVec3]) -> Vec<f64> {
    let length =
        |ends: &[VertexId; 2]| positions[ends[0].index()].distance(positions[ends[1].index()]);
    mesh.edges().iter().map(length).collect()
}

/// All pairs without a common vertex.
fn all_pairs(mesh: &CollisionMesh) -> Vec<Candidate> {
    let (vertices, faces) = (mesh.vertex_count() as u32, mesh.faces().len() as u32);
    let edges = mesh.edges().len() as u32;
    let vertex_face = (0..vertices).flat_map(|v| {
        (0..faces).map(move |f| Candidate::VertexFace { vertex: VertexId(v), face: FaceId(f) })
    });
    let edge_edge = (0..edges).flat_map(|a| {
        (a + 1..edges).map(move |b| Candidate::EdgeEdge { a: EdgeId(a), b: EdgeId(b) })
    });
    let is_apart = |candidate: &Candidate| {
        let [p, q, r, s] = mesh.stencil(*candidate);
        match candidate {
            Candidate::VertexFace { .. } => ![q, r, s].contains(&p),
            Candidate::EdgeEdge { .. } => ![r, s].contains(&p) && ![r, s].contains(&q),
        }
    };
    vertex_face.chain(edge_edge).filter(is_apart).collect()
}

/// The potential of some pairs at some positions.
fn potential(
    mesh: &CollisionMesh,
    positions: &[DVec3],
    candidates: &[Candidate],
    form: BarrierForm,
    rule: PairRule,
) -> BarrierPotential {
    let lengths = edge_lengths(mesh, positions);
    let surface = ContactSurface { mesh, edge_lengths: &lengths };
    let set = ContactSet::find(surface, positions, candidates, rule.range.reach(), |_| rule);
    BarrierPotential { set, form, stiffness: 3.0 }
}
