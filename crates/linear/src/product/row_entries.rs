//! Entries of rows, one after the other in memory, each with its node.
//!
//! A product reads all rows in their order, so that the number of entries in each is enough; and
//! with few nodes a `u16` holds the index of one.

/// An index of a node, or a number of them.
pub(super) trait Index: Copy {
    fn new(index: usize) -> Self;
    fn get(self) -> usize;
}

impl Index for u16 {
    fn new(index: usize) -> Self {
        index as Self
    }

    #[inline]
    fn get(self) -> usize {
        usize::from(self)
    }
}

impl Index for u32 {
    fn new(index: usize) -> Self {
        index as Self
    }

    #[inline]
    fn get(self) -> usize {
        self as usize
    }
}

/// Entries to the right of the diagonal, row by row, each with its node.
#[derive(Debug, Default)]
pub(super) struct Rows<N, T> {
    counts: Vec<N>,
    nodes: Vec<N>,
    values: Vec<T>,
    /// Entries of the rows that have been ended.
    ended: usize,
}

impl<N: Index, T: Copy> Rows<N, T> {
    pub(super) fn clear(&mut self) {
        self.counts.clear();
        self.nodes.clear();
        self.values.clear();
        self.ended = 0;
    }

    pub(super) fn push(&mut self, node: u32, value: T) {
        self.nodes.push(N::new(node as usize));
        self.values.push(value);
    }

    pub(super) fn end_row(&mut self) {
        self.counts.push(N::new(self.nodes.len() - self.ended));
        self.ended = self.nodes.len();
    }

    /// All rows, one after the other.
    pub(super) fn unread(&self) -> Unread<'_, N, T> {
        Unread { counts: self.counts.iter(), nodes: &self.nodes, values: &self.values }
    }
}

/// Rows that are still to be read.
pub(super) struct Unread<'a, N, T> {
    counts: std::slice::Iter<'a, N>,
    nodes: &'a [N],
    values: &'a [T],
}

impl<'a, N: Index, T: Copy> Unread<'a, N, T> {
    /// Returns the next row; an empty one after the last.
    #[inline]
    pub(super) fn row(&mut self) -> impl Iterator<Item = (usize, T)> + use<'a, N, T> {
        let count = self.counts.next().map_or(0, |count| count.get());
        let (nodes, later_nodes) = self.nodes.split_at(count);
        let (values, later_values) = self.values.split_at(count);
        (self.nodes, self.values) = (later_nodes, later_values);
        nodes.iter().map(|node| node.get()).zip(values.iter().copied())
    }
}
