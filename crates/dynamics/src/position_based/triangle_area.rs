//! The area of a triangle.

use glam::DVec3;
use ripstop_geometry::VertexId;

use super::constraint::Constraint;
use crate::ClothError;
use crate::error::positive;

/// `C = A(x) − A₀`, with the energy `½ k (A − A₀)²/A₀` for a stiffness `k` (N/m) that does not
/// depend on the size of the triangle.
///
/// ```text
/// A = ½ |(x₁ − x₀) × (x₂ − x₀)|
/// ∇₁A = ½ (x₂ − x₀) × n,    ∇₂A = ½ n × (x₁ − x₀),    ∇₀A = −∇₁A − ∇₂A
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleArea {
    vertices: [VertexId; 3],
    area: f64,
    compliance: f64,
}

impl TriangleArea {
    /// Keeps the rest area (m²) with the given stiffness (N/m).
    ///
    /// # Errors
    /// If one of them is not positive.
    pub fn new(vertices: [VertexId; 3], area: f64, stiffness: f64) -> Result<Self, ClothError> {
        positive("rest area", area)?;
        positive("area stiffness", stiffness)?;
        Ok(Self { vertices, area, compliance: area / stiffness })
    }
}

impl Constraint for TriangleArea {
    fn vertices(&self) -> &[VertexId] {
        &self.vertices
    }

    fn evaluate(&self, points: &[DVec3], gradient: &mut [DVec3]) -> f64 {
        let (e, f) = (points[1] - points[0], points[2] - points[0]);
        let cross = e.cross(f);
        let double = cross.length();
        if double > 0.0 {
            let n = cross / double;
            gradient[1] = 0.5 * f.cross(n);
            gradient[2] = 0.5 * n.cross(e);
            gradient[0] = -gradient[1] - gradient[2];
        }
        0.5 * double - self.area
    }

    fn compliance(&self) -> f64 {
        self.compliance
    }
}
