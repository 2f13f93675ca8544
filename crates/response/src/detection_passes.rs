//! The cost of detection in a response.

/// Number of detection passes and of their narrow-phase queries. Queries are 0 if the detector does
/// not count them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DetectionPasses {
    /// Passes in all.
    pub passes: usize,
    /// Queries of first passes, over the whole motion.
    pub queries: usize,
    /// Queries of all later passes, over pairs that have moved since.
    pub repeated_queries: usize,
}

impl DetectionPasses {
    /// The sum of two counts.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            passes: self.passes + other.passes,
            queries: self.queries + other.queries,
            repeated_queries: self.repeated_queries + other.repeated_queries,
        }
    }
}
