//! Fabrics: numbers as textile laboratories measure them.

use crate::error::{positive, within};
use crate::{ClothError, Elasticity, ThreadFriction};

/// A woven fabric, in units that do not depend on how it is meshed. `docs/materials.md` has the
/// source of every number of the presets.
///
/// With the strains `ε₁` along the warp, `ε₂` along the weft, the shear angle `γ` and the
/// curvatures `κ₁`, `κ₂`, `κ₁₂` (1/m), its energy per area (J/m²) is
///
/// ```text
/// ½/(1 − ν²) (Y₁ε₁² + Y₂ε₂² + 2ν √(Y₁Y₂) ε₁ε₂) + ½ G γ² + ½ (B₁κ₁² + B₂κ₂² + 2τ √(B₁B₂) κ₁₂²)
/// ```
///
/// `unmodelled` of the settings of a cloth names what it leaves out of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fabric {
    /// Mass per area (kg/m²).
    pub density: f64,
    /// `Y`: force per width and strain along the warp and along the weft (N/m).
    pub stretch_stiffness: [f64; 2],
    /// `G`: force per width and shear angle (N/m).
    pub shear_stiffness: f64,
    /// `ν`: geometric mean of the two Poisson ratios, in `[0, 0.9]`. Springs along edges do not
    /// know it: they have what the mesh gives them.
    pub poisson_ratio: f64,
    /// `B`: moment per width and curvature, along the warp and along the weft (N·m).
    pub bending_stiffness: [f64; 2],
    /// Moment per width and twist, as a part of the geometric mean of the two bending stiffnesses:
    /// 1 for a sheet that is as stiff in every direction, in `[0, 10]`. Woven fabrics have less.
    /// For cloth that goes by the curvature of its faces ([`Bending::Curvature`](crate::Bending))
    /// and is flat at rest.
    pub twist_ratio: f64,
    /// Viscosity (s): the viscous stress is this time times the elastic stress of the strain rate.
    /// 0 for none. It slows motion and does not change the shape at rest.
    pub damping_time: f64,
    /// Friction between its threads as it bends, `None` for none. It depends on the past: a cloth
    /// has it [from some positions on](crate::FiniteElementCloth::with_friction), and finite
    /// elements of scenes have it from the start.
    pub bending_friction: Option<ThreadFriction>,
}

impl Fabric {
    /// Twist ratio of woven fabrics whose bias was not measured.
    const WOVEN_TWIST: f64 = 0.5;

    /// A plain weave: round numbers, the same along warp and weft, without damping.
    #[must_use]
    pub const fn plain() -> Self {
        Self {
            density: 0.15,
            stretch_stiffness: [2000.0; 2],
            shear_stiffness: 150.0,
            poisson_ratio: 0.2,
            bending_stiffness: [1e-5; 2],
            twist_ratio: 1.0,
            damping_time: 0.0,
            bending_friction: None,
        }
    }

    /// Cotton broadcloth, as for shirts, with the friction that its bending test shows.
    #[must_use]
    pub const fn cotton() -> Self {
        Self {
            density: 0.1238,
            stretch_stiffness: [2017.0, 2035.0],
            shear_stiffness: 105.0,
            poisson_ratio: 0.1,
            bending_stiffness: [1.16e-5; 2],
            twist_ratio: Self::WOVEN_TWIST,
            damping_time: 2e-3,
            bending_friction: Some(ThreadFriction { moment: 6.08e-4, slack: 50.0 }),
        }
    }

    /// A light filament fabric such as silk: bending and weight are those of a faille.
    #[must_use]
    pub const fn silk() -> Self {
        Self {
            density: 0.1043,
            stretch_stiffness: [2002.0, 2027.0],
            shear_stiffness: 19.0,
            bending_stiffness: [1.86e-6; 2],
            bending_friction: None,
            ..Self::cotton()
        }
    }

    /// Tropical wool, as for summer suits.
    #[must_use]
    pub const fn wool() -> Self {
        Self {
            density: 0.1629,
            stretch_stiffness: [1500.0, 1000.0],
            shear_stiffness: 30.0,
            bending_stiffness: [6.57e-6; 2],
            bending_friction: None,
            ..Self::cotton()
        }
    }

    /// Denim of eleven ounces per square yard, with a little spandex in the warp.
    #[must_use]
    pub const fn denim() -> Self {
        Self {
            density: 0.324,
            stretch_stiffness: [205.0, 1014.0],
            shear_stiffness: 53.0,
            poisson_ratio: 0.02,
            bending_stiffness: [6.42e-5, 9.70e-5],
            twist_ratio: 0.84,
            bending_friction: None,
            ..Self::cotton()
        }
    }

    /// A light polyester twill, as for linings and blouses.
    #[must_use]
    pub const fn polyester() -> Self {
        Self {
            density: 0.1352,
            stretch_stiffness: [477.0, 459.0],
            shear_stiffness: 41.0,
            bending_stiffness: [1.95e-6, 6.1e-7],
            bending_friction: None,
            ..Self::cotton()
        }
    }

    /// Cotton and polyester with a little elastane, as for trousers. Its threads rub on each other,
    /// and the stiffness against bending stands for both: it is 3.0 times that of a bending test,
    /// and chosen so that the fabric drapes as it was measured to.
    #[must_use]
    pub const fn twill() -> Self {
        Self {
            density: 0.2534,
            stretch_stiffness: [474.0, 405.0],
            shear_stiffness: 126.0,
            bending_stiffness: [2.25e-5, 1.12e-5],
            bending_friction: None,
            ..Self::cotton()
        }
    }

    /// All presets with their names.
    pub const PRESETS: [(&'static str, Self); 7] = [
        ("plain", Self::plain()),
        ("cotton", Self::cotton()),
        ("silk", Self::silk()),
        ("wool", Self::wool()),
        ("denim", Self::denim()),
        ("polyester", Self::polyester()),
        ("twill", Self::twill()),
    ];

    /// Returns the fabric with the stiffnesses of a homogeneous sheet of a Young's modulus `E` (Pa)
    /// and a thickness `h` (m), the same in all directions, with the Poisson ratio that it has:
    ///
    /// ```text
    /// Y = E h,    G = E h/(2 (1 + ν)),    B = E h³/(12 (1 − ν²)),    τ = 1
    /// ```
    #[must_use]
    pub fn of_sheet(self, young_modulus: f64, thickness: f64) -> Self {
        let (stretch, nu) = (young_modulus * thickness, self.poisson_ratio);
        let bending = stretch * thickness * thickness / (12.0 * (1.0 - nu * nu));
        Self { stretch_stiffness: [stretch; 2], bending_stiffness: [bending; 2], ..self }
            .isotropic()
    }

    /// Elasticity in the plane.
    #[must_use]
    pub fn elasticity(&self) -> Elasticity {
        Elasticity::orthotropic(self.stretch_stiffness, self.poisson_ratio, self.shear_stiffness)
    }

    /// True if finite elements take it as the same in all directions of its plane, false if they
    /// take it as orthotropic: see [`Elasticity::lame`].
    #[must_use]
    pub fn is_isotropic(&self) -> bool {
        self.elasticity().lame().is_some()
    }

    /// Moment per width and curvature (N·m) where the curvature runs at an angle (rad) to the warp.
    #[must_use]
    pub fn bending_stiffness_at(&self, angle: f64) -> f64 {
        let [warp, weft] = self.bending_stiffness;
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        let (along, across) = (cos * cos, sin * sin);
        let twist = self.twist_ratio * (warp * weft).sqrt();
        warp * along * along + weft * across * across + 2.0 * twist * along * across
    }

    /// Geometric mean of the stretch stiffnesses along warp and weft (N/m).
    #[must_use]
    pub fn mean_stretch_stiffness(&self) -> f64 {
        Self::mean(self.stretch_stiffness)
    }

    /// Geometric mean of the bending stiffnesses along warp and weft (N·m).
    #[must_use]
    pub fn mean_bending_stiffness(&self) -> f64 {
        Self::mean(self.bending_stiffness)
    }

    /// Geometric mean of a value along the warp and one along the weft; exact if they are equal.
    fn mean([warp, weft]: [f64; 2]) -> f64 {
        if warp == weft { warp } else { (warp * weft).sqrt() }
    }

    /// Returns the fabric made equally stiff in every direction, with the means of warp and weft:
    /// `G = Y / (2 (1 + ν))`.
    #[must_use]
    pub fn isotropic(self) -> Self {
        let (stretch, bending) = (self.mean_stretch_stiffness(), self.mean_bending_stiffness());
        Self {
            stretch_stiffness: [stretch; 2],
            shear_stiffness: stretch / (2.0 * (1.0 + self.poisson_ratio)),
            bending_stiffness: [bending; 2],
            twist_ratio: 1.0,
            ..self
        }
    }

    /// Checks every field.
    ///
    /// # Errors
    /// The first field that makes no sense.
    pub fn check(&self) -> Result<(), ClothError> {
        positive("density", self.density)?;
        for value in self.stretch_stiffness {
            positive("stretch stiffness", value)?;
        }
        positive("shear stiffness", self.shear_stiffness)?;
        within("Poisson ratio", self.poisson_ratio, [0.0, 0.9])?;
        for value in self.bending_stiffness {
            positive("bending stiffness", value)?;
        }
        within("twist ratio", self.twist_ratio, [0.0, 10.0])?;
        within("damping time", self.damping_time, [0.0, f64::MAX])?;
        self.bending_friction.map_or(Ok(()), |friction| friction.check())
    }
}

/// Value in a direction with the given cosine to the warp, of one along the warp and one along the
/// weft; exactly their common value if they are equal.
pub(crate) fn directional([warp, weft]: [f64; 2], cos: f64) -> f64 {
    let along = cos * cos;
    if warp == weft { warp } else { warp * along + weft * (1.0 - along) }
}

impl Default for Fabric {
    fn default() -> Self {
        Self::plain()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_geometric_and_exact_for_equal_values() {
        let fabric = Fabric {
            stretch_stiffness: [0.1; 2],
            bending_stiffness: [2e-5, 8e-5],
            ..Fabric::plain()
        };
        assert_eq!(fabric.mean_stretch_stiffness(), 0.1);
        assert_eq!(fabric.mean_bending_stiffness(), (2e-5_f64 * 8e-5).sqrt());
    }
}
