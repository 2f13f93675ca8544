//! Lists of lists in two flat arrays.

use std::ops::Range;

/// For each of `n` rows a slice of items, all in one array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjacency<T> {
    /// Row `i` is `items[offsets[i]..offsets[i + 1]]`.
    offsets: Vec<u32>,
    items: Vec<T>,
}

impl<T> Adjacency<T> {
    /// Takes offsets that start at 0, never fall and end at the number of items.
    pub(super) fn from_parts(offsets: Vec<u32>, items: Vec<T>) -> Self {
        debug_assert!(offsets.is_sorted() && offsets.first() == Some(&0));
        debug_assert_eq!(offsets.last().map(|&end| end as usize), Some(items.len()));
        Self { offsets, items }
    }

    /// Number of rows.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The items of row `i`.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    #[inline]
    pub fn row(&self, i: usize) -> &[T] {
        &self.items[self.range(i)]
    }

    /// All rows in order.
    #[must_use]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.row_count()).map(|i| self.row(i))
    }

    /// The items of all rows, one row after another.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Range of row `i` in [`Adjacency::items`].
    #[must_use]
    #[inline]
    pub fn range(&self, i: usize) -> Range<usize> {
        self.offsets[i] as usize..self.offsets[i + 1] as usize
    }
}

/// Turns counts per row into the start of each row, with the total at the end: the array must have
/// one entry more than there are rows.
pub(super) fn counts_to_offsets(counts: &mut [u32]) {
    let mut total = 0;
    for count in counts {
        total += std::mem::replace(count, total);
    }
}
