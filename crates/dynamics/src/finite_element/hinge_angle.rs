//! The dihedral angle of a hinge with its first two derivatives.
//!
//! ```text
//!        x₂           e = x₁ − x₀,  f = x₂ − x₀,  N = e × f,  a = N/|N|²
//!       / a \         (face b: x₃, and a with the other sign)
//!    x₀ ──e── x₁      ∂θ/∂xᵢ = cᵢ a  + the same of face b
//!       \ b /
//!        x₃           c₂ = −|e|,    c₁ = f·ê,    c₀ = −c₁ − c₂
//! ```
//!
//! Each face's part of the gradient depends on that face alone, so that its derivative is
//!
//! ```text
//! ∂(cᵢ a)/∂xⱼ = a (∂cᵢ/∂xⱼ)ᵀ + cᵢ (1 − 2N̂N̂ᵀ)/|N|² ∂N/∂xⱼ
//! ∂N/∂x₁ = −[f]×,    ∂N/∂x₂ = [e]×,    ∂N/∂x₀ = [f]× − [e]×
//! ∂c₂/∂x₁ = −ê,    ∂c₁/∂x₂ = ê,    ∂c₁/∂x₁ = (f − (f·ê)ê)/|e|,    ∂/∂x₀ by translation
//! ```
//!
//! The part of one face is not symmetric; the sum of the two is. [Tamstorf 2013] has the same in
//! other words. A hinge with a face without area has no angle that could be differentiated: its
//! derivatives are 0.

use glam::{DMat3, DVec3};

use crate::position_based::dihedral_angle;

/// `θ`, `∇θ` and `∇²θ` of the hinge `[x₀, x₁, x₂, x₃]`: the ends of the edge, then the vertices
/// opposite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HingeAngle {
    points: [DVec3; 4],
    faces: [Face; 2],
}

/// One face's part of the gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Face {
    /// `a` (1/m²); 0 if the face has no area.
    normal: DVec3,
    /// `c₀`, `c₁`, `c₂` (m).
    factors: [f64; 3],
    /// `e` and `f` (m).
    sides: [DVec3; 2],
}

impl HingeAngle {
    /// Prepares the derivatives at the given points.
    #[must_use]
    pub fn new(points: [DVec3; 4]) -> Self {
        let [x0, x1, x2, x3] = points;
        let e = x1 - x0;
        Self { points, faces: [Face::new(e, x2 - x0, 1.0), Face::new(e, x3 - x0, -1.0)] }
    }

    /// `θ` (rad), in `(−π, π]`; 0 for a flat hinge.
    #[must_use]
    pub fn value(&self) -> f64 {
        dihedral_angle(self.points)
    }

    /// `∂θ/∂xᵢ` (1/m).
    #[must_use]
    pub fn gradient(&self) -> [DVec3; 4] {
        let [a, b] = &self.faces;
        let part = |face: &Face, i: usize| face.factors[i] * face.normal;
        [part(a, 0) + part(b, 0), part(a, 1) + part(b, 1), part(a, 2), part(b, 2)]
    }

    /// `∂²θ/∂xᵢ∂xⱼ` (1/m²).
    #[must_use]
    pub fn hessian(&self) -> [[DMat3; 4]; 4] {
        let [a, b] = self.faces.map(|face| face.derivative());
        let edge = |i: usize, j: usize| a[i][j] + b[i][j];
        let middle = |m: DMat3| 0.5 * (m + m.transpose());
        let (h01, h02, h03, h12, h13) = (edge(0, 1), a[0][2], b[0][2], a[1][2], b[1][2]);
        let mirrored = [h01, h02, h03, h12, h13].map(|block| block.transpose());
        [
            [middle(edge(0, 0)), h01, h02, h03],
            [mirrored[0], middle(edge(1, 1)), h12, h13],
            [mirrored[1], mirrored[3], middle(a[2][2]), DMat3::ZERO],
            [mirrored[2], mirrored[4], DMat3::ZERO, middle(b[2][2])],
        ]
    }
}

impl Face {
    fn new(e: DVec3, f: DVec3, sign: f64) -> Self {
        let n = e.cross(f);
        let length = e.length();
        let normal = sign * n / n.length_squared();
        if !normal.is_finite() || length == 0.0 {
            return Self { normal: DVec3::ZERO, factors: [0.0; 3], sides: [DVec3::ZERO; 2] };
        }
        let along = f.dot(e) / length;
        Self { normal, factors: [length - along, along, -length], sides: [e, f] }
    }

    /// `∂(cᵢ a)/∂xⱼ`.
    fn derivative(&self) -> [[DMat3; 3]; 3] {
        let a = self.normal;
        if a == DVec3::ZERO {
            return [[DMat3::ZERO; 3]; 3];
        }
        let [e, f] = self.sides;
        let length = e.length();
        let direction = e / length;
        let beside = (f - self.factors[1] * direction) / length;
        // Rows: derivatives of c₁ and c₂ by x₁ and x₂.
        let c = [[beside, direction], [-direction, DVec3::ZERO]];
        // ∂a/∂N dN, column by column; |a|² = 1/|N|², and a's sign is in the first factor.
        let (square, unit) = (a.length_squared(), a.normalize_or_zero());
        let sign = unit.dot(e.cross(f)).signum();
        let respond = |n: DVec3| sign * square * (n - 2.0 * unit.dot(n) * unit);
        let cross = |v: DVec3| [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| respond(v.cross(axis)));
        let columns = |[x, y, z]: [DVec3; 3]| DMat3::from_cols(x, y, z);
        let da = [-columns(cross(f)), columns(cross(e))];
        let inner = |i: usize, j: usize| outer(a, c[i - 1][j - 1]) + self.factors[i] * da[j - 1];
        let (h11, h12, h21, h22) = (inner(1, 1), inner(1, 2), inner(2, 1), inner(2, 2));
        let (h10, h20) = (-(h11 + h12), -(h21 + h22));
        let (h01, h02) = (-(h11 + h21), -(h12 + h22));
        [[-(h01 + h02), h01, h02], [h10, h11, h12], [h20, h21, h22]]
    }
}

/// `u vᵀ`.
pub(crate) fn outer(u: DVec3, v: DVec3) -> DMat3 {
    DMat3::from_cols(u * v.x, u * v.y, u * v.z)
}
