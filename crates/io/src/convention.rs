//! Units and up axes of files.
//!
//! The world is in metres with z up. A file has a unit of so many metres and an axis that points
//! up, and
//!
//! ```text
//! world = m · R · file      m metres per unit
//!                           R = 1 for z up,   R (x, y, z) = (x, −z, y) for y up
//! ```
//!
//! `R` is a rotation by 90° about x: it turns no surface inside out and rounds nothing.

use glam::DVec3;

/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// The second, as in glTF and most programs for animation.
    Y,
    /// The third, as in the world here, in Blender and most programs for engineering.
    #[default]
    Z,
}

/// Meaning of the numbers of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Convention {
    /// Length of a unit (m).
    pub metres_per_unit: f64,
    /// The axis that points up.
    pub up: UpAxis,
}

impl Default for Convention {
    fn default() -> Self {
        Self::WORLD
    }
}

impl Convention {
    /// A unit of so many metres, and an axis that points up.
    #[must_use]
    pub const fn new(metres_per_unit: f64, up: UpAxis) -> Self {
        Self { metres_per_unit, up }
    }

    /// Metres, z up.
    pub const WORLD: Self = Self { metres_per_unit: 1.0, up: UpAxis::Z };

    /// Convention of glTF: metres, y up.
    pub const GLTF: Self = Self { metres_per_unit: 1.0, up: UpAxis::Y };

    /// From the numbers of a file to the world.
    #[must_use]
    pub fn to_world(self, p: DVec3) -> DVec3 {
        let p = match self.up {
            UpAxis::Y => DVec3::new(p.x, -p.z, p.y),
            UpAxis::Z => p,
        };
        p * self.metres_per_unit
    }

    /// From the world to the numbers of a file.
    #[must_use]
    pub fn from_world(self, p: DVec3) -> DVec3 {
        let p = p / self.metres_per_unit;
        match self.up {
            UpAxis::Y => DVec3::new(p.x, p.z, -p.y),
            UpAxis::Z => p,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_stays_up_and_handedness_stays() {
        let gltf = Convention::GLTF;
        assert_eq!(gltf.to_world(DVec3::Y), DVec3::Z);
        let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| gltf.to_world(axis));
        assert_eq!(x.cross(y).dot(z), 1.0);
        let centimetres = Convention { metres_per_unit: 0.01, up: UpAxis::Z };
        assert_eq!(centimetres.to_world(DVec3::splat(250.0)), DVec3::splat(2.5));
        assert_eq!(centimetres.from_world(DVec3::splat(2.5)), DVec3::splat(250.0));
    }

    #[test]
    fn turning_rounds_nothing() {
        for p in [DVec3::new(0.1, -0.0, 1e-308), DVec3::new(-7.3, 1e300, 0.0)] {
            let back = Convention::GLTF.from_world(Convention::GLTF.to_world(p));
            assert_eq!(back.to_array().map(f64::to_bits), p.to_array().map(f64::to_bits));
        }
    }
}
