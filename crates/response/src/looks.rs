//! How much detection a response needed.

/// How often impacts were looked for, and at how many pairs. Pairs are 0 if the detector does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// Looks in all.
    pub count: usize,
    /// Pairs examined in first looks, at the whole motion.
    pub first: usize,
    /// Pairs examined in all later looks, at what has moved since.
    pub again: usize,
}

impl Looks {
    /// The sum of two counts.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            first: self.first + other.first,
            again: self.again + other.again,
        }
    }
}
