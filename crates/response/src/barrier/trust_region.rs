//! Trust radii of the vertices, from distances alone.
//!
//! Two features at the distance `d` do not come closer than their separation `ξ` if no vertex of
//! either moves farther than a fraction `γ < ½` of `d − ξ`: a point of an edge or a face moves no
//! farther than one of its vertices. So with
//!
//! ```text
//! rᵢ = γ min { d − ξ of all candidate pairs with vertex i, reach of the candidates }
//! ```
//!
//! every motion with `|Δxᵢ| ≤ rᵢ` keeps all separations, and is free of contact, whatever the
//! direction of each vertex, and needs no CCD: the filter of offset geometric contact [Chen 2025].
//! Unlike the earliest TOI, which limits all vertices alike, a bound per vertex does not hold back
//! those that are far from everything.
//!
//! **The price.** The bound ignores directions: surfaces that slide past each other, or part, are
//! held back as if they met.

use glam::DVec3;
use ripstop_geometry::{Candidate, CollisionMesh};

/// `γ`: below a half by more than rounding.
const GAMMA: f64 = 0.45;

/// Trust radius `rᵢ` (m) of every vertex, if pairs are to stay farther apart than their
/// `separation` (m), which may be 0. `candidates` has to hold all pairs that are closer than
/// `reach` (m) beyond it.
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
    gaps.iter().map(|gap| GAMMA * gap).collect()
}

/// Truncates displacements (m) to the trust radii (m), each on its own. Returns true if any was.
pub fn truncate(displacements: &mut [DVec3], radii: &[f64]) -> bool {
    let mut any = false;
    for (displacement, &radius) in displacements.iter_mut().zip(radii) {
        let length = displacement.length();
        if length > radius || length.is_nan() {
            let shortened = (radius / length) * *displacement;
            // A NaN or infinite displacement becomes 0.
            *displacement = if shortened.is_finite() { shortened } else { DVec3::ZERO };
            any = true;
        }
    }
    any
}
