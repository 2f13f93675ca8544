//! A bounding volume hierarchy.
//!
//! Nodes have eight children. A leaf holds eight boxes in single precision (`f32`), bound by bound,
//! so that one box is tested against eight at once; `f32` decides unless two rounded numbers are
//! equal, and only then are the `f64` boxes compared (see the module `frame`). By default the order
//! of the boxes comes from a Morton curve, sharpened by median cuts (`curve`, `kd_groups`), and the
//! tree is packed from that order, level by level, in parallel. Pairs come from a simultaneous
//! traversal (`pairs`) in which every box finds its row of partners at once: rows are sorted alone,
//! and the list as a whole never is.

mod build;
mod check;
mod cost;
mod curve;
mod frame;
mod kd_groups;
mod kept;
pub(crate) mod kernel;
pub(crate) mod lane_ray;
pub(crate) mod lanes;
mod node;
mod pairs;
mod query;
mod ray;
mod ray_cast;
mod tree;

pub use build::BuildMethod;
pub use check::TreeFault;
pub use cost::{REBUILD_FACTOR, Update};
pub use kept::KeptBvh;
pub use ray::{Ray, RayHit};

use ripstop_geometry::Aabb;

use crate::{BoxError, BoxId, BoxOrder, BroadPhase, PairList, Row, RowFilter};
use frame::Frame;
use lanes::{CullBox, LANES};
use pairs::{Meeting, Side, Which};
use tree::Tree;

/// A tree of boxes with eight children to a node.
#[derive(Clone, Debug, Default)]
pub struct Bvh {
    boxes: Vec<Aabb>,
    frame: Frame,
    rounded: Vec<CullBox>,
    tree: Tree,
    method: BuildMethod,
    /// Measured at the first update after a build.
    built_looseness: Option<f64>,
}

impl Bvh {
    /// An empty tree with the given build method.
    #[must_use]
    pub fn new(method: BuildMethod) -> Self {
        Self { method, ..Self::default() }
    }

    /// Refits the tree to boxes that have moved, without changing its topology.
    ///
    /// # Errors
    /// If there is another number of boxes than before, or a box is NaN or inverted; the structure
    /// is empty in the second case.
    pub fn refit(&mut self, boxes: &[Aabb]) -> Result<(), BoxError> {
        if boxes.len() != self.boxes.len() {
            return Err(BoxError::CountChanged { given: boxes.len(), expected: self.boxes.len() });
        }
        self.take(boxes)?;
        self.tree.refit(&self.rounded);
        Ok(())
    }

    /// Copies and rounds boxes.
    fn take(&mut self, boxes: &[Aabb]) -> Result<(), BoxError> {
        self.frame = Frame::around(boxes);
        let result = self.frame.round_and_copy(boxes, &mut self.rounded, &mut self.boxes);
        if result.is_err() {
            *self = Self::new(self.method);
        }
        result
    }

    fn side(&self) -> Side<'_> {
        Side { tree: &self.tree, boxes: &self.boxes }
    }

    /// Pairs with queries that have been rounded in the frame of this tree.
    fn pairs_with_rounded(
        &self,
        queries: &[Aabb],
        rounded: &[CullBox],
        order: &BoxOrder,
        filter: &RowFilter,
    ) -> PairList {
        let mut tree = Tree::default();
        match self.method {
            BuildMethod::Curve => tree.pack(order, rounded),
            method => build::build(&mut tree, method, rounded),
        }
        let queries = Side { tree: &tree, boxes: queries };
        Meeting { which: Which::All, queries, targets: self.side(), filter }.pairs()
    }
}

/// An order of boxes in which each aligned run of `run` boxes is compact, and each aligned run of
/// twice, four times, … as many.
///
/// # Errors
/// Names the first box that is NaN or inverted.
pub fn spatial_order(boxes: &[Aabb], run: usize) -> Result<Vec<BoxId>, BoxError> {
    let rounded = Frame::around(boxes).round_all(boxes)?;
    Ok(curve::order(&rounded, run.max(1)))
}

fn leaf_order(rounded: &[CullBox]) -> BoxOrder {
    BoxOrder::from_slots(curve::order(rounded, LANES), rounded.len())
}

impl BroadPhase for Bvh {
    fn rebuild(&mut self, boxes: &[Aabb]) -> Result<(), BoxError> {
        self.take(boxes)?;
        match self.method {
            BuildMethod::Curve => self.tree.pack(&leaf_order(&self.rounded), &self.rounded),
            method => build::build(&mut self.tree, method, &self.rounded),
        }
        self.built_looseness = None;
        Ok(())
    }

    fn rebuild_in_order(&mut self, boxes: &[Aabb], order: &BoxOrder) -> Result<(), BoxError> {
        order.check_count(boxes.len())?;
        if self.method != BuildMethod::Curve {
            return self.rebuild(boxes);
        }
        self.take(boxes)?;
        self.tree.pack(order, &self.rounded);
        self.built_looseness = None;
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
            + self.rounded.capacity() * size_of::<CullBox>()
            + self.tree.bytes()
    }

    fn self_pairs_where(&self, filter: &RowFilter) -> PairList {
        let (queries, targets) = (self.side(), self.side());
        Meeting { which: Which::LowHigh, queries, targets, filter }.pairs()
    }

    fn pairs_with_where(&self, queries: &[Aabb], filter: &RowFilter) -> Result<PairList, BoxError> {
        let rounded = self.frame.round_all(queries)?;
        Ok(self.pairs_with_rounded(queries, &rounded, &leaf_order(&rounded), filter))
    }

    fn pairs_with_in_order(
        &self,
        queries: &[Aabb],
        order: &BoxOrder,
        filter: &RowFilter,
    ) -> Result<PairList, BoxError> {
        order.check_count(queries.len())?;
        let rounded = self.frame.round_all(queries)?;
        Ok(self.pairs_with_rounded(queries, &rounded, order, filter))
    }
}
