//! Elastic bands and buttons of a scene.
//!
//! ```toml
//! [[band]]
//! cloth = "skirt"
//! vertices = [0, 1, 2, 3]             # a chain; or `line`, the name of one in the mesh file
//! closed = true
//! length = 0.7                        # m, at rest; without it that of the cloth
//! stiffness = 40.0                    # N per strain
//!
//! [[button]]
//! cloths = ["front", "back"]
//! vertices = [12, 7]
//! from = 2.0                          # s
//! ```

use serde::{Deserialize, Serialize};

/// An elastic band along a chain of vertices of a cloth: it pulls, and goes slack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Band {
    /// A name for errors.
    pub name: String,
    /// Name of the cloth; the first if none is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cloth: Option<String>,
    /// Its vertices, one after another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub vertices: Vec<u32>,
    /// Name of a chain of lines in the mesh file, in place of `vertices`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// True if its last vertex is joined with its first.
    pub closed: bool,
    /// Rest length of all of it (m); if it is not given, that of the chain in the rest
    /// configuration of the cloth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// Force per strain (N): a band of 40 N that is stretched to 1.5 of its length pulls with 20 N.
    pub stiffness: f64,
    /// Time from which it pulls (s).
    pub from: f64,
}

impl Default for Band {
    fn default() -> Self {
        Self {
            name: "band".to_owned(),
            cloth: None,
            vertices: Vec::new(),
            line: None,
            closed: false,
            length: None,
            stiffness: 40.0,
            from: 0.0,
        }
    }
}

/// Two vertices of cloths that are joined from a time on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Button {
    /// A name for errors.
    pub name: String,
    /// Names of the cloths of the two vertices; the first cloth for both if none are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cloths: Option<[String; 2]>,
    /// The vertices, each numbered within its cloth.
    pub vertices: [u32; 2],
    /// Time from which they are joined (s).
    pub from: f64,
    /// Distance up to which they are slack (m); if it is not given, that of contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// Force per distance beyond that (N/m).
    pub stiffness: f64,
    /// Speed at which they are drawn together (m/s).
    pub speed: f64,
}

impl Default for Button {
    fn default() -> Self {
        Self {
            name: "button".to_owned(),
            cloths: None,
            vertices: [0, 1],
            from: 0.0,
            length: None,
            stiffness: 1000.0,
            speed: 0.5,
        }
    }
}
