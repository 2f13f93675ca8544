//! Seams of a scene.
//!
//! ```toml
//! [[seam]]
//! cloths = [0, 1]                     # the same twice sews a cloth to itself
//! first = [0, 8, 16, 24]              # vertices of the first cloth, along its edges
//! second = [7, 15, 23, 31]            # those of the second to which they are sewn, one by one
//! ```

use serde::{Deserialize, Serialize};

/// Two chains of edges that are drawn together. Finite elements only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Seam {
    /// A name for reports.
    pub name: String,
    /// Cloths that are sewn together, from 0 in the order of the scene.
    pub cloths: [usize; 2],
    /// Vertices of the first one, numbered within it; each two in a row are an edge.
    pub first: Vec<u32>,
    /// As many vertices of the second one, to which those of the first are sewn.
    pub second: Vec<u32>,
    /// Force per length that draws them together (N/m).
    pub force: f64,
    /// Distance within which the force falls off (m): tightness of the closed seam.
    pub reach: f64,
    /// Thickness across the seam (m), instead of that of the cloths.
    pub gap: f64,
}

impl Default for Seam {
    fn default() -> Self {
        Self {
            name: "seam".to_owned(),
            cloths: [0, 1],
            first: Vec::new(),
            second: Vec::new(),
            force: 5.0,
            reach: 1e-3,
            gap: 5e-4,
        }
    }
}

impl Seam {
    /// A seam of two cloths along vertices of each, with defaults for everything else.
    #[must_use]
    pub fn new(cloths: [usize; 2], first: Vec<u32>, second: Vec<u32>) -> Self {
        Self { cloths, first, second, ..Self::default() }
    }
}
