//! A sparse matrix of 3×3 blocks, row by row.
//!
//! Both triangles are stored: a product then writes each row once, from threads that know nothing of each
//! other, and adds up every row in the order of its columns.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

/// Rows per task.
const TASK: usize = 256;

/// A symmetric sparse matrix of 3×3 blocks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockMatrix {
    /// Row `i` has the blocks `offsets[i]..offsets[i + 1]`.
    pub(super) offsets: Vec<u32>,
    /// Column of each block, ascending in every row.
    pub(super) columns: Vec<u32>,
    /// The blocks.
    pub(super) values: Vec<DMat3>,
}

impl BlockMatrix {
    /// A matrix of zeros with the given pattern.
    pub(super) fn zero(offsets: Vec<u32>, columns: Vec<u32>) -> Self {
        let values = vec![DMat3::ZERO; columns.len()];
        Self { offsets, columns, values }
    }

    /// Number of rows of blocks.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Number of stored blocks.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.columns.len()
    }

    /// Columns and blocks of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    #[inline]
    pub fn row(&self, i: usize) -> (&[u32], &[DMat3]) {
        let range = self.offsets[i] as usize..self.offsets[i + 1] as usize;
        (&self.columns[range.clone()], &self.values[range])
    }

    /// The block in row and column `i`, 0 if there is none.
    #[must_use]
    pub fn diagonal(&self, i: usize) -> DMat3 {
        let (columns, blocks) = self.row(i);
        columns.binary_search(&(i as u32)).map_or(DMat3::ZERO, |k| blocks[k])
    }

    /// `y ← y + A x`.
    pub fn multiply_add(&self, x: &[DVec3], y: &mut [DVec3]) {
        if self.columns.is_empty() {
            return;
        }
        y.par_chunks_mut(TASK).enumerate().for_each(|(task, y)| {
            for (k, y) in y.iter_mut().enumerate() {
                *y += self.row_product(task * TASK + k, |vertex| x[vertex]);
            }
        });
    }

    /// Row `i` of `A x`, with the entries of `x` by vertex.
    #[inline]
    pub(super) fn row_product(&self, i: usize, x: impl Fn(usize) -> DVec3) -> DVec3 {
        let (columns, blocks) = self.row(i);
        let mut sum = DVec3::ZERO;
        for (&column, block) in columns.iter().zip(blocks) {
            sum += *block * x(column as usize);
        }
        sum
    }
}
