//! A bounding volume hierarchy.

mod curve;
mod frame;
mod kd_groups;
pub(crate) mod kernel;
pub(crate) mod lanes;
mod node;
mod pack;
mod pairs;
mod query;

use std::ops::Range;

use ripstop_geometry::Aabb;

use crate::error::{check_boxes, check_order};
use crate::{BoxError, BoxId, BroadPhase, PairList, Row, RowFilter};
use frame::Frame;
use node::{Entry, Inner, Leaf};
use pairs::{Meeting, Which};

/// A tree of boxes with eight children to a node.
#[derive(Clone, Debug, Default)]
pub struct Bvh {
    boxes: Vec<Aabb>,
    frame: Frame,
    leaves: Vec<Leaf>,
    inner: Vec<Inner>,
    levels: Vec<Range<usize>>,
    root: Option<Entry>,
}

impl Bvh {
    fn build_in(&mut self, frame: Frame, boxes: &[Aabb], order: &[BoxId]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.frame = frame;
        pack::leaves(order, &self.boxes, &self.frame, &mut self.leaves);
        (self.levels, self.root) = pack::inner(&self.leaves, &mut self.inner);
    }
}

/// An order of boxes in which neighbours in the list are neighbours in space.
///
/// # Errors
/// Names the first box that is NaN or inverted.
pub fn spatial_order(boxes: &[Aabb]) -> Result<Vec<BoxId>, BoxError> {
    check_boxes(boxes)?;
    Ok(curve::order(boxes, &Frame::around(boxes)))
}

impl BroadPhase for Bvh {
    fn rebuild(&mut self, boxes: &[Aabb]) -> Result<(), BoxError> {
        check_boxes(boxes)?;
        let frame = Frame::around(boxes);
        self.build_in(frame, boxes, &curve::order(boxes, &frame));
        Ok(())
    }

    fn rebuild_in_order(&mut self, boxes: &[Aabb], order: &[BoxId]) -> Result<(), BoxError> {
        check_boxes(boxes)?;
        check_order(order, boxes.len())?;
        self.build_in(Frame::around(boxes), boxes, order);
        Ok(())
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    fn partners_from(&self, first: BoxId, query: &Aabb, row: &mut Row) {
        self.query_from(first, query, row);
    }

    fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb>()
            + self.leaves.capacity() * size_of::<Leaf>()
            + self.inner.capacity() * size_of::<Inner>()
    }

    fn self_pairs_where(&self, filter: &RowFilter) -> PairList {
        Meeting { which: Which::LowHigh, queries: self, targets: self, filter }.pairs()
    }

    fn pairs_with_where(&self, queries: &[Aabb], filter: &RowFilter) -> Result<PairList, BoxError> {
        check_boxes(queries)?;
        let mut tree = Self::default();
        tree.build_in(self.frame, queries, &curve::order(queries, &self.frame));
        Ok(Meeting { which: Which::All, queries: &tree, targets: self, filter }.pairs())
    }

    fn pairs_with_in_order(
        &self,
        queries: &[Aabb],
        order: &[BoxId],
        filter: &RowFilter,
    ) -> Result<PairList, BoxError> {
        check_boxes(queries)?;
        check_order(order, queries.len())?;
        let mut tree = Self::default();
        tree.build_in(self.frame, queries, order);
        Ok(Meeting { which: Which::All, queries: &tree, targets: self, filter }.pairs())
    }
}
