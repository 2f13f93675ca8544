//! How far every vertex may go, from distances alone.
//!
//! Two features at the distance `d` cannot meet if no vertex of either moves farther than a share `γ < ½` of `d`: a point of an edge or a face moves
//! no farther than one of its vertices. So with
//!
//! ```text
//! rᵢ = γ min { d of all pairs with vertex i, the distance up to which pairs were looked for }
//! ```
//!
//! every motion with `|Δxᵢ| ≤ rᵢ` is free of contact, all vertices in any directions of their own, and no impact has to be found: the filter of offset
//! geometric contact [Chen 2025]. Unlike the time of the first impact, one for all, a bound per vertex holds nobody back who is far from everything.
//!
//! **The price.** The bound knows nothing of directions: surfaces that slide past each other, or apart, are held back as if they met.

use glam::DVec3;
use ripstop_geometry::closest::{point_triangle, segment_segment};
use ripstop_geometry::{Candidate, CollisionMesh};

/// `γ`: less than a half by more than rounding.
const SHARE: f64 = 0.45;

/// The way (m) that every vertex may go. `candidates` has to hold all pairs that are closer than `reach` (m).
#[must_use]
pub fn safe_ways(
    mesh: &CollisionMesh,
    positions: &[DVec3],
    candidates: &[Candidate],
    reach: f64,
) -> Vec<f64> {
    let mut squares = vec![reach * reach; positions.len()];
    for &candidate in candidates {
        let vertices = mesh.stencil(candidate);
        let [p, q, r, s] = vertices.map(|vertex| positions[vertex.index()]);
        let square = match candidate {
            Candidate::VertexFace { .. } => point_triangle(p, [q, r, s]).distance_squared,
            Candidate::EdgeEdge { .. } => segment_segment([p, q], [r, s]).distance_squared,
        };
        for vertex in vertices {
            let least = &mut squares[vertex.index()];
            *least = least.min(square);
        }
    }
    squares.iter().map(|square| SHARE * square.sqrt()).collect()
}

/// Shortens displacements (m) to the ways that are safe, each on its own; whether any was.
pub fn truncate(displacements: &mut [DVec3], ways: &[f64]) -> bool {
    let mut any = false;
    for (displacement, &way) in displacements.iter_mut().zip(ways) {
        let length = displacement.length();
        if length > way || length.is_nan() {
            let shortened = (way / length) * *displacement;
            // What is not a number goes nowhere.
            *displacement = if shortened.is_finite() { shortened } else { DVec3::ZERO };
            any = true;
        }
    }
    any
}
