//! Thickness and friction, surface by surface.

use ripstop_geometry::SurfaceId;

/// Contact properties of one surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceContact {
    /// Thickness `h` (m): the separation from a surface of the same thickness.
    pub thickness: f64,
    /// Coulomb's coefficient against a surface of the same friction.
    pub friction: f64,
}

/// Thickness and friction of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactRule {
    /// Thickness `h`: the separation of the pair (m).
    pub thickness: f64,
    /// Coulomb's coefficient.
    pub friction: f64,
}

/// The contact properties of all surfaces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceTable {
    /// Indexed by [`SurfaceId`].
    pub surfaces: Vec<SurfaceContact>,
}

impl SurfaceTable {
    /// The mean of the thicknesses (half of each lies on either side of its surface), and the
    /// geometric mean of the coefficients, so that one smooth surface makes the pair smooth.
    ///
    /// # Panics
    /// If there is no such surface.
    #[must_use]
    pub fn pair(&self, a: SurfaceId, b: SurfaceId) -> ContactRule {
        let [a, b] = [a, b].map(|id| self.surfaces[id.index()]);
        ContactRule {
            thickness: 0.5 * (a.thickness + b.thickness),
            friction: (a.friction * b.friction).sqrt(),
        }
    }

    /// The largest thickness of any pair (m).
    #[must_use]
    pub fn max_thickness(&self) -> f64 {
        self.surfaces.iter().map(|surface| surface.thickness).fold(0.0, f64::max)
    }

    /// The smallest thickness of any pair (m).
    #[must_use]
    pub fn min_thickness(&self) -> f64 {
        self.surfaces.iter().map(|surface| surface.thickness).fold(f64::INFINITY, f64::min)
    }
}
