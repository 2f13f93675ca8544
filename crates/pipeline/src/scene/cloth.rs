//! What a scene says about a cloth.

use serde::{Deserialize, Serialize};

use super::{Fabric, Import, Path, Transform};

/// A cloth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cloth {
    /// A name for reports.
    pub name: String,
    /// Its shape without stress, and where it starts.
    pub shape: ClothShape,
    /// Where it starts.
    pub transform: Transform,
    /// What it is made of: the name of a fabric, or a table.
    pub fabric: Fabric,
    /// Separation wanted (m).
    pub thickness: f64,
    /// Coulomb's coefficient.
    pub friction: f64,
    /// Names of the groups that it belongs to; all if there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member_of: Option<Vec<String>>,
    /// Names of the groups that it collides with; all if there is no list. Two surfaces, or a cloth and itself, are looked at together if each
    /// belongs to a group that the other collides with. All others are out of the guarantee, and the report says how many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collides_with: Option<Vec<String>>,
    /// Its layer, if it has one: of two cloths with layers, the one with the higher number belongs on the outer side of the other, where the
    /// other's faces look. It decides where tangled cloths go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<i32>,
    /// Vertices whose motion is prescribed.
    #[serde(rename = "pin")]
    pub pins: Vec<Pin>,
}

impl Default for Cloth {
    fn default() -> Self {
        Self {
            name: "cloth".to_owned(),
            shape: ClothShape::default(),
            transform: Transform::default(),
            fabric: Fabric::default(),
            thickness: 3e-3,
            friction: 0.3,
            member_of: None,
            collides_with: None,
            layer: None,
            pins: Vec::new(),
        }
    }
}

/// How a cloth is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ClothShape {
    /// A rectangle in the xy plane around the origin.
    Grid {
        /// Edge lengths (m).
        size: [f64; 2],
        /// Vertices per side.
        resolution: [u32; 2],
    },
    /// A mesh file.
    Mesh {
        /// Its name, for the loader that the caller passes.
        file: String,
        /// A mesh with the same faces that holds the shape without stress, if it is not that of `file`.
        #[serde(default)]
        rest: Option<String>,
        /// What the numbers of both mean, and what to take from them.
        #[serde(default)]
        import: Import,
    },
}

impl Default for ClothShape {
    fn default() -> Self {
        Self::Grid { size: [1.0, 1.0], resolution: [64, 64] }
    }
}

/// Vertices whose motion is prescribed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pin {
    /// Which vertices.
    pub select: PinSelection,
    /// How they move.
    pub path: Path,
}

/// Which vertices a pin holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PinSelection {
    /// By number.
    Vertices(Vec<u32>),
    /// All inside a box around start positions in the world.
    Inside {
        /// Lowest corner (m).
        min: [f64; 3],
        /// Highest corner (m).
        max: [f64; 3],
    },
}

impl Default for PinSelection {
    fn default() -> Self {
        Self::Vertices(Vec::new())
    }
}
