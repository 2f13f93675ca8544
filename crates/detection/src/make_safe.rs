//! One step made safe.

use glam::DVec3;
use ripstop_geometry::CollisionMesh;

use crate::guard::{Kept, Proposal};
use crate::{Safe, SafetyError, SafetySettings};

/// Changes proposed positions as little as needed for the straight motion from `start` to be free
/// of impacts. Vertices with inverse mass 0 are kinematic: they go where they are told, and pairs
/// of primitives that have no other vertices are not checked, since nobody could part them.
///
/// For many steps, a [`Guard`](crate::Guard) gives the same positions faster.
///
/// # Errors
/// If a number is NaN, infinite, or a negative inverse mass, if the arrays differ in length, if the
/// start is tangled (it is checked exactly, and the error names the pairs), or if kinematic
/// vertices leave no room for others.
pub fn make_safe(
    mesh: &CollisionMesh,
    start: &[DVec3],
    proposed: &[DVec3],
    inverse_masses: &[f64],
    settings: &SafetySettings,
) -> Result<Safe, SafetyError> {
    let proposal = Proposal { start, proposed, inverse_masses };
    Kept::new(mesh, settings)?.make_safe(mesh, settings, &proposal)
}
