//! Probes: position and velocity of material points of a surface.
//!
//! ```text
//! x = Σ φᵢ xᵢ + α n,    v = Σ φᵢ vᵢ + α ṅ,    ṅ = (1 − n nᵀ)(v₁₀ × x₂₀ + x₁₀ × v₂₀)/|x₁₀ × x₂₀|
//! ```
//!
//! with the shape functions φ of a face; `α` is a distance from it along its normal, for sensors,
//! buttons and the like that stand off the surface.

use glam::DVec3;
use ripstop_geometry::FaceId;
use ripstop_geometry::closest::{ShapeFunctions, shape_functions};

use super::Simulation;

/// A point that moves with a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaterialPoint {
    /// The face, as numbered in [`Simulation::mesh`].
    pub face: FaceId,
    /// Barycentric weights of its corners, which sum to 1.
    pub weights: [f64; 3],
    /// Distance along the normal of the face (m).
    pub offset: f64,
}

/// Position and velocity of a material point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probe {
    /// (m).
    pub position: DVec3,
    /// (m/s).
    pub velocity: DVec3,
}

impl Simulation {
    /// The material point of a face that is at `x` (m) now; nothing if there is no such face, or it
    /// has no area.
    #[must_use]
    pub fn material_point(&self, face: FaceId, x: DVec3) -> Option<MaterialPoint> {
        let corners = self.corners(face, &self.state.positions)?;
        let ShapeFunctions { weights, offset, .. } = shape_functions(x, corners)?;
        Some(MaterialPoint { face, weights, offset })
    }

    /// Position and velocity of a material point now; nothing if there is no such face.
    #[must_use]
    pub fn probe(&self, point: &MaterialPoint) -> Option<Probe> {
        let MaterialPoint { face, weights, offset } = *point;
        let x = self.corners(face, &self.state.positions)?;
        let v = self.corners(face, &self.state.velocities)?;
        let sum = |of: [DVec3; 3]| weights[0] * of[0] + weights[1] * of[1] + weights[2] * of[2];
        let (x1, x2, v1, v2) = (x[1] - x[0], x[2] - x[0], v[1] - v[0], v[2] - v[0]);
        let area = x1.cross(x2).length();
        let normal = x1.cross(x2).normalize_or_zero();
        let turning = (v1.cross(x2) + x1.cross(v2)) / area.max(f64::MIN_POSITIVE);
        let turning = turning - turning.dot(normal) * normal;
        let (position, velocity) = (sum(x) + offset * normal, sum(v) + offset * turning);
        Some(Probe { position, velocity })
    }

    fn corners(&self, face: FaceId, of: &[DVec3]) -> Option<[DVec3; 3]> {
        let vertices = self.world.mesh.faces().get(face.index())?;
        Some(vertices.map(|vertex| of[vertex.index()]))
    }
}
