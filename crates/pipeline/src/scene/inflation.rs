//! Pressure inside closed cloths, and areas that are kept.
//!
//! ```toml
//! [[cloth]]
//! shape.sphere = { radius = 0.2, rings = 16 }
//! pressure = 1.2             # position-based: times the volume of the rest configuration
//! bulk_modulus = 1e5         # Pa, that of air
//! area_stiffness = 500.0     # N/m, position-based
//! gas_pressure = 300.0       # Pa, finite elements
//! ```

use super::Cloth;

/// Bulk modulus of air at the pressure of the atmosphere, its temperature kept (Pa).
const AIR: f64 = 1e5;

/// Pressure inside a cloth, and stiffness of the areas of its faces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Inflation {
    /// Target volume, as a multiple of that of the rest configuration.
    pub pressure: Option<f64>,
    /// Bulk modulus (Pa), if one is given.
    pub bulk_modulus: Option<f64>,
    /// Pressure of the gas inside (Pa).
    pub gas_pressure: Option<f64>,
    /// Stiffness of the areas of faces (N/m).
    pub area_stiffness: Option<f64>,
}

impl Inflation {
    /// That of a cloth.
    pub(crate) const fn of(cloth: &Cloth) -> Self {
        let Cloth { pressure, bulk_modulus, gas_pressure, area_stiffness, .. } = cloth;
        Self {
            pressure: *pressure,
            bulk_modulus: *bulk_modulus,
            gas_pressure: *gas_pressure,
            area_stiffness: *area_stiffness,
        }
    }

    /// Bulk modulus (Pa): the given one, or that of air.
    #[must_use]
    pub fn bulk_modulus(&self) -> f64 {
        self.bulk_modulus.unwrap_or(AIR)
    }
}
