//! The contract of all methods.

use std::ops::ControlFlow;

use rayon::prelude::*;
use ripstop_geometry::Aabb;

use crate::error::check_boxes;
use crate::pair_list::Segment;
use crate::row::RowSorter;
use crate::{BoxError, BoxId, BoxOrder, PairList, Row};

/// Rows that one task finds. Fixed, so that a result never depends on the number of threads.
const ROWS_PER_TASK: usize = 512;

/// Takes partners out of a row before it is sorted and stored: called once for each row, with the
/// box `a` and its partners `b` in no particular order.
pub type RowFilter<'a> = dyn Fn(BoxId, &mut Row) + Sync + 'a;

/// Finds every pair of overlapping boxes.
///
/// The contract, to which one test file holds every method:
/// - A pair is reported if and only if the closed boxes overlap, as [`Aabb::overlaps`] says in f64.
///   Boxes that touch overlap.
/// - Each pair is reported once: self pairs as `(low, high)`, pairs of two sets as `(query, box)`.
/// - Pairs come in lexicographic order, whether streamed or collected, with every method, at every
///   thread count.
/// - Nothing is capped. Streaming needs memory in proportion to the boxes, whatever the number of
///   pairs, and stops as soon as the visitor says so.
///
/// Collecting runs in the current `rayon` pool.
pub trait BroadPhase: Sync {
    /// Replaces the contents, keeps allocations.
    ///
    /// # Errors
    /// Names the first box that is NaN or inverted; the structure is then empty.
    fn rebuild(&mut self, boxes: &[Aabb]) -> Result<(), BoxError>;

    /// As [`BroadPhase::rebuild`], given an order of the boxes in which neighbours in the list are
    /// probably neighbours in space. The order is a hint: it may change the time, never the pairs.
    ///
    /// # Errors
    /// As [`BroadPhase::rebuild`], and if the order is one of another number of boxes.
    fn rebuild_in_order(&mut self, boxes: &[Aabb], order: &BoxOrder) -> Result<(), BoxError> {
        order.check_count(boxes.len())?;
        self.rebuild(boxes)
    }

    /// The boxes that the structure holds.
    fn boxes(&self) -> &[Aabb];

    /// Appends the ids of all boxes that overlap `query`, each once, in any order.
    ///
    /// Boxes with an id below `first` may be left out: self pairs do not need them.
    fn partners_from(&self, first: BoxId, query: &Aabb, row: &mut Row);

    /// Memory of the structure (bytes).
    fn bytes(&self) -> usize;

    /// All self pairs `(a, b)`, `a < b`, without those that `filter` takes out.
    fn self_pairs_where(&self, filter: &RowFilter) -> PairList {
        let boxes = self.boxes();
        collect_rows(boxes.len(), boxes.len(), &|a, row| {
            self.partners_from(BoxId(a.0 + 1), &boxes[a.index()], row);
            row.retain(|b| b > a);
            filter(a, row);
        })
    }

    /// All pairs of a query and a box, without those that `filter` takes out.
    ///
    /// # Errors
    /// Names the first query that is NaN or inverted.
    fn pairs_with_where(&self, queries: &[Aabb], filter: &RowFilter) -> Result<PairList, BoxError> {
        check_boxes(queries)?;
        Ok(collect_rows(queries.len(), self.boxes().len(), &|a, row| {
            self.partners_from(BoxId(0), &queries[a.index()], row);
            filter(a, row);
        }))
    }

    /// As [`BroadPhase::pairs_with_where`], given an order of the queries as a hint.
    ///
    /// # Errors
    /// As [`BroadPhase::pairs_with_where`], and if the order is one of another number of boxes.
    fn pairs_with_in_order(
        &self,
        queries: &[Aabb],
        order: &BoxOrder,
        filter: &RowFilter,
    ) -> Result<PairList, BoxError> {
        order.check_count(queries.len())?;
        self.pairs_with_where(queries, filter)
    }

    /// All self pairs `(a, b)`, `a < b`.
    fn self_pairs(&self) -> PairList {
        self.self_pairs_where(&|_, _| {})
    }

    /// All pairs of a query and a box.
    ///
    /// # Errors
    /// Names the first query that is NaN or inverted.
    fn pairs_with(&self, queries: &[Aabb]) -> Result<PairList, BoxError> {
        self.pairs_with_where(queries, &|_, _| {})
    }

    /// Streams the self pairs until `visit` breaks; says whether it did.
    fn for_each_self_pair(
        &self,
        visit: &mut dyn FnMut(BoxId, BoxId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let boxes = self.boxes();
        stream_rows(boxes, boxes.len(), visit, |a, row| {
            self.partners_from(BoxId(a.0 + 1), &boxes[a.index()], row);
            row.retain(|b| b > a);
        })
    }

    /// Streams the pairs of a query and a box until `visit` breaks; says whether it did.
    ///
    /// # Errors
    /// Names the first query that is NaN or inverted.
    fn for_each_pair_with(
        &self,
        queries: &[Aabb],
        visit: &mut dyn FnMut(BoxId, BoxId) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, BoxError> {
        check_boxes(queries)?;
        Ok(stream_rows(queries, self.boxes().len(), visit, |a, row| {
            self.partners_from(BoxId(0), &queries[a.index()], row);
        }))
    }
}

/// Collects rows that can be found one by one.
fn collect_rows(
    row_count: usize,
    box_count: usize,
    find: &(dyn Fn(BoxId, &mut Row) + Sync),
) -> PairList {
    let task = |(row, sorter): &mut (Row, RowSorter), task: usize| {
        let mut segment = Segment::default();
        let end = row_count.min((task + 1) * ROWS_PER_TASK);
        for a in (task * ROWS_PER_TASK..end).map(|a| BoxId(a as u32)) {
            row.clear();
            find(a, row);
            sorter.sort(row);
            segment.push_row(a, row.partners());
        }
        segment
    };
    let segments = (0..row_count.div_ceil(ROWS_PER_TASK))
        .into_par_iter()
        .map_init(|| (Row::default(), RowSorter::new(box_count)), task)
        .collect();
    PairList::from_segments(row_count, segments)
}

/// Streams rows one by one.
fn stream_rows(
    queries: &[Aabb],
    box_count: usize,
    visit: &mut dyn FnMut(BoxId, BoxId) -> ControlFlow<()>,
    find: impl Fn(BoxId, &mut Row),
) -> ControlFlow<()> {
    let (mut row, mut sorter) = (Row::default(), RowSorter::new(box_count));
    for a in (0..queries.len() as u32).map(BoxId) {
        row.clear();
        find(a, &mut row);
        sorter.sort(&mut row);
        row.partners().iter().try_for_each(|&b| visit(a, b))?;
    }
    ControlFlow::Continue(())
}
