//! One box against a tree.

use ripstop_geometry::Aabb;

use super::Bvh;
use super::lanes::{bits, not_negative, zero};
use super::node::greater;
use super::pairs::refuted;
use crate::{BoxId, Row};

impl Bvh {
    /// Appends the boxes from id `first` on that overlap `query`, in the order of the leaves.
    pub(super) fn query_from(&self, first: BoxId, query: &Aabb, row: &mut Row) {
        let Some(root) = self.root else { return };
        let before = first.0 as i32 - 1;
        let cull = self.frame.round(query);
        let mut stack = vec![root.node];
        while let Some(node) = stack.pop() {
            if node.is_leaf() {
                let leaf = &self.leaves[node.index()];
                let reach = leaf.lanes.reach(&cull);
                let mut hits = not_negative(reach) & greater(&leaf.ids, before);
                let doubtful = hits & zero(reach);
                if doubtful != 0 {
                    hits ^= refuted(doubtful, query, leaf, &self.boxes);
                }
                row.push_lanes(leaf.ids, hits);
            } else {
                let node = &self.inner[node.index()];
                let mask = node.lanes.overlaps(&cull) & greater(&node.last_ids, before);
                stack.extend(bits(mask).map(|lane| node.children[lane]));
            }
        }
    }
}
