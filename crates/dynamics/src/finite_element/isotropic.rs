//! Co-rotational elasticity, the same in all directions: energy, stress and Hessian in closed form.
//!
//! ```text
//! Ψ = μ Σ (σᵢ − 1)² + λ/2 (Σ σᵢ − 2)² = μ |F − R|² + λ/2 (s − 2)²
//! P = 2μ (F − R) + λ (s − 2) R
//! ```
//!
//! The eigen-system of its Hessian [Kim 2022] needs no derivative of singular vectors:
//!
//! ```text
//! mode           direction               eigenvalue
//! scaling        u₁v₁ᵀ, u₂v₂ᵀ            2μ + 2λ for their sum, 2μ for their difference
//! flip           u₂v₁ᵀ + u₁v₂ᵀ           (φ₁ − φ₂)/(σ₁ − σ₂) = 2μ
//! twist          u₂v₁ᵀ − u₁v₂ᵀ           (φ₁ + φ₂)/(σ₁ + σ₂) = 2 (μ + λ)(1 − 2/s)
//! across         n v₁ᵀ, n v₂ᵀ            φᵢ/σᵢ = 2μ + (λ (s − 2) − 2μ)/σᵢ
//! ```
//!
//! with `φᵢ = ∂Ψ/∂σᵢ`. Scaling and flip span what is symmetric in the plane, with the same value 2μ
//! but for the trace, so that their directions do not matter: equal singular values are nothing
//! special. Only twist and across can be negative, both under compression.

use glam::DVec3;
use ripstop_geometry::potential::Spectrum;

use super::deformation::{Deformation, LEAST_STRETCH};
use super::membrane::Stiffness;
use super::tangent::Tangent;

/// `λ` and `μ` (N/m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Isotropic {
    pub(super) lambda: f64,
    pub(super) mu: f64,
}

impl Isotropic {
    /// `Ψ` (J/m²).
    #[inline]
    pub(super) fn energy(self, deformation: &Deformation) -> f64 {
        let [e11, e12, e22] = deformation.strain();
        let trace = e11 + e22;
        self.mu * (e11 * e11 + 2.0 * e12 * e12 + e22 * e22) + 0.5 * self.lambda * trace * trace
    }

    /// The columns of `P` (N/m).
    #[inline]
    pub(super) fn stress(self, deformation: &Deformation) -> [DVec3; 2] {
        let [e11, _, e22] = deformation.strain();
        let pressure = self.lambda * (e11 + e22);
        let ([f1, f2], [r1, r2]) = (deformation.columns, deformation.rotation);
        [(f1, r1), (f2, r2)].map(|(f, r)| 2.0 * self.mu * (f - r) + pressure * r)
    }

    /// The Hessian after PSD projection, with exact, clamped or absolute eigenvalues.
    #[inline]
    pub(super) fn tangent(
        self,
        deformation: &Deformation,
        stiffness: Stiffness,
        spectrum: Spectrum,
    ) -> Tangent {
        let Self { lambda, mu } = self;
        let s = deformation.stretch_sum;
        let twist = 2.0 * (mu + lambda) * (1.0 - 2.0 / s.max(LEAST_STRETCH));
        // Half of the twist's excess over 2μ, on the two entries of its direction, (0, 1, −1,
        // 0)/√2.
        let half = 0.5 * (spectrum.eigenvalue(twist) - 2.0 * mu);
        let (same, skew) = (2.0 * mu + lambda, 2.0 * mu + half);
        let plane = [
            [same, 0.0, 0.0, lambda],
            [0.0, skew, -half, 0.0],
            [0.0, -half, skew, 0.0],
            [lambda, 0.0, 0.0, same],
        ];
        let pressure = lambda * (s - 2.0);
        let thinning = match stiffness {
            Stiffness::Newton => 0.0,
            Stiffness::QuasiNewton => pressure,
        };
        let across = deformation.stretch().map(|value| {
            let inverse = value.max(LEAST_STRETCH).recip();
            let exact = 2.0 * mu + (pressure - 2.0 * mu) * inverse;
            spectrum.eigenvalue(exact + thinning * inverse * inverse)
        });
        Tangent { plane, across }
    }
}
