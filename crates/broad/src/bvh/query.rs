//! One box against a tree.

use ripstop_geometry::Aabb;

use super::Bvh;
use super::kernel::{Kernel, Portable};
use super::lanes::bits;
use crate::{BoxId, Row};

impl Bvh {
    /// Appends all boxes that overlap `query`, in the order of the leaves.
    pub fn overlapping(&self, query: &Aabb, row: &mut Row) {
        self.query_from(BoxId(0), query, row);
    }

    /// Appends the boxes from id `first` on that overlap `query`, in the order of the leaves.
    pub(super) fn query_from(&self, first: BoxId, query: &Aabb, row: &mut Row) {
        let Some(root) = self.tree.root else { return };
        let kernel = Portable;
        let cull = kernel.query(&self.frame.round(query), first.0.cast_signed() - 1);
        let mut doubt = kernel.no_doubt();
        let found = row.partners().len();
        let mut stack = vec![root.node];
        while let Some(node) = stack.pop() {
            if node.is_leaf() {
                let leaf = &self.tree.leaves[node.index()];
                let hits = kernel.hits(&leaf.lanes, &leaf.ids, &cull, &mut doubt);
                row.push_lanes(kernel, &leaf.ids, hits);
            } else {
                let node = &self.tree.inner[node.index()];
                let mask = kernel.hits(&node.lanes, &node.last_ids, &cull, &mut kernel.no_doubt());
                stack.extend(bits(mask).map(|lane| node.children[lane]));
            }
        }
        if kernel.is_doubtful(doubt) {
            row.retain_after(found, |b| self.boxes[b.index()].overlaps(query));
        }
    }
}
