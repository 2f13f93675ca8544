//! What the cloth is made of.

use crate::ClothError;
use crate::error::{positive, within};

/// A thin elastic sheet, in units that do not depend on how it is meshed.
///
/// With the in-plane strains `ε₁` along the warp, `ε₂` along the weft, the shear angle `γ`, and the
/// curvature `κ` (1/m), the energy per area (J/m²) is
///
/// ```text
/// ½ Y/(1 − ν²) (ε₁² + ε₂² + 2ν ε₁ε₂) + ½ G γ² + ½ B κ²
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Mass per area (kg/m²).
    pub density: f64,
    /// `Y`: force per width and strain along warp and weft (N/m).
    pub stretch_stiffness: f64,
    /// `G`: force per width and shear angle (N/m).
    pub shear_stiffness: f64,
    /// `ν`: how much a strip narrows as it is stretched, in `[0, 0.9]`. Only `Membrane::Triangles`
    /// knows it; springs along edges have what the mesh gives them.
    pub poisson_ratio: f64,
    /// `B`: moment per width and curvature (N·m).
    pub bending_stiffness: f64,
    /// Viscosity (s): the viscous stress is this time times the elastic stress of the strain rate. 0
    /// for none. Much longer than a step it slows the convergence of the sweeps, and the cloth
    /// seems softer than it is.
    pub damping_time: f64,
}

impl Material {
    /// Plain-woven cotton.
    #[must_use]
    pub const fn cotton() -> Self {
        Self {
            density: 0.15,
            stretch_stiffness: 2000.0,
            shear_stiffness: 150.0,
            poisson_ratio: 0.2,
            bending_stiffness: 1e-5,
            damping_time: 0.0,
        }
    }

    /// Light silk: hardly any bending stiffness.
    #[must_use]
    pub const fn silk() -> Self {
        Self {
            density: 0.06,
            stretch_stiffness: 1500.0,
            shear_stiffness: 60.0,
            bending_stiffness: 2e-6,
            ..Self::cotton()
        }
    }

    /// Heavy denim.
    #[must_use]
    pub const fn denim() -> Self {
        Self {
            density: 0.4,
            stretch_stiffness: 8000.0,
            shear_stiffness: 800.0,
            bending_stiffness: 1e-4,
            ..Self::cotton()
        }
    }

    /// The same material, equally stiff in every direction: `G = Y / (2 (1 + ν))`.
    #[must_use]
    pub fn isotropic(self) -> Self {
        let shear_stiffness = self.stretch_stiffness / (2.0 * (1.0 + self.poisson_ratio));
        Self { shear_stiffness, ..self }
    }

    /// Checks every field.
    ///
    /// # Errors
    /// The first field that makes no sense.
    pub fn check(&self) -> Result<(), ClothError> {
        positive("density", self.density)?;
        positive("stretch stiffness", self.stretch_stiffness)?;
        positive("shear stiffness", self.shear_stiffness)?;
        positive("bending stiffness", self.bending_stiffness)?;
        within("Poisson ratio", self.poisson_ratio, [0.0, 0.9])?;
        within("damping time", self.damping_time, [0.0, f64::MAX])
    }
}

impl Default for Material {
    fn default() -> Self {
        Self::cotton()
    }
}
