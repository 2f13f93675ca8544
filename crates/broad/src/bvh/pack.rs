//! From an order of boxes to a tree: eight boxes in a row are a leaf, eight nodes in a row a node.

use std::ops::Range;

use rayon::prelude::*;
use ripstop_geometry::Aabb;

use super::frame::Frame;
use super::lanes::{LANES, Lanes};
use super::node::{Entry, Inner, Leaf, NO_BOX};
use crate::BoxId;

/// Nodes that one task makes.
const TASK: usize = 512;

/// The leaf with the given boxes in its first lanes.
#[inline]
pub(crate) fn leaf(ids: &[BoxId], boxes: &[Aabb], frame: &Frame) -> Leaf {
    let mut leaf = Leaf { lanes: Lanes::EMPTY, ids: [NO_BOX; LANES] };
    for (lane, id) in ids.iter().enumerate() {
        leaf.lanes.set(lane, &frame.round(&boxes[id.index()]));
        leaf.ids[lane] = id.0.cast_signed();
    }
    leaf
}

/// Makes the leaves of boxes in order.
pub(crate) fn leaves(order: &[BoxId], boxes: &[Aabb], frame: &Frame, leaves: &mut Vec<Leaf>) {
    let chunks = order.par_chunks(LANES).with_min_len(TASK);
    chunks.map(|ids| leaf(ids, boxes, frame)).collect_into_vec(leaves);
}

/// Makes the inner nodes, level by level from below; returns the levels and the root.
pub(crate) fn inner(leaves: &[Leaf], inner: &mut Vec<Inner>) -> (Vec<Range<usize>>, Option<Entry>) {
    inner.clear();
    let mut levels = Vec::new();
    let mut entries: Vec<Entry> = leaves
        .par_iter()
        .with_min_len(TASK)
        .enumerate()
        .map(|(index, leaf)| leaf.entry(index))
        .collect();
    while entries.len() > 1 {
        let start = inner.len();
        let mut level = Vec::new();
        entries.par_chunks(LANES).with_min_len(TASK).map(Inner::new).collect_into_vec(&mut level);
        entries = level
            .par_iter()
            .with_min_len(TASK)
            .enumerate()
            .map(|(index, node)| node.entry(start + index))
            .collect();
        inner.extend(level);
        levels.push(start..inner.len());
    }
    (levels, entries.pop())
}
