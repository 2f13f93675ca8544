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

/// Part of a stiffness by which a sheet may differ from one that is the same in all directions, and
/// still counts as such.
///
/// Both laws have the same energy in the same strain, so that nothing but the stiffness jumps at
/// this limit, by no more than this part. It is what rounding to four digits leaves of
/// `G = Y/(2 (1 + ν))`, and a tenth of the percent to which fabrics are measured: cotton, whose
/// warp and weft differ by 0.9 %, stays orthotropic.
const ISOTROPY: f64 = 1e-3;

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

    /// `λ` and `μ` (N/m), if the sheet is the same in all directions to within a thousandth: those
    /// of its stiffnesses along warp and weft, since `G` is the one that follows from the others.
    #[must_use]
    pub fn lame(&self) -> Option<[f64; 2]> {
        let stretch = 0.5 * (self.warp + self.weft);
        let (lambda, mu) = (self.coupling, 0.5 * (stretch - self.coupling));
        let near = |a: f64, b: f64| (a - b).abs() <= ISOTROPY * b;
        let same = near(self.warp, stretch) && near(self.weft, stretch) && near(self.shear, mu);
        same.then_some([lambda, mu])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Just inside the limit the sheet is taken as isotropic, just outside it is not.
    #[test]
    fn isotropy_is_recognised_to_a_thousandth() {
        let exact = 500.0 / (2.0 * 1.3);
        let of_shear = |part: f64| Elasticity::orthotropic([500.0; 2], 0.3, (1.0 + part) * exact);
        for part in [0.0, 0.9e-3, -0.9e-3] {
            let [lambda, mu] = of_shear(part).lame().expect("isotropic");
            assert!((mu / exact - 1.0).abs() < 1e-12, "{mu}");
            assert!((lambda / (500.0 * 0.3 / 0.91) - 1.0).abs() < 1e-12, "{lambda}");
        }
        for part in [1.1e-3, -1.1e-3] {
            assert_eq!(of_shear(part).lame(), None, "{part}");
        }
        // Rounded to four digits.
        assert!(Elasticity::orthotropic([500.0; 2], 0.3, 192.3).lame().is_some());
        let of_weft = |weft: f64| Elasticity::orthotropic([500.0, weft], 0.3, exact);
        assert!(of_weft(500.4).lame().is_some() && of_weft(501.2).lame().is_none());
    }
}
