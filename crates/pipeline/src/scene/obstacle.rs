//! Obstacles of a scene.

use serde::{Deserialize, Serialize};

use super::numbers::{not_positive, not_within};
use super::{Frames, Import, MannequinShape, Path, Transform};

/// Something that cloth falls on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

    /// True if it is a mesh with frames or on a path, as bodies are.
    #[must_use]
    pub fn is_moving_mesh(&self) -> bool {
        match &self.shape {
            ObstacleShape::Mesh { frames, .. } => frames.is_some() || !self.path.is_rest(),
            _ => false,
        }
    }
}

/// The shape of an obstacle; all but meshes are tessellated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
        /// Name of the file. The command finds it from the folder of the scene, a library by the
        /// loader that is passed to it.
        file: String,
        /// Unit, axes and selection of the file.
        #[serde(default)]
        import: Import,
        /// Positions of its vertices over time, if it changes its shape; the path comes on top.
        #[serde(default)]
        frames: Option<Frames>,
    },
    /// A body that walks.
    Mannequin(MannequinShape),
}

impl ObstacleShape {
    /// First number that is out of range, in words.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        const RINGS: [u32; 2] = [2, 2_000];
        match self {
            Self::Plane { size } => not_positive("shape.plane.size", &[*size]),
            Self::Sphere { radius, rings } => not_positive("shape.sphere.radius", &[*radius])
                .or_else(|| not_within("shape.sphere.rings", &[*rings], RINGS)),
            Self::Capsule { radius, length, rings } => {
                not_positive("shape.capsule.radius", &[*radius])
                    .or_else(|| not_positive("shape.capsule.length", &[*length]))
                    .or_else(|| not_within("shape.capsule.rings", &[*rings], RINGS))
            }
            Self::Cuboid { size } => not_positive("shape.cuboid.size", size),
            Self::Mesh { frames, .. } => frames.as_ref().and_then(Frames::fault),
            Self::Mannequin(mannequin) => mannequin.fault(),
        }
    }
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
