//! The tree of boxes of a broad phase.

use ripstop_broad::bvh::{BuildMethod, REBUILD_FACTOR};
use serde::{Deserialize, Serialize};

/// Settings of the tree of `broad = "bvh"`, `[settings.tree]` in a file. They change times, never
/// results.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct TreeSettings {
    /// Build method.
    pub build: TreeBuild,
    /// True if trees are kept from search to search and refitted, false if every search builds
    /// them.
    pub refit: bool,
    /// Growth of the looseness of a refitted tree at which it is rebuilt, at least 1.
    pub rebuild: f64,
}

impl Default for TreeSettings {
    fn default() -> Self {
        Self { build: TreeBuild::default(), refit: false, rebuild: REBUILD_FACTOR }
    }
}

impl TreeSettings {
    /// First setting that is out of range: its name, its value, its range.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        // Never is infinite, and so not a fault.
        (self.rebuild < 1.0 || self.rebuild.is_nan()).then_some((
            "tree.rebuild",
            self.rebuild,
            "at least 1",
        ))
    }
}

/// Build method of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TreeBuild {
    /// In the order of a space-filling curve.
    #[default]
    Curve,
    /// By median cuts along the longest axis, as a k-d tree. In a file also `median`.
    #[serde(alias = "median")]
    Kd,
    /// By the surface area heuristic (SAH) at every position of three axes.
    Sweep,
    /// By the surface area heuristic at 16 positions of three axes.
    Binned,
}

impl TreeBuild {
    /// The method itself.
    #[must_use]
    pub const fn method(self) -> BuildMethod {
        match self {
            Self::Curve => BuildMethod::Curve,
            Self::Kd => BuildMethod::Median,
            Self::Sweep => BuildMethod::SweepSah,
            Self::Binned => BuildMethod::BinnedSah,
        }
    }
}
