//! The angle between two faces at their common edge, for cloth that is not flat at rest.
//!
//! ```text
//!        x₂           e = x₁ − x₀,  n_a = e × (x₂ − x₀),  n_b = (x₃ − x₀) × e
//!       / a \
//!    x₀ ──e── x₁      θ = atan2((n_a × n_b)·ê, n_a·n_b),    flat: θ = 0
//!       \ b /
//!        x₃           a = n_a/|n_a|²,  b = n_b/|n_b|²
//!
//! ∇₂θ = −|e| a,    ∇₀θ = −((x₂ − x₁)·ê) a − ((x₃ − x₁)·ê) b
//! ∇₃θ = −|e| b,    ∇₁θ =  ((x₂ − x₀)·ê) a + ((x₃ − x₀)·ê) b
//! ```
//!
//! `x₂` changes the angle only across face a, at the distance `|n_a|/|e|` from the edge; the
//! gradients at the ends follow because translations and rotations leave θ alone.

use glam::DVec3;
use ripstop_geometry::VertexId;

use super::constraint::Constraint;

/// `C = θ − θ₀`, in `(−π, π]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DihedralAngle {
    vertices: [VertexId; 4],
    angle: f64,
    compliance: f64,
}

impl DihedralAngle {
    /// Keeps the angle (rad) of the hinge `[x₀, x₁, x₂, x₃]`: the ends of the edge, then the
    /// vertices opposite. The compliance is that of `½ C²/α` (1/(N·m)).
    #[must_use]
    pub const fn new(vertices: [VertexId; 4], angle: f64, compliance: f64) -> Self {
        Self { vertices, angle, compliance }
    }
}

impl Constraint for DihedralAngle {
    fn vertices(&self) -> &[VertexId] {
        &self.vertices
    }

    fn evaluate(&self, points: &[DVec3], gradient: &mut [DVec3]) -> f64 {
        let [x0, x1, x2, x3] = [0, 1, 2, 3].map(|i| points[i]);
        let e = x1 - x0;
        let (na, nb) = (e.cross(x2 - x0), (x3 - x0).cross(e));
        let (length, a_sq, b_sq) = (e.length(), na.length_squared(), nb.length_squared());
        if length > 0.0 && a_sq > 0.0 && b_sq > 0.0 {
            let (a, b) = (na / a_sq, nb / b_sq);
            gradient[2] = -length * a;
            gradient[3] = -length * b;
            gradient[0] = -((x2 - x1).dot(e) / length) * a - ((x3 - x1).dot(e) / length) * b;
            gradient[1] = ((x2 - x0).dot(e) / length) * a + ((x3 - x0).dot(e) / length) * b;
        }
        wrapped(dihedral_angle([x0, x1, x2, x3]) - self.angle)
    }

    fn compliance(&self) -> f64 {
        self.compliance
    }
}

/// `θ` of the hinge (rad), in `(−π, π]`.
pub(crate) fn dihedral_angle([x0, x1, x2, x3]: [DVec3; 4]) -> f64 {
    let e = x1 - x0;
    let (na, nb) = (e.cross(x2 - x0), (x3 - x0).cross(e));
    libm::atan2(na.cross(nb).dot(e.normalize_or_zero()), na.dot(nb))
}

/// The same angle in `(−π, π]`.
pub(crate) fn wrapped(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    if angle > PI {
        angle - TAU
    } else if angle <= -PI {
        angle + TAU
    } else {
        angle
    }
}
