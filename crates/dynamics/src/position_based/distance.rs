//! The distance of two vertices.

use glam::DVec3;
use ripstop_geometry::VertexId;

use super::constraint::Constraint;
use crate::ClothError;
use crate::error::within;

/// `C = |x_b − x_a| − L`: a spring between two vertices that need not share an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    vertices: [VertexId; 2],
    length: f64,
    compliance: f64,
}

impl Distance {
    /// A spring of rest length `length` (m) and compliance (m/N), the inverse of its stiffness.
    ///
    /// # Errors
    /// If the length or the compliance is negative or not finite.
    pub fn new(vertices: [VertexId; 2], length: f64, compliance: f64) -> Result<Self, ClothError> {
        within("rest length", length, [0.0, f64::MAX])?;
        within("compliance", compliance, [0.0, f64::MAX])?;
        Ok(Self { vertices, length, compliance })
    }
}

impl Constraint for Distance {
    fn vertices(&self) -> &[VertexId] {
        &self.vertices
    }

    fn evaluate(&self, points: &[DVec3], gradient: &mut [DVec3]) -> f64 {
        let d = points[1] - points[0];
        let length = d.length();
        if length > 0.0 {
            let n = d / length;
            gradient[0] = -n;
            gradient[1] = n;
        }
        length - self.length
    }

    fn compliance(&self) -> f64 {
        self.compliance
    }
}
