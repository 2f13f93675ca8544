//! Galerkin products `PᵀAP`: matrices summed over aggregates of vertices.

use std::cmp::Ordering;

use glam::DMat3;
use rayon::prelude::*;

use super::aggregates::{Aggregates, NONE};
use crate::block_matrix::BlockMatrix;

/// Set in the index of a fine block that is to be added together with its transpose.
const BOTH: u32 = 1 << 31;

/// Fine blocks that make up each coarse one. The matrix is symmetric: of a fine block and its
/// transpose one is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coarsening {
    /// Fine blocks, those of one coarse block together.
    sources: Vec<u32>,
    /// The coarse block `k` on or above the diagonal is the sum of
    /// `sources[offsets[k]..offsets[k + 1]]`.
    offsets: Vec<u32>,
    /// For every coarse block the index among these, and true if it is the transpose.
    upper: Vec<(u32, bool)>,
}

impl Coarsening {
    /// Finds the pattern of the matrix summed over aggregates.
    pub(crate) fn new(matrix: &BlockMatrix, aggregates: &Aggregates) -> (Self, BlockMatrix) {
        let mut entries: Vec<(u32, u32, u32)> = Vec::with_capacity(matrix.block_count() / 2);
        for i in 0..matrix.row_count() {
            let start = matrix.offsets[i];
            for (k, &j) in (start..).zip(matrix.row(i).0) {
                let (row, column) = (aggregates.of[i], aggregates.of[j as usize]);
                if row == NONE || column == NONE || row > column {
                    continue;
                }
                match (row == column, j.cmp(&(i as u32))) {
                    (true, Ordering::Less) => {}
                    (true, Ordering::Greater) => entries.push((row, column, k | BOTH)),
                    _ => entries.push((row, column, k)),
                }
            }
        }
        entries.par_sort_unstable_by_key(|entry| (entry.0, entry.1, entry.2 & !BOTH));
        let (mut pairs, mut offsets) = (Vec::new(), vec![0]);
        for block in entries.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let [row, column] = [block[0].0, block[0].1];
            let place = offsets.len() as u32 - 1;
            pairs.push((row, column, (place, false)));
            if row != column {
                pairs.push((column, row, (place, true)));
            }
            offsets.push(offsets[offsets.len() - 1] + block.len() as u32);
        }
        pairs.par_sort_unstable();
        let mut rows = vec![0; aggregates.count + 1];
        for (row, ..) in &pairs {
            rows[*row as usize + 1] += 1;
        }
        for i in 0..aggregates.count {
            rows[i + 1] += rows[i];
        }
        let columns = pairs.iter().map(|pair| pair.1).collect();
        let upper = pairs.iter().map(|pair| pair.2).collect();
        let sources = entries.iter().map(|entry| entry.2).collect();
        (Self { sources, offsets, upper }, BlockMatrix::zero(rows, columns))
    }

    /// Sums the blocks of `fine` into those of `coarse`.
    pub(crate) fn sum(&self, fine: &BlockMatrix, coarse: &mut BlockMatrix) {
        let sums: Vec<DMat3> = self
            .offsets
            .par_windows(2)
            .with_min_len(256)
            .map(|range| {
                let mut sum = DMat3::ZERO;
                for &source in &self.sources[range[0] as usize..range[1] as usize] {
                    let block = fine.values[(source & !BOTH) as usize];
                    sum += block;
                    if source & BOTH != 0 {
                        sum += block.transpose();
                    }
                }
                sum
            })
            .collect();
        for (block, (place, transposed)) in coarse.values.iter_mut().zip(&self.upper) {
            let sum = sums[*place as usize];
            *block = if *transposed { sum.transpose() } else { sum };
        }
    }
}
