//! Elasticity of a flat sheet in its plane.

/// Coefficients of the energy per area (J/m²) in the strains `ε₁₁` (warp), `ε₂₂` (weft) and `ε₁₂`:
///
/// ```text
/// ½ C₁₁ ε₁₁² + ½ C₂₂ ε₂₂² + C₁₂ ε₁₁ε₂₂ + 2 G ε₁₂²
/// ```
///
/// All of them are forces per width (N/m): the thickness is in them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elasticity {
    /// `C₁₁`: stress along the warp by strain along it (N/m).
    pub warp: f64,
    /// `C₂₂`: the same along the weft (N/m).
    pub weft: f64,
    /// `C₁₂`: stress along one by strain along the other (N/m).
    pub coupling: f64,
    /// `G`: shear stress by shear angle `2ε₁₂` (N/m).
    pub shear: f64,
}

impl Elasticity {
    /// A sheet of a material with the same modulus (Pa) in all directions, in plane stress: its
    /// faces are free, so that it thins as it is stretched.
    ///
    /// ```text
    /// λ = E h ν/(1 − ν²),    μ = E h/(2 (1 + ν)),    C₁₁ = C₂₂ = λ + 2μ,  C₁₂ = λ,  G = μ
    /// ```
    ///
    /// The `λ` of a solid, `Eν/((1 + ν)(1 − 2ν))`, would be that of a sheet whose thickness is
    /// held.
    #[must_use]
    pub fn plane_stress(young: f64, poisson: f64, thickness: f64) -> Self {
        let modulus = young * thickness;
        Self::orthotropic([modulus; 2], poisson, modulus / (2.0 * (1.0 + poisson)))
    }

    /// A sheet with stretch stiffnesses along warp and weft (N/m), a shear stiffness (N/m), and `ν`
    /// the geometric mean of the two Poisson ratios.
    #[must_use]
    pub fn orthotropic([warp, weft]: [f64; 2], poisson: f64, shear: f64) -> Self {
        let factor = 1.0 / (1.0 - poisson * poisson);
        let coupling = factor * poisson * (warp * weft).sqrt();
        Self { warp: factor * warp, weft: factor * weft, coupling, shear }
    }

    /// `λ` and `μ` (N/m), if the sheet is the same in all directions to within rounding.
    #[must_use]
    pub fn lame(&self) -> Option<[f64; 2]> {
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * self.warp;
        let same = near(self.warp, self.weft) && near(self.warp - self.coupling, 2.0 * self.shear);
        same.then_some([self.coupling, self.shear])
    }
}
