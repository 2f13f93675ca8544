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

use crate::error::check_boxes;
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
    fn build_in(&mut self, boxes: &[Aabb], frame: Frame) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.frame = frame;
        let order = curve::order(&self.boxes, &self.frame);
        pack::leaves(&order, &self.boxes, &self.frame, &mut self.leaves);
        (self.levels, self.root) = pack::inner(&self.leaves, &mut self.inner);
    }
}

impl BroadPhase for Bvh {
    fn rebuild(&mut self, boxes: &[Aabb]) -> Result<(), BoxError> {
        check_boxes(boxes)?;
        self.build_in(boxes, Frame::around(boxes));
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
        tree.build_in(queries, self.frame);
        Ok(Meeting { which: Which::All, queries: &tree, targets: self, filter }.pairs())
    }
}
