//! Friction of pairs of surfaces.
//!
//! ```toml
//! [[friction]]
//! between = ["dress", "body"]         # names of cloths and obstacles; the same twice: with itself
//! coefficient = 0.4
//! ```

use serde::{Deserialize, Serialize};

/// Coulomb's coefficient of a pair of surfaces, in place of the geometric mean of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PairFriction {
    /// Names of two cloths, or of a cloth and an obstacle; the same twice is a cloth with itself.
    /// If several have a name, it counts for each of them.
    pub between: [String; 2],
    /// Coulomb's coefficient.
    pub coefficient: f64,
}

impl PairFriction {
    /// The friction of a pair.
    #[must_use]
    pub fn new(between: [&str; 2], coefficient: f64) -> Self {
        Self { between: between.map(str::to_owned), coefficient }
    }
}
