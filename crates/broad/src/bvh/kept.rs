//! Trees that are kept from one search to the next, and refitted.
//!
//! A search asks for the boxes of edges and of faces by turns, and some searches for those of a
//! few. A tree is recognised by its number of boxes: if there is one with as many, it is refitted,
//! and rebuilt when it has become too loose (see [`REBUILD_FACTOR`](super::REBUILD_FACTOR)); else
//! the one that was used longest ago is replaced. Boxes of another set that happen to be as many
//! make a loose tree, which is then rebuilt: never wrong pairs.

use ripstop_geometry::Aabb;

use super::{BuildMethod, Bvh};
use crate::{BoxError, BoxId, BoxOrder, BroadPhase, PairList, Row, RowFilter};

/// Most trees that are kept.
const KEPT: usize = 4;

/// A few trees that are refitted as long as that pays.
#[derive(Clone, Debug)]
pub struct KeptBvh {
    method: BuildMethod,
    factor: f64,
    /// The last one is in use; those before it, from the one used longest ago on.
    trees: Vec<Bvh>,
    rebuilds: usize,
}

impl KeptBvh {
    /// No trees yet. They are built by `method`, and rebuilt when their looseness has grown by
    /// `factor` since: never if it is infinite, always if it is 0.
    #[must_use]
    pub fn new(method: BuildMethod, factor: f64) -> Self {
        Self { method, factor, trees: vec![Bvh::new(method)], rebuilds: 0 }
    }

    /// Builds and rebuilds so far.
    #[must_use]
    pub const fn rebuilds(&self) -> usize {
        self.rebuilds
    }

    fn current(&self) -> &Bvh {
        &self.trees[self.trees.len() - 1]
    }

    /// Puts the tree with so many boxes last, or one to be replaced.
    fn choose(&mut self, count: usize) -> &mut Bvh {
        let kept = self.trees.iter().position(|tree| tree.boxes().len() == count);
        let tree = match kept {
            Some(place) => self.trees.remove(place),
            None if self.trees.len() < KEPT => Bvh::new(self.method),
            None => self.trees.remove(0),
        };
        self.trees.push(tree);
        let last = self.trees.len() - 1;
        &mut self.trees[last]
    }
}

impl BroadPhase for KeptBvh {
    fn rebuild(&mut self, boxes: &[Aabb]) -> Result<(), BoxError> {
        let factor = self.factor;
        let tree = self.choose(boxes.len());
        let is_fit = tree.refit_within(factor, boxes)?;
        if !is_fit {
            tree.rebuild(boxes)?;
            self.rebuilds += 1;
        }
        Ok(())
    }

    fn rebuild_in_order(&mut self, boxes: &[Aabb], order: &BoxOrder) -> Result<(), BoxError> {
        order.check_count(boxes.len())?;
        let factor = self.factor;
        let tree = self.choose(boxes.len());
        let is_fit = tree.refit_within(factor, boxes)?;
        if !is_fit {
            tree.rebuild_in_order(boxes, order)?;
            self.rebuilds += 1;
        }
        Ok(())
    }

    fn boxes(&self) -> &[Aabb] {
        self.current().boxes()
    }

    fn partners_from(&self, first: BoxId, query: &Aabb, row: &mut Row) {
        self.current().partners_from(first, query, row);
    }

    fn bytes(&self) -> usize {
        self.trees.iter().map(Bvh::bytes).sum()
    }

    fn self_pairs_where(&self, filter: &RowFilter) -> PairList {
        self.current().self_pairs_where(filter)
    }

    fn pairs_with_where(&self, queries: &[Aabb], filter: &RowFilter) -> Result<PairList, BoxError> {
        self.current().pairs_with_where(queries, filter)
    }

    fn pairs_with_in_order(
        &self,
        queries: &[Aabb],
        order: &BoxOrder,
        filter: &RowFilter,
    ) -> Result<PairList, BoxError> {
        self.current().pairs_with_in_order(queries, order, filter)
    }
}
