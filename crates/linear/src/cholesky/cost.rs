//! Work and memory of a factorisation, known before a number is touched.

use super::supernodes::Supernode;

/// Cost of the factor of a matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FactorCost {
    /// Numbers of the factor, with the zeros that are stored in it.
    pub entries: u64,
    /// Floating-point operations; a multiplication and an addition are two.
    pub flops: f64,
}

impl FactorCost {
    pub(super) fn of(supernodes: &[Supernode]) -> Self {
        supernodes.iter().fold(Self::default(), |sum, supernode| {
            let own = Self::of_one(supernode.columns.len(), supernode.below);
            Self { entries: sum.entries + own.entries, flops: sum.flops + own.flops }
        })
    }

    /// Cost of a supernode with so many columns of blocks, and so many rows of blocks below them.
    ///
    /// A column with `m` entries below the diagonal costs a root, `m` divisions, and `m (m + 1)`
    /// operations on the rest.
    fn of_one(columns: usize, below: usize) -> Self {
        let (n, r) = (3 * columns as u64, 3 * below as u64);
        let entries = n * (n + 1) / 2 + n * r;
        // The sum of m² for m from r to r + n − 1.
        let [n, r] = [n, r].map(|count| count as f64);
        let squares = n * r * r + r * n * (n - 1.0) + n * (n - 1.0) * (2.0 * n - 1.0) / 6.0;
        Self { entries, flops: 2.0 * entries as f64 - n + squares }
    }
}
