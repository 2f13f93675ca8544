//! Simultaneous traversal of two trees, or of one tree with itself.
//!
//! The tree of queries is descended depth first. With each of its nodes goes the list of those nodes
//! of the other tree, of about the same height, whose boxes overlap its own; a child's list is made
//! from its parent's by looking one level deeper:
//!
//! ```text
//! list(child) = { n : n child of m, m ∈ list(parent), n overlaps child }
//! ```
//!
//! At a leaf of the queries the list has leaves only, and each of its eight boxes gets its row. So a
//! row is found at once, and can be sorted and stored without a detour.

use rayon::prelude::*;
use ripstop_geometry::Aabb;

use super::Bvh;
use super::lanes::{CullBox, LANES, bits, not_negative, zero};
use super::node::{Entry, Inner, Leaf, NO_BOX, NodeRef, greater};
use crate::pair_list::Segment;
use crate::row::RowSorter;
use crate::{BoxId, PairList, Row, RowFilter};

/// The tree of queries is cut into at least this many tasks, if it is large enough.
const TASKS: usize = 128;

/// Which pairs are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// Pairs of two trees.
    All,
    /// Pairs of a tree with itself, the lower id first.
    LowHigh,
}

/// All pairs of a box of `queries` and one of `targets`, which must share a frame.
pub(crate) fn pairs(which: Which, queries: &Bvh, targets: &Bvh, filter: &RowFilter) -> PairList {
    let (Some(query_root), Some(target_root)) = (queries.root, targets.root) else {
        return PairList::from_segments(queries.boxes.len(), Vec::new());
    };
    debug_assert!(queries.frame == targets.frame, "boxes of two frames cannot be compared");
    let segments = tasks(queries, query_root)
        .into_par_iter()
        .map_init(
            || Traversal::new(which, queries, targets, filter),
            |traversal, (depth, entry)| traversal.run(depth, &entry, target_root),
        )
        .collect();
    PairList::from_segments(queries.boxes.len(), segments)
}

/// Cuts a tree into subtrees of one depth.
fn tasks(tree: &Bvh, root: Entry) -> Vec<(usize, Entry)> {
    let (mut depth, mut entries) = (0, vec![root]);
    while entries.len() < TASKS && entries.iter().any(|entry| !entry.node.is_leaf()) {
        entries =
            entries
                .iter()
                .flat_map(|entry| {
                    if entry.node.is_leaf() { vec![*entry] } else { tree.children(entry.node) }
                })
                .collect();
        depth += 1;
    }
    entries.into_iter().map(|entry| (depth, entry)).collect()
}

/// The state of one thread.
struct Traversal<'a> {
    which: Which,
    queries: &'a Bvh,
    targets: &'a Bvh,
    filter: &'a RowFilter<'a>,
    /// Lists of nodes of the targets, one above another.
    lists: Vec<Entry>,
    rows: [Row; LANES],
    sorter: RowSorter,
    segment: Segment,
}

impl<'a> Traversal<'a> {
    fn new(which: Which, queries: &'a Bvh, targets: &'a Bvh, filter: &'a RowFilter<'a>) -> Self {
        Self {
            which,
            queries,
            targets,
            filter,
            lists: Vec::new(),
            rows: std::array::from_fn(|_| Row::default()),
            sorter: RowSorter::new(targets.boxes.len()),
            segment: Segment::default(),
        }
    }

    fn run(&mut self, depth: usize, query: &Entry, target_root: Entry) -> Segment {
        self.lists.clear();
        self.lists.push(target_root);
        let mut start = 0;
        for _ in 0..depth {
            start = self.look_deeper(start, query);
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
            while self.lists[start..].iter().any(|entry| !entry.node.is_leaf()) {
                start = self.look_deeper(start, query);
            }
            self.leaf_rows(query.node, start);
        } else {
            let queries = self.queries;
            let node = &queries.inner[query.node.index()];
            for lane in (0..LANES).take_while(|&lane| node.children[lane] != NodeRef::NONE) {
                let child = node.child(lane);
                let list = self.look_deeper_between(start, end, &child);
                self.descend(&child, list);
                self.lists.truncate(end);
            }
        }
        self.lists.truncate(end);
    }

    fn look_deeper(&mut self, start: usize, query: &Entry) -> usize {
        self.look_deeper_between(start, self.lists.len(), query)
    }

    /// Appends the list of `query`, made from the list at `start..end`; returns where it starts.
    fn look_deeper_between(&mut self, start: usize, end: usize, query: &Entry) -> usize {
        let list = self.lists.len();
        let targets = self.targets;
        for i in start..end {
            let entry = self.lists[i];
            if entry.node.is_leaf() {
                if entry.bounds.overlaps(&query.bounds) && self.wants(query, &entry) {
                    self.lists.push(entry);
                }
            } else {
                let node = &targets.inner[entry.node.index()];
                let mut mask = node.lanes.overlaps(&query.bounds);
                if self.which == Which::LowHigh {
                    mask &= greater(&node.last_ids, query.first_id);
                }
                self.lists.extend(bits(mask).map(|lane| node.child(lane)));
            }
        }
        list
    }

    /// Whether a self pair of the two nodes can have its lower id in `query`.
    fn wants(&self, query: &Entry, target: &Entry) -> bool {
        self.which == Which::All || target.last_id > query.first_id
    }

    /// Finds the rows of the boxes in a leaf; the list at `start..` has leaves only.
    fn leaf_rows(&mut self, query: NodeRef, start: usize) {
        let leaf = &self.queries.leaves[query.index()];
        let items: [CullBox; LANES] = std::array::from_fn(|lane| leaf.lanes.lane(lane));
        for entry in &self.lists[start..] {
            let target = &self.targets.leaves[entry.node.index()];
            for lane in bits(leaf.lanes.overlaps(&entry.bounds)) {
                let id = leaf.ids[lane];
                let reach = target.lanes.reach(&items[lane]);
                let mut hits = not_negative(reach);
                if self.which == Which::LowHigh {
                    hits &= greater(&target.ids, id);
                }
                if hits != 0 {
                    let doubtful = hits & zero(reach);
                    if doubtful != 0 {
                        let query = &self.queries.boxes[id as usize];
                        hits ^= refuted(doubtful, query, target, &self.targets.boxes);
                    }
                    self.rows[lane].push_lanes(target.ids, hits);
                }
            }
        }
        for (row, &id) in self.rows.iter_mut().zip(&leaf.ids).filter(|&(_, &id)| id != NO_BOX) {
            let id = BoxId(id.cast_unsigned());
            (self.filter)(id, row);
            self.sorter.sort(row);
            self.segment.push_row(id, row.partners());
            row.clear();
        }
    }
}

/// Those of the doubtful lanes whose f64 boxes do not overlap `query`.
#[cold]
pub(crate) fn refuted(doubtful: u32, query: &Aabb, leaf: &Leaf, boxes: &[Aabb]) -> u32 {
    bits(doubtful)
        .filter(|&lane| !boxes[leaf.ids[lane] as usize].overlaps(query))
        .fold(0, |mask, lane| mask | (1 << lane))
}

impl Bvh {
    /// The children of an inner node.
    pub(crate) fn children(&self, node: NodeRef) -> Vec<Entry> {
        let node: &Inner = &self.inner[node.index()];
        (0..LANES)
            .take_while(|&lane| node.children[lane] != NodeRef::NONE)
            .map(|lane| node.child(lane))
            .collect()
    }
}
