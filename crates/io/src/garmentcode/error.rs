//! Errors of sewing patterns.

use crate::ReadError;

/// Error in reading a sewing pattern.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecificationError {
    /// The text is not what it should be.
    #[error(transparent)]
    Text(#[from] ReadError),
    /// A panel, an edge or a stitch makes no sense.
    #[error("{owner}: {what}")]
    Item {
        /// The panel, edge or stitch, by name and number.
        owner: String,
        /// The fault.
        what: String,
    },
    /// There is nothing to sew.
    #[error("the pattern has no panels")]
    NoPanels,
}

impl SpecificationError {
    /// An error of a panel, an edge or a stitch.
    pub(super) fn of(owner: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Item { owner: owner.into(), what: what.into() }
    }
}
