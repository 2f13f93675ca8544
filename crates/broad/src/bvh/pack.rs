//! From an order of boxes to a tree: eight boxes in a row are a leaf, eight nodes in a row a node.

use std::ops::Range;

use rayon::prelude::*;
use ripstop_geometry::Aabb;

use super::frame::Frame;
use super::lanes::{CullBox, LANES, Lanes};
use super::node::{Entry, Inner, Leaf, NO_BOX};

/// Nodes that one task makes.
const TASK: usize = 512;

/// The leaf with the given boxes in its first lanes.
#[inline]
pub(crate) fn leaf(ids: &[i32; LANES], boxes: &[Aabb], frame: &Frame) -> Leaf {
    let lane = |lane: usize| {
        if ids[lane] == NO_BOX { CullBox::EMPTY } else { frame.round(&boxes[ids[lane] as usize]) }
    };
    Leaf { lanes: Lanes::new(&std::array::from_fn(lane)), ids: *ids }
}

/// Makes the leaves of boxes in order.
pub(crate) fn leaves(order: &[u64], boxes: &[Aabb], frame: &Frame, leaves: &mut Vec<Leaf>) {
    order
        .par_chunks(LANES)
        .with_min_len(TASK)
        .map(|chunk| {
            let id = |lane: usize| chunk.get(lane).map_or(NO_BOX, |&key| key as u32 as i32);
            leaf(&std::array::from_fn(id), boxes, frame)
        })
        .collect_into_vec(leaves);
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
