//! Work and memory of a factorisation, known before a number is touched.

use super::supernodes::Supernode;

/// Work that goes with every number of the factor beside the flops: memory, assembly and both
/// substitutions (flops). With it, whole solves of two dresses took 14 and 17 ps per
/// flop on one thread, one of 150,000 vertices 16.
const ENTRY: f64 = 130.0;

/// Work of conjugate gradients per block of the matrix and iteration, with the two-level
/// preconditioner (flops): 2.5 to 4.4 ns.
const BLOCK: f64 = 210.0;

/// Iterations that are expected of conjugate gradients. Two dresses in contact took 750, two layers
/// 240, single sheets 40: a pattern does not tell.
const ITERATIONS: f64 = 400.0;

/// Cost of the factor of a matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FactorCost {
    /// Numbers of the factor, with the zeros that are stored in it.
    pub entries: u64,
    /// Floating-point operations; a multiplication and an addition are two.
    pub flops: f64,
}

impl FactorCost {
    /// Cost of all supernodes.
    pub(super) fn of(supernodes: &[Supernode]) -> Self {
        supernodes.iter().fold(Self::default(), |sum, supernode| {
            let own = Self::of_one(supernode.columns.len(), supernode.below);
            Self { entries: sum.entries + own.entries, flops: sum.flops + own.flops }
        })
    }

    /// True if conjugate gradients are expected to take longer, for a matrix with so many blocks.
    pub(crate) fn is_below_iterations(self, blocks: usize) -> bool {
        self.flops + ENTRY * (self.entries as f64) <= ITERATIONS * BLOCK * blocks as f64
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
