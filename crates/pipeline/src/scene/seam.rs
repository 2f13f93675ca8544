//! Seams of a scene.
//!
//! ```toml
//! [[seam]]
//! cloths = [0, 1]                     # the same twice sews a cloth to itself
//! first = [0, 8, 16, 24]              # vertices of the first cloth, along its edges
//! second = [7, 15, 31]                # those of the second to which they are sewn, by arc length
//!
//! [[seam]]
//! cloths = [0, 0]
//! stitches = [[5, 8, 9, 0.5]]         # vertex 5 in the middle of edge 8–9
//!
//! [[seam]]
//! cloths = [0, 0]
//! groups = ["sleeve", "front"]        # lines or panels of these names in the mesh file
//! ```

use serde::{Deserialize, Serialize};

/// Stitches of a cloth, or between two: `[v, a, b, ratio]`, vertex `v` belongs at
/// `(1 − ratio) x_a + ratio x_b`.
pub type StitchEntry = (u32, u32, u32, f64);

/// Two sides that are drawn together, then held: two chains of edges, a list of stitches, or two
/// groups of the mesh files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Seam {
    /// A name for reports.
    pub name: String,
    /// Cloths that are sewn together, from 0 in the order of the scene.
    pub cloths: [usize; 2],
    /// Vertices of the first one, numbered within it; each two in a row are an edge.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<u32>,
    /// Vertices of the second one, to which those of the first are sewn: one by one if they are as
    /// many, else by arc length from end to end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub second: Vec<u32>,
    /// Single stitches, of vertices of the first cloth to edges of the second.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stitches: Vec<StitchEntry>,
    /// Names of a chain of lines, or of a group of faces, in the mesh file of either cloth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<[String; 2]>,
    /// Distance (m) at the start up to which the boundaries of two groups of faces are sewn.
    pub within: f64,
    /// Force per length that draws them together (N/m), if not that of `[settings.sewing]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<f64>,
    /// Distance within which the force falls off (m), if not that of `[settings.sewing]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reach: Option<f64>,
    /// Stiffness per length of stitches that are held (N/m²), if not that of `[settings.sewing]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<f64>,
    /// Thickness kept across the seam (m). With it the pairs around stitches stay in the guarantee
    /// and stitches stay soft; without it they are left out, and stitches close.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
}

impl Default for Seam {
    fn default() -> Self {
        Self {
            name: "seam".to_owned(),
            cloths: [0, 1],
            first: Vec::new(),
            second: Vec::new(),
            stitches: Vec::new(),
            groups: None,
            within: 0.01,
            force: None,
            reach: None,
            stiffness: None,
            gap: None,
        }
    }
}

impl Seam {
    /// A seam of two cloths along vertices of each, with defaults for everything else.
    #[must_use]
    pub fn new(cloths: [usize; 2], first: Vec<u32>, second: Vec<u32>) -> Self {
        Self { cloths, first, second, ..Self::default() }
    }

    /// A seam of a cloth with itself by single stitches.
    #[must_use]
    pub fn of_stitches(cloth: usize, stitches: Vec<StitchEntry>) -> Self {
        Self { cloths: [cloth; 2], stitches, ..Self::default() }
    }
}

/// Stitches of one cloth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Stitches {
    /// Those of its mesh file.
    File(FileWord),
    /// A list of them.
    List(Vec<StitchEntry>),
}

/// The word for stitches of the mesh file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FileWord {
    /// `file`
    File,
}
