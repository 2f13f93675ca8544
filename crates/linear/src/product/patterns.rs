//! Patterns of matrices, for tests.

use crate::block_matrix::BlockMatrix;

/// A matrix of zeros with the pattern of some edges.
pub(crate) fn pattern(count: usize, edges: &[(usize, usize)]) -> BlockMatrix {
    let both = edges.iter().flat_map(|&(i, j)| [(i, j), (j, i)]);
    let mut pairs: Vec<_> = both.chain((0..count).map(|i| (i, i))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let first = |i| pairs.partition_point(|pair| pair.0 < i) as u32;
    let offsets = (0..=count).map(first).collect();
    BlockMatrix::zero(offsets, pairs.iter().map(|pair| pair.1 as u32).collect())
}

/// Edges along the lines of a grid.
pub(crate) fn grid_edges(side: usize) -> Vec<(usize, usize)> {
    let count = side * side;
    let edges =
        (0..count).flat_map(|i| [(i, i + 1, (i + 1) % side > 0), (i, i + side, i + side < count)]);
    edges.filter(|edge| edge.2).map(|(i, j, _)| (i, j)).collect()
}
