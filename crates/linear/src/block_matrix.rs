//! A sparse matrix of 3×3 blocks in compressed rows.
//!
//! Both triangles are stored: a product then writes each row once, from threads that know nothing
//! of each other, and adds up every row in the order of its columns.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

/// Rows per task.
const TASK: usize = 256;

/// A symmetric sparse matrix of 3×3 blocks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockMatrix {
    /// Row `i` has the blocks `offsets[i]..offsets[i + 1]`.
    pub(crate) offsets: Vec<u32>,
    /// Column of each block, ascending in every row.
    pub(crate) columns: Vec<u32>,
    pub(crate) values: Vec<DMat3>,
}

impl BlockMatrix {
    /// Returns a matrix of zeros with the given pattern: row `i` has blocks in the columns
    /// `columns[offsets[i]..offsets[i + 1]]`, which ascend. The pattern must be symmetric.
    ///
    /// # Panics
    /// If the last offset is not the number of columns.
    #[must_use]
    pub fn zero(offsets: Vec<u32>, columns: Vec<u32>) -> Self {
        assert_eq!(offsets.last().map_or(0, |end| *end as usize), columns.len());
        let values = vec![DMat3::ZERO; columns.len()];
        Self { offsets, columns, values }
    }

    /// Returns the sum of blocks, each with its row and column, in the order of the list. Those
    /// below the diagonal must be given, too.
    ///
    /// # Panics
    /// If there is no such row or column.
    #[must_use]
    pub fn from_blocks(row_count: usize, blocks: &[((u32, u32), DMat3)]) -> Self {
        let mut places: Vec<(u32, u32)> = blocks.iter().map(|(place, _)| *place).collect();
        places.sort_unstable();
        places.dedup();
        let is_inside = |place: &(u32, u32)| place.0.max(place.1) < row_count as u32;
        assert!(places.iter().all(is_inside), "a block outside of {row_count} rows");
        let first = |i: usize| places.partition_point(|place| (place.0 as usize) < i) as u32;
        let offsets = (0..=row_count).map(first).collect();
        let mut matrix = Self::zero(offsets, places.iter().map(|place| place.1).collect());
        for (place, block) in blocks {
            matrix.values[places.partition_point(|other| other < place)] += *block;
        }
        matrix
    }

    /// Blocks of all rows, one row after the other.
    #[must_use]
    pub fn values(&self) -> &[DMat3] {
        &self.values
    }

    /// Blocks of all rows, to be changed. The matrix must stay symmetric.
    pub fn values_mut(&mut self) -> &mut [DMat3] {
        &mut self.values
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

    /// Block in row and column `i`, 0 if there is none.
    #[must_use]
    pub fn diagonal(&self, i: usize) -> DMat3 {
        let (columns, blocks) = self.row(i);
        columns.binary_search(&(i as u32)).map_or(DMat3::ZERO, |k| blocks[k])
    }

    /// Adds `A x` to `y`.
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

    /// Returns row `i` of `A x`, with the entries of `x` by vertex.
    #[inline]
    pub(crate) fn row_product(&self, i: usize, x: impl Fn(usize) -> DVec3) -> DVec3 {
        let (columns, blocks) = self.row(i);
        let mut sum = DVec3::ZERO;
        for (&column, block) in columns.iter().zip(blocks) {
            sum += *block * x(column as usize);
        }
        sum
    }
}
