//! Co-rotational elasticity with warp, weft and shear of their own.
//!
//! The energy is that of [`Elasticity`] in the strain `E = U − 1`, `F = R U`. With the stress
//! `T = ∂Ψ/∂E`, a change of `F` whose part in the plane is `A = RᵀdF` turns `R` by the angle `ω`
//! and changes `U` by `dU`:
//!
//! ```text
//! ω = (A₂₁ − A₁₂)/s,    dU = A − ω J U,    J = (0 −1; 1 0)
//! dΨ = T : dU           P = R (T − (κ/s) J),    κ = T : JU
//! ```
//!
//! (for an isotropic energy `T` and `U` commute, and `κ = 0`). Once more, with `dω = −2ω tr A/s`
//! and `dA = −ω J A`,
//!
//! ```text
//! d²Ψ = dU : C : dU − 2 ω ℓ − (T : U) ω²,    ℓ = T : JA − (κ/s) tr A
//! ```
//!
//! in the plane, and `S = U⁻¹ (T − (κ/s) J)` across it. The first term is never negative. The
//! others are `−(w mᵀ + m wᵀ)` with `w` the vector of `ω` and `m = ℓ + ½ (T : U) w`, whose two
//! eigenvalues are `−w·m ± |w||m|`, with the directions `ŵ ∓ m̂`. **Not the nearest matrix:**
//! these, and those of `S`, are what [`Spectrum`] changes here, so that what is kept of the stress
//! never borrows from the elasticity. At small strains the difference is small, and no iteration is
//! needed.

use glam::DVec3;
use ripstop_geometry::potential::Spectrum;

use super::Elasticity;
use super::deformation::{Deformation, LEAST_STRETCH, Stretch, Symmetric2};
use super::membrane::Stiffness;
use super::tangent::Tangent;

type Vector4 = [f64; 4];

impl Elasticity {
    /// `Ψ` (J/m²).
    #[inline]
    pub(super) fn energy(&self, deformation: &Deformation) -> f64 {
        let [e11, e12, e22] = deformation.strain();
        0.5 * (self.warp * e11 * e11 + self.weft * e22 * e22)
            + self.coupling * e11 * e22
            + 2.0 * self.shear * e12 * e12
    }

    /// The columns of `P` (N/m).
    #[inline]
    pub(super) fn stress(&self, deformation: &Deformation) -> [DVec3; 2] {
        let stretch = deformation.stretch();
        let [t11, t12, t22] = self.strain_stress(deformation);
        let turn = turn([t11, t12, t22], stretch.matrix, deformation.stretch_sum);
        let [r1, r2] = deformation.rotation;
        [t11 * r1 + (t12 - turn) * r2, (t12 + turn) * r1 + t22 * r2]
    }

    /// `T` (N/m).
    #[inline]
    fn strain_stress(&self, deformation: &Deformation) -> Symmetric2 {
        let [e11, e12, e22] = deformation.strain();
        [
            self.warp * e11 + self.coupling * e22,
            2.0 * self.shear * e12,
            self.coupling * e11 + self.weft * e22,
        ]
    }

    /// The Hessian after PSD projection of the parts that depend on stress.
    pub(super) fn tangent(
        &self,
        deformation: &Deformation,
        stiffness: Stiffness,
        spectrum: Spectrum,
    ) -> Tangent {
        let stretch = deformation.stretch();
        let t = self.strain_stress(deformation);
        let s = deformation.stretch_sum.max(LEAST_STRETCH);
        let turn = turn(t, stretch.matrix, s);
        let ([t11, t12, t22], [u11, u12, u22]) = (t, stretch.matrix);
        let w = [0.0, 1.0 / s, -1.0 / s, 0.0];
        let e11 = along(w, u12, [1.0, 0.0, 0.0, 0.0]);
        let e22 = along(w, -u12, [0.0, 0.0, 0.0, 1.0]);
        let e12 = along(w, 0.5 * (u22 - u11), [0.0, 0.5, 0.5, 0.0]);
        let mut plane = [[0.0; 4]; 4];
        let (half_warp, half_weft) = (0.5 * self.warp, 0.5 * self.weft);
        add_product(&mut plane, e11, e11, half_warp);
        add_product(&mut plane, e22, e22, half_weft);
        add_product(&mut plane, e11, e22, self.coupling);
        add_product(&mut plane, e12, e12, 2.0 * self.shear);
        let work = t11 * u11 + 2.0 * t12 * u12 + t22 * u22;
        let m = along(w, 0.5 * work, [t12 - turn, -t11, t22, -t12 - turn]);
        add_stress_part(&mut plane, w, m, spectrum);
        let across = self.across([t11, t12, t22], turn, &stretch, stiffness);
        Tangent { plane, across: changed(across, spectrum) }
    }

    /// `S = U⁻¹ (T − (κ/s) J)`, which is symmetric.
    fn across(
        &self,
        [t11, t12, t22]: Symmetric2,
        turn: f64,
        stretch: &Stretch,
        stiffness: Stiffness,
    ) -> Symmetric2 {
        let [i11, i12, i22] = stretch.inverse();
        let (g11, g12, g21, g22) = (t11, t12 + turn, t12 - turn, t22);
        let off = 0.5 * (i11 * g12 + i12 * g22 + i12 * g11 + i22 * g21);
        let exact = [i11 * g11 + i12 * g21, off, i12 * g12 + i22 * g22];
        match stiffness {
            Stiffness::Newton => exact,
            Stiffness::QuasiNewton => {
                let [e11, e22] = [stretch.matrix[0] - 1.0, stretch.matrix[2] - 1.0];
                let pressure = self.coupling * (e11 + e22);
                let square = [i11 * i11 + i12 * i12, i12 * (i11 + i22), i12 * i12 + i22 * i22];
                std::array::from_fn(|k| exact[k] + pressure * square[k])
            }
        }
    }
}

/// `κ/s`, `κ = T : JU`.
#[inline]
fn turn([t11, t12, t22]: Symmetric2, [u11, u12, u22]: Symmetric2, s: f64) -> f64 {
    if s > 0.0 { ((t22 - t11) * u12 + t12 * (u11 - u22)) / s } else { 0.0 }
}

/// `v + factor · w`.
#[inline]
fn along(w: Vector4, factor: f64, v: Vector4) -> Vector4 {
    std::array::from_fn(|i| v[i] + factor * w[i])
}

/// Adds `factor (u vᵀ + v uᵀ)`.
#[inline]
fn add_product(matrix: &mut [Vector4; 4], u: Vector4, v: Vector4, factor: f64) {
    for (i, row) in matrix.iter_mut().enumerate() {
        for (j, entry) in row.iter_mut().enumerate() {
            *entry += factor * (u[i] * v[j] + v[i] * u[j]);
        }
    }
}

/// Adds `−(w mᵀ + m wᵀ)` with its eigenvalues changed.
#[inline]
fn add_stress_part(matrix: &mut [Vector4; 4], w: Vector4, m: Vector4, spectrum: Spectrum) {
    if spectrum == Spectrum::Exact {
        add_product(matrix, w, m, -1.0);
        return;
    }
    let dot = |a: Vector4, b: Vector4| (0..4).map(|i| a[i] * b[i]).sum::<f64>();
    let (ww, mm, wm) = (dot(w, w).sqrt(), dot(m, m).sqrt(), dot(w, m));
    if ww * mm == 0.0 {
        return;
    }
    for sign in [1.0, -1.0] {
        let value = spectrum.eigenvalue(sign * ww * mm - wm);
        let direction: Vector4 = std::array::from_fn(|i| w[i] / ww - sign * m[i] / mm);
        let square = dot(direction, direction);
        // w and m along each other: one of the two directions is none, and its eigenvalue is 0.
        if square > 1e-24 {
            add_product(matrix, direction, direction, 0.5 * value / square);
        }
    }
}

/// The symmetric matrix with its eigenvalues changed.
#[inline]
fn changed([a, b, d]: Symmetric2, spectrum: Spectrum) -> Symmetric2 {
    let (mean, p) = (0.5 * (a + d), 0.5 * (a - d));
    let radius = (p * p + b * b).sqrt();
    if mean - radius >= 0.0 || spectrum == Spectrum::Exact {
        return [a, b, d];
    }
    let [high, low] = [mean + radius, mean - radius].map(|value| spectrum.eigenvalue(value));
    let (mean, half) = (0.5 * (high + low), 0.5 * (high - low));
    let [cos, sin] = if radius > 0.0 { [p / radius, b / radius] } else { [1.0, 0.0] };
    [mean + half * cos, half * sin, mean - half * cos]
}
