//! Sewing patterns of a scene, from files.

use serde::{Deserialize, Serialize};

use super::numbers::not_positive;

/// A sewing pattern in a file: panels that start around a body, and are sewn on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SewingPattern {
    /// Name of the file. The command finds it from the folder of the scene, a library by the
    /// loader that is passed to it.
    pub file: String,
    /// Edge length of its triangles (m); 0.015 if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge_length: Option<f64>,
}

/// Edge length that is not given (m).
const EDGE_LENGTH: f64 = 0.015;

impl SewingPattern {
    /// A pattern with defaults for everything else.
    #[must_use]
    pub fn new(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    /// Edge length of its triangles (m).
    #[must_use]
    pub fn edge_length(&self) -> f64 {
        self.edge_length.unwrap_or(EDGE_LENGTH)
    }

    /// First number that is out of range, in words.
    pub(super) fn fault(&self) -> Option<String> {
        not_positive("shape.pattern.edge_length", self.edge_length.as_slice())
    }
}
