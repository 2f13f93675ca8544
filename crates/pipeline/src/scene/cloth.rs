//! Cloths of a scene.

use serde::{Deserialize, Serialize};

use super::numbers::{not_positive, not_within};
use super::{Fabric, FileWord, Garment, Import, Path, SewingPattern, Stitches, Transform, Warp};

/// A cloth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Cloth {
    /// A name for reports.
    pub name: String,
    /// Its rest configuration and its shape at the start.
    pub shape: ClothShape,
    /// Its pose at the start.
    pub transform: Transform,
    /// Its fabric: a name in a file, or a table.
    pub fabric: Fabric,
    /// Thickness (m).
    pub thickness: f64,
    /// Coefficient μ of Coulomb friction.
    pub friction: f64,
    /// Volume that a closed, position-based cloth is pumped up to, as a multiple of the volume of
    /// its rest configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressure: Option<f64>,
    /// Bulk modulus (Pa) against which `pressure` pumps; if it is not given, that of air, 1e5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bulk_modulus: Option<f64>,
    /// Pressure (Pa) of the gas inside a closed cloth of finite elements, beyond that of the air
    /// around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gas_pressure: Option<f64>,
    /// Stiffness (N/m) with which every face of position-based cloth keeps its area, beside the
    /// stiffnesses of the fabric.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area_stiffness: Option<f64>,
    /// Names of the groups that it belongs to; all if there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member_of: Option<Vec<String>>,
    /// Names of the groups that it collides with; all if there is no list. Two surfaces, or a cloth
    /// and itself, are checked if each belongs to a group that the other collides with. All others
    /// are out of the guarantee, and the report counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collides_with: Option<Vec<String>>,
    /// Stitches of its own vertices: `file` for those that its mesh file lists, or a list of
    /// `[v, a, b, ratio]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stitches: Option<Stitches>,
    /// True to make one mesh of its panels where they are sewn together by its `stitches` or by a
    /// `[[seam]]` of the cloth with itself: closed seams only. The vertices of the cloth then have
    /// numbers of their own; a scene goes on naming those of the file.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub weld_seams: bool,
    /// Its layer, if it has one: of two cloths with layers, the one with the higher number belongs
    /// on the outer side of the other, to which the normals of the other's faces point. It decides
    /// to which side tangled cloths go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<i32>,
    /// True if it belongs inside of closed surfaces: a lining, a cloth in a room, a filling.
    /// Without it, cloth that starts wholly inside of a closed surface that it collides with is
    /// brought out or refused.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub inside: bool,
    /// Kinematic vertices, `[[cloth.pin]]` in a file.
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
            pressure: None,
            bulk_modulus: None,
            gas_pressure: None,
            area_stiffness: None,
            member_of: None,
            collides_with: None,
            stitches: None,
            weld_seams: false,
            layer: None,
            inside: false,
            pins: Vec::new(),
        }
    }
}

impl Cloth {
    /// A cloth of a shape, with defaults for everything else.
    #[must_use]
    pub fn new(shape: ClothShape) -> Self {
        Self { shape, ..Self::default() }
    }

    /// Its stitches with itself: a garment has those of its pattern unless others are given.
    pub(crate) fn own_stitches(&self) -> Option<&Stitches> {
        let is_sewn = matches!(self.shape, ClothShape::Garment(_) | ClothShape::Pattern(_));
        let own = is_sewn.then_some(&Stitches::File(FileWord::File));
        self.stitches.as_ref().or(own)
    }
}

/// Shape of a cloth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ClothShape {
    /// A rectangle in the xy plane around the origin.
    Grid {
        /// Edge lengths (m).
        size: [f64; 2],
        /// Vertices per side.
        resolution: [u32; 2],
    },
    /// A sphere around the origin, closed.
    Sphere {
        /// Radius (m).
        radius: f64,
        /// Number of rings from pole to pole.
        rings: u32,
    },
    /// A mesh file.
    Mesh {
        /// Name of the file. The command finds it from the folder of the scene, a library by the
        /// loader that is passed to it.
        file: String,
        /// A mesh with the same faces that holds the positions at the start, if they are not those
        /// of `file`.
        #[serde(default)]
        start: Option<String>,
        /// The rest configuration, if it is not that of `file`: a mesh with the same faces, or `uv`
        /// for a flat pattern, the texture coordinates of `file`.
        #[serde(default)]
        rest: Option<String>,
        /// Length of a unit of the texture coordinates (m), if they are the rest configuration; 1
        /// if it is not given.
        #[serde(default)]
        uv_scale: Option<f64>,
        /// Angle (degrees) of the warp from the u axis of the pattern, of all panels or by name.
        #[serde(default)]
        warp: Option<Warp>,
        /// Units, axes and selection of all files.
        #[serde(default)]
        import: Import,
    },
    /// A garment made to the measures of a mannequin.
    Garment(Garment),
    /// Panels of a sewing pattern in a file, placed around a body.
    Pattern(SewingPattern),
}

/// Most vertices of a grid, 4096×4096: more do not fit into the memory of common machines.
const MOST_VERTICES: u64 = 4096 * 4096;

/// A fault if a grid has more vertices than memory.
fn too_many_vertices([columns, rows]: [u32; 2]) -> Option<String> {
    let vertices = u64::from(columns) * u64::from(rows);
    (vertices > MOST_VERTICES).then(|| {
        format!(
            "`shape.grid.resolution` is [{columns}, {rows}], which is {vertices} vertices, but \
             there may be {MOST_VERTICES} at most"
        )
    })
}

impl ClothShape {
    /// First number that is out of range, in words.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        match self {
            Self::Grid { size, resolution } => not_positive("shape.grid.size", size)
                .or_else(|| not_within("shape.grid.resolution", resolution, [2, 30_000]))
                .or_else(|| too_many_vertices(*resolution)),
            Self::Sphere { radius, rings } => not_positive("shape.sphere.radius", &[*radius])
                .or_else(|| not_within("shape.sphere.rings", &[*rings], [2, 2_000])),
            Self::Mesh { uv_scale, .. } => not_positive("shape.mesh.uv_scale", uv_scale.as_slice()),
            Self::Garment(garment) => garment.fault(),
            Self::Pattern(pattern) => pattern.fault(),
        }
    }

    /// A mesh file, without anything else.
    #[must_use]
    pub fn mesh(file: &str) -> Self {
        let file = file.to_owned();
        let import = Import::default();
        Self::Mesh { file, start: None, rest: None, uv_scale: None, warp: None, import }
    }
}

/// The rest configuration of a mesh file that is its texture coordinates.
pub const UV: &str = "uv";

impl Default for ClothShape {
    fn default() -> Self {
        Self::Grid { size: [1.0, 1.0], resolution: [64, 64] }
    }
}

/// Kinematic (scripted) vertices.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Pin {
    /// The vertices.
    pub select: PinSelection,
    /// Their motion.
    pub path: Path,
    /// Name of an obstacle that carries them, in place of a path: they move with its surface, also
    /// where that changes its shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attach: Option<String>,
    /// Stiffness (N/m) of a spring that holds each of them to its point of that obstacle; without
    /// it they are held rigidly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<f64>,
}

impl Pin {
    /// A pin of some vertices that moves them along a path.
    #[must_use]
    pub const fn new(select: PinSelection, path: Path) -> Self {
        Self { select, path, attach: None, stiffness: None }
    }
}

/// Selection of the vertices that a pin holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
