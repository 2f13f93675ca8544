//! Pairs, collected.
//!
//! The list is stored by rows: for each box its partners, ascending. Rows stand in memory in the
//! order in which they were found, which for a tree is the order of its leaves, and an index names
//! them by box. So pairs come out in lexicographic order without having been sorted, and cost four
//! bytes each.

use crate::BoxId;

/// Pairs `(a, b)`, in lexicographic order, each once.
///
/// For self pairs `a < b`. For pairs of two sets `a` is a query and `b` a box of the structure.
#[derive(Clone, Debug, Default)]
pub struct PairList {
    rows: Vec<Span>,
    segments: Vec<Vec<BoxId>>,
    pair_count: usize,
}

/// Place of a row in the segments.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    segment: u32,
    len: u32,
    start: usize,
}

/// Rows found by one task: the box of each, its number of partners, and all partners in turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Segment {
    rows: Vec<(BoxId, u32)>,
    partners: Vec<BoxId>,
}

impl Segment {
    /// Appends a finished row.
    #[inline]
    pub(crate) fn push_row(&mut self, a: BoxId, partners: &[BoxId]) {
        if !partners.is_empty() {
            self.rows.push((a, partners.len() as u32));
            self.partners.extend_from_slice(partners);
        }
    }
}

impl PairList {
    /// Joins what tasks have found. No row may appear in two segments.
    pub(crate) fn from_segments(row_count: usize, segments: Vec<Segment>) -> Self {
        let mut list = Self { rows: vec![Span::default(); row_count], ..Self::default() };
        list.segments.reserve(segments.len());
        for (segment, found) in segments.into_iter().enumerate() {
            let mut start = 0;
            for (a, len) in found.rows {
                list.rows[a.index()] = Span { segment: segment as u32, len, start };
                start += len as usize;
            }
            list.pair_count += start;
            list.segments.push(found.partners);
        }
        list
    }

    /// Number of pairs.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.pair_count
    }

    /// True if there is no pair.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.pair_count == 0
    }

    /// Number of rows: one for each box, or for each query.
    #[must_use]
    pub const fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The partners of `a`, ascending.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    #[inline]
    pub fn partners(&self, a: BoxId) -> &[BoxId] {
        let Span { segment, len, start } = self.rows[a.index()];
        if len == 0 { &[] } else { &self.segments[segment as usize][start..start + len as usize] }
    }

    /// All pairs in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = (BoxId, BoxId)> {
        (0..self.rows.len() as u32)
            .map(BoxId)
            .flat_map(move |a| self.partners(a).iter().map(move |&b| (a, b)))
    }

    /// Memory that the list holds (bytes).
    #[must_use]
    pub fn bytes(&self) -> usize {
        let partners: usize = self.segments.iter().map(Vec::capacity).sum();
        partners * size_of::<BoxId>() + self.rows.capacity() * size_of::<Span>()
    }
}

/// Equal lists have equal pairs; how the rows stand in memory does not matter.
impl PartialEq for PairList {
    fn eq(&self, other: &Self) -> bool {
        self.row_count() == other.row_count()
            && self.len() == other.len()
            && (0..self.row_count() as u32)
                .map(BoxId)
                .all(|a| self.partners(a) == other.partners(a))
    }
}

impl Eq for PairList {}
