//! Obstacles of a scene.

use serde::{Deserialize, Serialize};

use super::{Frames, Import, Path, Transform};

/// Something that cloth falls on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Obstacle {
    /// A name for reports.
    pub name: String,
    /// Its shape.
    pub shape: ObstacleShape,
    /// Its pose at the start.
    pub transform: Transform,
    /// Its motion.
    pub path: Path,
    /// Thickness (m).
    pub thickness: f64,
    /// Coefficient μ of Coulomb friction.
    pub friction: f64,
    /// Names of the groups that it belongs to; all if there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member_of: Option<Vec<String>>,
    /// Names of the groups that it collides with; all if there is no list. Two surfaces, or a cloth
    /// and itself, are checked if each belongs to a group that the other collides with. All others
    /// are out of the guarantee, and the report counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collides_with: Option<Vec<String>>,
}

impl Default for Obstacle {
    fn default() -> Self {
        Self {
            name: "obstacle".to_owned(),
            shape: ObstacleShape::default(),
            transform: Transform::default(),
            path: Path::default(),
            thickness: 3e-3,
            friction: 0.3,
            member_of: None,
            collides_with: None,
        }
    }
}

impl Obstacle {
    /// An obstacle of a shape, with defaults for everything else.
    #[must_use]
    pub fn new(shape: ObstacleShape) -> Self {
        Self { shape, ..Self::default() }
    }
}

/// The shape of an obstacle; all but meshes are tessellated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ObstacleShape {
    /// A square in the xy plane around the origin.
    Plane {
        /// Edge length (m).
        size: f64,
    },
    /// A sphere around the origin.
    Sphere {
        /// Radius (m).
        radius: f64,
        /// Rings between the poles.
        #[serde(default = "default_rings")]
        rings: u32,
    },
    /// A capsule around the z axis.
    Capsule {
        /// Radius (m).
        radius: f64,
        /// Length of the straight part (m).
        length: f64,
        /// Rings of either cap.
        #[serde(default = "default_rings")]
        rings: u32,
    },
    /// A box around the origin.
    Cuboid {
        /// Edge lengths (m).
        size: [f64; 3],
    },
    /// A mesh file.
    Mesh {
        /// Its name, for the loader that the caller passes.
        file: String,
        /// Unit, axes and selection of the file.
        #[serde(default)]
        import: Import,
        /// Positions of its vertices over time, if it changes its shape; the path comes on top.
        #[serde(default)]
        frames: Option<Frames>,
    },
}

impl Default for ObstacleShape {
    fn default() -> Self {
        Self::Plane { size: 4.0 }
    }
}

/// 32 rings: edges of about 3 cm on a sphere of radius 0.3 m.
const fn default_rings() -> u32 {
    32
}
