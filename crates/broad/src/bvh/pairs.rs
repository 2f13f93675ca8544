//! Simultaneous traversal of two trees, or of one tree with itself.
//!
//! The tree of queries is descended depth first. With each of its nodes goes the list of those
//! nodes of the other tree, of about the same height, whose boxes overlap its own; a child's list
//! is made from its parent's by looking one level deeper:
//!
//! ```text
//! list(child) = { n : n child of m, m ∈ list(parent), n overlaps child }
//! ```
//!
//! At a leaf of the queries the list has leaves only, and each of its eight boxes gets its row. So
//! a row is found at once, and can be sorted and stored without a detour.

use rayon::prelude::*;
use ripstop_geometry::Aabb;

#[cfg(target_arch = "x86_64")]
use super::kernel::Avx2;
use super::kernel::{Kernel, Portable};
use super::lanes::LANES;
use super::node::{Entry, Leaf, NO_BOX, NodeRef};
use super::tree::Tree;
use crate::pair_list::Segment;
use crate::row::RowSorter;
use crate::{BoxId, PairList, Row, RowFilter};

/// The tree of queries is cut into at least this many tasks, if it is large enough.
const TASKS: usize = 128;

/// The set of pairs to find.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// Pairs of two trees.
    All,
    /// Pairs of a tree with itself, the lower id first.
    LowHigh,
}

/// A tree and the f64 boxes that it was made from.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) boxes: &'a [Aabb],
}

/// Two trees whose boxes were rounded in one frame, and the set of their pairs to find.
#[derive(Clone, Copy)]
pub(crate) struct Meeting<'a> {
    pub(crate) which: Which,
    pub(crate) queries: Side<'a>,
    pub(crate) targets: Side<'a>,
    pub(crate) filter: &'a RowFilter<'a>,
}

impl Meeting<'_> {
    /// All pairs, with the fastest kernel that the machine has.
    pub(crate) fn pairs(&self) -> PairList {
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = Avx2::detect() {
            return self.pairs_by(kernel);
        }
        self.pairs_by(Portable)
    }

    /// All pairs, with a given kernel.
    pub(crate) fn pairs_by(&self, kernel: impl Kernel) -> PairList {
        let row_count = self.queries.boxes.len();
        let (Some(query), Some(target)) = (self.queries.tree.root, self.targets.tree.root) else {
            return PairList::from_segments(row_count, Vec::new());
        };
        let segments = tasks(self.queries.tree, query)
            .into_par_iter()
            .map_init(
                || Traversal::new(*self, kernel),
                |traversal, (depth, entry)| traversal.run(depth, &entry, target.node),
            )
            .collect();
        PairList::from_segments(row_count, segments)
    }
}

/// Cuts a tree into subtrees of one depth.
fn tasks(tree: &Tree, root: Entry) -> Vec<(usize, Entry)> {
    let (mut depth, mut entries) = (0, vec![root]);
    while entries.len() < TASKS && entries.iter().any(|entry| !entry.node.is_leaf()) {
        let mut deeper = Vec::new();
        for entry in entries {
            if entry.node.is_leaf() {
                deeper.push(entry);
            } else {
                deeper.extend(tree.children(entry.node));
            }
        }
        entries = deeper;
        depth += 1;
    }
    entries.into_iter().map(|entry| (depth, entry)).collect()
}

/// The state of one thread.
struct Traversal<'a, K> {
    meeting: Meeting<'a>,
    kernel: K,
    /// Lists of nodes of the targets, one above another.
    lists: Lists,
    /// For each entry of a list the lanes of the query that it may meet.
    masks: Vec<u8>,
    /// Leaves that one box may meet.
    picks: Row,
    row: Row,
    sorter: RowSorter,
    segment: Segment,
}

/// Nodes, each with the slot in which its parent keeps its box.
#[derive(Default)]
struct Lists {
    nodes: Row,
    slots: Row,
}

impl Lists {
    fn len(&self) -> usize {
        self.nodes.partners().len()
    }

    fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
        self.slots.truncate(len);
    }
}

/// Lane numbers, to be added to the first slot of a node.
const LANE_NUMBERS: [i32; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

impl<'a, K: Kernel> Traversal<'a, K> {
    fn new(meeting: Meeting<'a>, kernel: K) -> Self {
        Self {
            meeting,
            kernel,
            lists: Lists::default(),
            masks: Vec::new(),
            picks: Row::default(),
            row: Row::default(),
            sorter: RowSorter::new(meeting.targets.boxes.len()),
            segment: Segment::default(),
        }
    }

    fn run(&mut self, depth: usize, query: &Entry, target_root: NodeRef) -> Segment {
        self.lists.truncate(0);
        self.lists.nodes.push(target_root.to_item());
        // The root has no parent, and is no leaf, so its slot is never read.
        self.lists.slots.push(BoxId(0));
        let mut start = 0;
        for _ in 0..depth {
            start = self.look_deeper(start, self.lists.len(), query);
        }
        self.descend(query, start);
        std::mem::take(&mut self.segment)
    }

    /// Treats the subtree of `query`, whose list starts at `start` and goes to the end.
    fn descend(&mut self, query: &Entry, start: usize) {
        let end = self.lists.len();
        if start == end {
            return;
        }
        if query.node.is_leaf() {
            let mut start = start;
            let inner = |&item: &BoxId| !NodeRef::from_item(item).is_leaf();
            while self.lists.nodes.partners()[start..].iter().any(inner) {
                start = self.look_deeper(start, self.lists.len(), query);
            }
            // Eight entries can be read at a time, also at the end.
            self.lists.nodes.open(1);
            self.leaf_rows(query.node, start);
        } else {
            for child in self.meeting.queries.tree.children(query.node) {
                let list = self.look_deeper(start, end, &child);
                self.descend(&child, list);
                self.lists.truncate(end);
            }
        }
        self.lists.truncate(end);
    }

    /// Appends the list of `query`, made from the list at `start..end`; returns where it starts.
    fn look_deeper(&mut self, start: usize, end: usize, query: &Entry) -> usize {
        let (kernel, targets) = (self.kernel, self.meeting.targets.tree);
        let Lists { nodes, slots } = &mut self.lists;
        let list = nodes.partners().len();
        let after = self.meeting.which.after(query.first_id);
        kernel.run(
            #[inline(always)]
            || {
                let spread = kernel.query(&query.bounds, after);
                let mut doubt = kernel.no_doubt();
                for i in start..end {
                    let (item, slot) = (nodes.partners()[i], slots.partners()[i]);
                    let node = NodeRef::from_item(item);
                    if node.is_leaf() {
                        let (parent, lane) = (slot.index() / LANES, slot.index() % LANES);
                        let parent = &targets.inner[parent];
                        if parent.lanes.lane(lane).overlaps(&query.bounds)
                            && parent.last_ids[lane] > after
                        {
                            nodes.push(item);
                            slots.push(slot);
                        }
                    } else {
                        let index = node.index();
                        let node = &targets.inner[index];
                        let mask = kernel.hits(&node.lanes, &node.last_ids, &spread, &mut doubt);
                        let first = ((index * LANES) as u32).cast_signed();
                        nodes.push_lanes(kernel, &node.children.map(NodeRef::to_lane), mask);
                        slots.push_lanes(kernel, &LANE_NUMBERS.map(|lane| first + lane), mask);
                    }
                }
            },
        );
        list
    }

    /// Finds the rows of the boxes in a leaf; the list at `start..` has leaves only.
    fn leaf_rows(&mut self, query: NodeRef, start: usize) {
        let Meeting { which, queries, targets, filter } = self.meeting;
        let leaf = &queries.tree.leaves[query.index()];
        let nodes = &self.lists.nodes;
        let slots = &self.lists.slots.partners()[start..];
        let kernel = self.kernel;
        // One mask for each entry, and zeros to the next multiple of eight.
        self.masks.clear();
        self.masks.resize(slots.len().next_multiple_of(LANES), 0);
        let masks = &mut *self.masks;
        kernel.run(
            #[inline(always)]
            || {
                for (mask, slot) in masks.iter_mut().zip(slots) {
                    let parent = &targets.tree.inner[slot.index() / LANES];
                    let bounds = parent.lanes.lane(slot.index() % LANES);
                    *mask = kernel.overlaps(&leaf.lanes, &kernel.query(&bounds, NO_BOX)) as u8;
                }
            },
        );
        for lane in (0..LANES).filter(|&lane| leaf.ids[lane] != NO_BOX) {
            let (picks, row) = (&mut self.picks, &mut self.row);
            row.clear();
            picks.clear();
            let doubtful = kernel.run(
                #[inline(always)]
                || {
                    let groups = masks.as_chunks().0;
                    let mut end = picks.open(groups.len());
                    for (i, masks) in groups.iter().enumerate() {
                        let eight = nodes.eight_from(start + i * LANES);
                        end.push_lanes(kernel, &eight, column(*masks, lane));
                    }
                    let count = end.len();
                    picks.close(count);
                    let spread = kernel.query(&leaf.lanes.lane(lane), which.after(leaf.ids[lane]));
                    let mut doubt = kernel.no_doubt();
                    let mut end = row.open(count);
                    for &pick in picks.partners() {
                        let pick = NodeRef::from_item(pick).index();
                        let Leaf { lanes, ids } = &targets.tree.leaves[pick];
                        let hits = kernel.hits(lanes, ids, &spread, &mut doubt);
                        end.push_lanes(kernel, ids, hits);
                    }
                    let count = end.len();
                    row.close(count);
                    kernel.is_doubtful(doubt)
                },
            );
            let id = BoxId(leaf.ids[lane].cast_unsigned());
            if doubtful {
                let query = &queries.boxes[id.index()];
                row.retain(|b| targets.boxes[b.index()].overlaps(query));
            }
            filter(id, row);
            self.sorter.sort(row);
            self.segment.push_row(id, row.partners());
        }
    }
}

/// Bit `lane` of eight bytes, as one byte.
#[inline(always)]
#[expect(clippy::inline_always, reason = "called within `Kernel::run`")]
fn column(bytes: [u8; LANES], lane: usize) -> u32 {
    // Each byte keeps one bit; the product moves the bit of byte i to bit 56 + i.
    let bits = (u64::from_le_bytes(bytes) >> lane) & 0x0101_0101_0101_0101;
    (bits.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

impl Which {
    /// Partners of a box with this id have ids above the result.
    const fn after(self, id: i32) -> i32 {
        match self {
            Self::All => NO_BOX,
            Self::LowHigh => id,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BroadPhase, Bvh};
    use ripstop_fixtures::{Random, boxes};

    /// Both kernels must give the same bits; where there is only one, nothing is compared.
    #[test]
    fn kernels_agree() {
        let mut sets = boxes::adversarial();
        sets.push(("soup", boxes::soup(&mut Random::seeded(1), 5000, 0.2)));
        for (name, boxes) in sets {
            let mut bvh = Bvh::default();
            bvh.rebuild(&boxes).unwrap();
            let side = Side { tree: &bvh.tree, boxes: &bvh.boxes };
            for which in [Which::All, Which::LowHigh] {
                let meeting = Meeting { which, queries: side, targets: side, filter: &|_, _| {} };
                assert_eq!(meeting.pairs_by(Portable), meeting.pairs(), "{name}");
            }
        }
    }
}
