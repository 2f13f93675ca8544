//! The squared distance of two features, to second order.
//!
//! Every region case is one minimisation over affine weights, `d²(x) = min_u |Σ aᵢ(u) xᵢ|²`, and
//! has one formula. At the minimum, with the separation `r = Σ aᵢxᵢ` and an orthonormal basis
//! `t₁, t₂` of the directions in which the free weights move it,
//!
//! ```text
//! ∂d²/∂xᵢ      = 2 aᵢ r
//! ∂²d²/∂xᵢ∂xⱼ  = 2 (aᵢaⱼ I − Σₖ mᵢₖ mⱼₖᵀ),     mᵢₖ = aᵢ tₖ + ηᵢₖ r
//! ```
//!
//! The gradient is the envelope theorem: the weights are stationary, so their change does not
//! count. The Hessian is that of the numerator with the weights held fixed, less the energy that
//! the weights save by following (a Schur complement of rank 0, 1 or 2). `ηᵢₖ` says how the weight
//! of `xᵢ` responds to a shift along `tₖ`. `docs/distance.md` has the derivation.

use glam::{DMat3, DVec3, dvec3};

use super::Derivatives;
use super::derivatives::{outer, symmetric};

/// The squared distance of two features of four points, expanded to second order.
///
/// It is small (31 numbers), and each of the derivatives is made from it on demand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquaredDistance {
    /// Signed weights `aᵢ` of the nearest points; they sum to 0 (see [`Contact`](crate::Contact)).
    pub weights: [f64; 4],
    /// `r = Σ aᵢxᵢ`, from the nearest point of the second feature to that of the first (m).
    pub separation: DVec3,
    /// `mᵢₖ`, for each point `i` along the tangents `k`; 0 where a weight is not free.
    pub responses: [[DVec3; 2]; 4],
}

impl SquaredDistance {
    /// The squared distance `d² = |r|²` (m²).
    #[must_use]
    #[inline]
    pub fn value(&self) -> f64 {
        self.separation.length_squared()
    }

    /// `∂d²/∂xᵢ = 2 aᵢ r` (m).
    #[must_use]
    #[inline]
    pub fn gradient(&self) -> [DVec3; 4] {
        self.weights.map(|a| (2.0 * a) * self.separation)
    }

    /// `∂²d²/∂xᵢ∂xⱼ` (no unit), symmetric to the bit: block `ji` is the transpose of block `ij`.
    #[must_use]
    #[inline]
    pub fn hessian(&self) -> [[DMat3; 4]; 4] {
        // The factor −2 is exact, so that it may go to one side and the blocks stay symmetric to
        // the bit.
        let right = self.responses.map(|m| m.map(|m| -2.0 * m));
        symmetric(|i, j| {
            let straight = 2.0 * self.weights[i] * self.weights[j];
            let saved = two_outer(self.responses[i], right[j]);
            DMat3::from_cols(
                saved.x_axis + dvec3(straight, 0.0, 0.0),
                saved.y_axis + dvec3(0.0, straight, 0.0),
                saved.z_axis + dvec3(0.0, 0.0, straight),
            )
        })
    }

    /// Value, gradient and Hessian together.
    #[must_use]
    #[inline]
    pub fn derivatives(&self) -> Derivatives {
        Derivatives { value: self.value(), gradient: self.gradient(), hessian: self.hessian() }
    }

    /// All derivatives of `f(d²)` for a scalar function given by `[f, f′, f″]` at `d²`, such as a
    /// barrier.
    ///
    /// ```text
    /// ∇f = f′ ∇d²,    ∇²f = f′ ∇²d² + f″ ∇d² ∇d²ᵀ = aᵢaⱼ (2f′ I + 4f″ r rᵀ) − 2f′ Σₖ mᵢₖ mⱼₖᵀ
    /// ```
    ///
    /// This costs about as much as the Hessian of `d²` alone.
    #[must_use]
    #[inline]
    pub fn composed(&self, [f, f1, f2]: [f64; 3]) -> Derivatives {
        let r = self.separation;
        let normal = DMat3::from_diagonal(DVec3::splat(2.0 * f1)) + 4.0 * f2 * outer(r, r);
        // The root of 2f′ goes to either side, so that the blocks stay symmetric to the bit.
        let root = (2.0 * f1).abs().sqrt();
        let left = self.responses.map(|m| m.map(|m| root * m));
        let right = left.map(|m| m.map(|m| -f1.signum() * m));
        let hessian = symmetric(|i, j| {
            self.weights[i] * self.weights[j] * normal + two_outer(left[i], right[j])
        });
        Derivatives { value: f, gradient: self.weights.map(|a| (2.0 * f1 * a) * r), hessian }
    }
}

/// `u₁v₁ᵀ + u₂v₂ᵀ`.
#[inline]
fn two_outer([u1, u2]: [DVec3; 2], [v1, v2]: [DVec3; 2]) -> DMat3 {
    outer(u1, v1) + outer(u2, v2)
}
