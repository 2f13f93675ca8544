//! The nodes of a tree, made from an order of boxes: eight slots in a row are a leaf, eight nodes
//! in a row a node.

use std::ops::Range;

use rayon::prelude::*;

use super::lanes::{CullBox, LANES};
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
        self.leaves.resize(groups.len(), Leaf::EMPTY);
        // Written in place: a leaf is too large to be passed around.
        groups.zip(&mut self.leaves).for_each(|(slots, leaf)| {
            for lane in 0..LANES {
                let slot = slots.get(lane).copied().unwrap_or(GAP);
                let (aabb, id) = if slot == GAP {
                    (&CullBox::EMPTY, NO_BOX)
                } else {
                    (&boxes[slot.index()], slot.0.cast_signed())
                };
                leaf.lanes.set(lane, aabb);
                leaf.ids[lane] = id;
            }
        });
        self.pack_inner();
    }

    fn pack_inner(&mut self) {
        let Self { leaves, inner, levels, root } = self;
        levels.clear();
        let mut width = leaves.len();
        let mut total = 0;
        while width > 1 || (width == 1 && levels.is_empty()) {
            width = width.div_ceil(LANES);
            levels.push(total..total + width);
            total += width;
        }
        inner.resize(total, Inner::EMPTY);
        for (height, level) in levels.iter().enumerate() {
            let (below, rest) = inner.split_at_mut(level.start);
            let nodes = rest[..level.len()].par_iter_mut().with_min_len(TASK).enumerate();
            if height == 0 {
                nodes.for_each(|(i, node)| {
                    let first = i * LANES;
                    let children = leaves[first..].iter().take(LANES).zip(first..);
                    node.adopt(children.map(|(leaf, index)| leaf.entry(index)));
                });
            } else {
                let (below, start) = (&*below, levels[height - 1].start);
                nodes.for_each(|(i, node)| {
                    let first = start + i * LANES;
                    let children = below[first..].iter().take(LANES).zip(first..);
                    node.adopt(children.map(|(child, index)| child.entry(index)));
                });
            }
        }
        *root = inner.last().map(|node| node.entry(total - 1));
    }

    /// Refits all boxes, from the leaves to the root; the topology stays.
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
