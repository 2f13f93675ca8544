//! What a scene says about a seam.
//!
//! ```toml
//! [[seam]]
//! cloths = [0, 1]                     # in the order of the scene; the same twice sews a cloth to itself
//! first = [0, 8, 16, 24]              # vertices of the first cloth, along its edges
//! second = [7, 15, 23, 31]            # those of the second to which they are sewn, one by one
//! ```

use serde::{Deserialize, Serialize};

/// Two chains of edges that are drawn together. Finite elements only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Seam {
    /// A name for reports.
    pub name: String,
    /// Which cloths are sewn together, from 0 in the order of the scene.
    pub cloths: [usize; 2],
    /// Vertices of the first one, numbered within it; each two in a row are an edge.
    pub first: Vec<u32>,
    /// As many vertices of the second one: where those of the first belong.
    pub second: Vec<u32>,
    /// What draws them together (N/m).
    pub force: f64,
    /// The distance within which the force falls off (m): how tight the seam is once it is closed.
    pub reach: f64,
    /// Separation wanted of what is sewn together (m), instead of the thickness.
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
