//! The nodes of a tree, made from an order of boxes: eight slots in a row are a leaf, eight nodes in
//! a row a node.

use std::ops::Range;

use rayon::prelude::*;

use super::lanes::{CullBox, LANES, Lanes};
use super::node::{Entry, Inner, Leaf, NO_BOX, NodeRef};
use crate::box_order::{BoxOrder, GAP, GROUP};

const _: () = assert!(GROUP == LANES, "a group of boxes is a leaf");

/// Nodes that one task makes.
const TASK: usize = 512;

/// Leaves, inner nodes and the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) leaves: Vec<Leaf>,
    /// Children stand before their parents, one level after another.
    pub(crate) inner: Vec<Inner>,
    /// The levels, from the parents of leaves to the root.
    pub(super) levels: Vec<Range<usize>>,
    /// Never a leaf: even a single leaf has a parent, which holds its box.
    pub(crate) root: Option<Entry>,
}

impl Tree {
    /// Replaces the contents; keeps allocations.
    pub(super) fn pack(&mut self, order: &BoxOrder, boxes: &[CullBox]) {
        let groups = order.slots().par_chunks(LANES).with_min_len(TASK);
        groups
            .map(|slots| {
                let mut leaf = Leaf { lanes: Lanes::EMPTY, ids: [NO_BOX; LANES] };
                for (lane, &slot) in slots.iter().enumerate() {
                    if slot != GAP {
                        leaf.lanes.set(lane, &boxes[slot.index()]);
                        leaf.ids[lane] = slot.0.cast_signed();
                    }
                }
                leaf
            })
            .collect_into_vec(&mut self.leaves);
        self.pack_inner();
    }

    fn pack_inner(&mut self) {
        let Self { leaves, inner, levels, root } = self;
        inner.clear();
        levels.clear();
        let of_leaves = leaves.par_iter().with_min_len(TASK).enumerate();
        let mut entries: Vec<Entry> = of_leaves.map(|(i, leaf)| leaf.entry(i)).collect();
        let mut level = Vec::new();
        while entries.len() > 1 || (entries.len() == 1 && inner.is_empty()) {
            let start = inner.len();
            let groups = entries.par_chunks(LANES).with_min_len(TASK);
            groups.map(Inner::new).collect_into_vec(&mut level);
            let nodes = level.par_iter().with_min_len(TASK).enumerate();
            entries = nodes.map(|(i, node)| node.entry(start + i)).collect();
            inner.append(&mut level);
            levels.push(start..inner.len());
        }
        *root = entries.pop();
    }

    /// Fits all boxes anew, from the leaves to the root; who is below whom stays.
    pub(super) fn refit(&mut self, boxes: &[CullBox]) {
        let Self { leaves, inner, levels, root } = self;
        leaves.par_iter_mut().with_min_len(TASK).for_each(|leaf| {
            for lane in 0..LANES {
                if leaf.ids[lane] != NO_BOX {
                    leaf.lanes.set(lane, &boxes[leaf.ids[lane].cast_unsigned() as usize]);
                }
            }
        });
        for level in levels.iter() {
            let (below, rest) = inner.split_at_mut(level.start);
            let below = &*below;
            rest[..level.len()].par_iter_mut().with_min_len(TASK).for_each(|node| {
                for lane in 0..LANES {
                    let child = node.children[lane];
                    if child == NodeRef::NONE {
                        break;
                    }
                    let hull = if child.is_leaf() {
                        leaves[child.index()].lanes.hull()
                    } else {
                        below[child.index()].lanes.hull()
                    };
                    node.lanes.set(lane, &hull);
                }
            });
        }
        if let (Some(root), Some(node)) = (root, inner.last()) {
            root.bounds = node.lanes.hull();
        }
    }

    /// The children of an inner node.
    pub(crate) fn children(&self, node: NodeRef) -> impl Iterator<Item = Entry> {
        let node = &self.inner[node.index()];
        (0..LANES)
            .take_while(|&lane| node.children[lane] != NodeRef::NONE)
            .map(|lane| node.child(lane))
    }

    /// Memory (bytes).
    pub(super) fn bytes(&self) -> usize {
        self.leaves.capacity() * size_of::<Leaf>() + self.inner.capacity() * size_of::<Inner>()
    }
}
