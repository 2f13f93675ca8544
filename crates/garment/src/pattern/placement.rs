//! Places of panels around a body.

use glam::{DQuat, DVec2, DVec3, dvec3};

/// A map from the plane of a panel, in which x is to the right and y up, to the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Placement {
    /// Flat, facing −y before it is turned.
    Flat {
        /// Turn about the origin of the panel.
        rotation: DQuat,
        /// Place of the origin of the panel (m).
        origin: DVec3,
    },
    /// Wrapped around a cylinder, without stretch. The cylinder stands upright and its panel looks
    /// along −y before they are turned.
    Wrapped {
        /// Turn about the centre.
        rotation: DQuat,
        /// Point of the axis at the height of the panel's origin (m).
        centre: DVec3,
        /// Radius of the cylinder (m).
        radius: f64,
    },
}

impl Placement {
    /// The place of a point of the panel.
    #[must_use]
    pub fn place(&self, p: DVec2) -> DVec3 {
        match *self {
            Self::Flat { rotation, origin } => origin + rotation * dvec3(p.x, 0.0, p.y),
            Self::Wrapped { rotation, centre, radius } => {
                let angle = p.x / radius;
                let around = dvec3(libm::sin(angle), -libm::cos(angle), 0.0);
                centre + rotation * (radius * around + p.y * DVec3::Z)
            }
        }
    }
}
