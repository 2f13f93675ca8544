//! How far every vertex may go, from distances alone.
//!
//! Two features at the distance `d` do not come closer than their separation `ξ` if no vertex of either moves farther than a share `γ < ½` of `d − ξ`: a point of an
//! edge or a face moves no farther than one of its vertices. So with
//!
//! ```text
//! rᵢ = γ min { d − ξ of all pairs with vertex i, the same where pairs were not looked for any more }
//! ```
//!
//! every motion with `|Δxᵢ| ≤ rᵢ` keeps all separations, and is free of contact, all vertices in any directions of their own, and no impact has to be found: the filter of offset
//! geometric contact [Chen 2025]. Unlike the time of the first impact, one for all, a bound per vertex holds nobody back who is far from everything.
//!
//! **The price.** The bound knows nothing of directions: surfaces that slide past each other, or apart, are held back as if they met.

use glam::DVec3;
use ripstop_geometry::{Candidate, CollisionMesh};

/// `γ`: less than a half by more than rounding.
const SHARE: f64 = 0.45;

/// The way (m) that every vertex may go, if pairs are to stay farther apart than their `separation` (m), which may be 0. `candidates` has to hold all pairs that
/// are closer than `reach` (m) beyond it.
#[must_use]
pub fn trust_radii(
    mesh: &CollisionMesh,
    positions: &[DVec3],
    candidates: &[Candidate],
    reach: f64,
    separation: impl Fn(Candidate) -> f64,
) -> Vec<f64> {
    let mut gaps = vec![reach; positions.len()];
    for &candidate in candidates {
        let distance = candidate.kind().distance_squared(mesh.points(candidate, positions)).sqrt();
        let gap = (distance - separation(candidate)).max(0.0);
        for vertex in mesh.stencil(candidate) {
            let least = &mut gaps[vertex.index()];
            *least = least.min(gap);
        }
    }
    gaps.iter().map(|gap| SHARE * gap).collect()
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
