//! Truncation of displacements by planes between primitives.
//!
//! Two primitives at the distance `d`, with closest points `a` and `b` and `n = (b − a)/d`, lie on
//! either side of every plane across `n` between `a` and `b`. Put there by who approaches how fast,
//!
//! ```text
//! u_a = max (n·Δxᵢ)⁺,   u_b = max (−n·Δxⱼ)⁺,   λ = u_a/(u_a + u_b) in [0.05, 0.95]
//! n·Δxᵢ ≤ γ (λ(d − ξ) − n·(xᵢ − a)),     −n·Δxⱼ ≤ γ ((1 − λ)(d − ξ) + n·(xⱼ − b))
//! ```
//!
//! both stay in their half-spaces, a separation `ξ` apart, at all times of the motion: divide and
//! truncate. A vertex that would go farther is shortened, along its own way; sliding and parting
//! are free. Pairs beyond the reach of the candidates cannot meet if no vertex goes farther than
//! `γ/2` of it.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::{Candidate, CollisionMesh, PairKind, separation as between};

/// `γ`: part of the way to a plane that may be gone.
const GAMMA: f64 = 0.85;

/// Least part of a gap that either side gets.
const LEAST_PART: f64 = 0.05;

/// Pairs in a task.
const TASK: usize = 4096;

/// Truncates displacements (m) at the planes between pairs, each on its own, so that pairs stay
/// farther apart than their `separation` (m), which may be 0. `candidates` has to hold all pairs
/// that are closer than `reach` (m) beyond it. Returns true if any was.
pub fn truncate_at_planes(
    (mesh, positions): (&CollisionMesh, &[DVec3]),
    displacements: &mut [DVec3],
    candidates: &[Candidate],
    reach: f64,
    separation: impl Fn(Candidate) -> f64 + Sync,
) -> bool {
    let ways = &*displacements;
    let limits_of = |&candidate: &Candidate| {
        let vertices = mesh.stencil(candidate);
        let moves = [positions, ways].map(|of| vertices.map(|vertex| of[vertex.index()]));
        let limits = limits(candidate.kind(), moves, separation(candidate));
        limits.map(|limits| (vertices, limits))
    };
    let parts: Vec<Vec<_>> = candidates
        .par_chunks(TASK)
        .map(|part| part.iter().filter_map(limits_of).collect())
        .collect();
    let longest = 0.5 * GAMMA * reach;
    let within_reach = |way: &DVec3| {
        let part = longest / way.length();
        // A NaN or infinite displacement becomes 0.
        if way.is_finite() { part.min(1.0) } else { 0.0 }
    };
    let mut least: Vec<f64> = ways.iter().map(within_reach).collect();
    for (vertices, limits) in parts.into_iter().flatten() {
        for (vertex, limit) in vertices.into_iter().zip(limits) {
            let part = &mut least[vertex.index()];
            *part = part.min(limit);
        }
    }
    for (way, part) in displacements.iter_mut().zip(&least) {
        if *part < 1.0 {
            *way = if *part > 0.0 { *part * *way } else { DVec3::ZERO };
        }
    }
    least.iter().any(|part| *part < 1.0)
}

/// Parts of their ways that the vertices of a pair may go; `None` if all may go all of it.
fn limits(kind: PairKind, [x, ways]: [[DVec3; 4]; 2], separation: f64) -> Option<[f64; 4]> {
    let first = match kind {
        PairKind::VertexFace => 1,
        PairKind::EdgeEdge => 2,
    };
    let weights = kind.closest_weights(x);
    let apart = -between(weights, x);
    let distance = apart.length();
    let n = apart / distance;
    let a: DVec3 = (0..first).map(|i| weights[i] * x[i]).sum();
    let approach = |i: usize| if i < first { n.dot(ways[i]) } else { -n.dot(ways[i]) };
    let fastest = |range: std::ops::Range<usize>| range.map(approach).fold(0.0, f64::max);
    let [u_a, u_b] = [fastest(0..first), fastest(first..4)];
    let gap = (distance - separation).max(0.0);
    if u_a + u_b <= GAMMA * LEAST_PART * gap {
        return None;
    }
    let share = (u_a / (u_a + u_b)).clamp(LEAST_PART, 1.0 - LEAST_PART);
    let limit = |i: usize| {
        let ahead = n.dot(x[i] - a);
        let room =
            if i < first { share * gap - ahead } else { (1.0 - share) * gap + ahead - distance };
        let (room, way) = (GAMMA * room.max(0.0), approach(i));
        if way > room { room / way } else { 1.0 }
    };
    let limits = std::array::from_fn(limit);
    // Primitives that touch have no plane; a NaN is none either.
    let limits = if n.is_finite() { limits } else { [0.0; 4] };
    limits.iter().any(|limit| *limit < 1.0).then_some(limits)
}
