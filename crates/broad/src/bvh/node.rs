//! The nodes of a tree.

use super::lanes::{CullBox, LANES, Lanes};
use crate::BoxId;

/// Marks a lane of a leaf that holds no box; less than every id.
pub(crate) const NO_BOX: i32 = -1;

/// Up to eight boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub(crate) lanes: Lanes,
    /// Ids of the boxes, or [`NO_BOX`].
    pub(crate) ids: [i32; LANES],
}

/// Up to eight nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inner {
    pub(crate) lanes: Lanes,
    pub(crate) children: [NodeRef; LANES],
    /// Lowest id of a box below each child.
    pub(crate) first_ids: [i32; LANES],
    /// Highest id of a box below each child, or [`NO_BOX`].
    pub(crate) last_ids: [i32; LANES],
}

/// Names a leaf or an inner node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeRef(u32);

const LEAF_BIT: u32 = 1 << 31;

impl NodeRef {
    /// Stands in lanes without a child.
    pub(crate) const NONE: Self = Self(u32::MAX);

    pub(crate) const fn leaf(index: usize) -> Self {
        Self(index as u32 | LEAF_BIT)
    }

    pub(crate) const fn inner(index: usize) -> Self {
        Self(index as u32)
    }

    #[inline]
    pub(crate) const fn is_leaf(self) -> bool {
        self.0 & LEAF_BIT != 0
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        (self.0 & !LEAF_BIT) as usize
    }

    /// As a number that can stand in a row.
    #[inline]
    pub(crate) const fn to_item(self) -> BoxId {
        BoxId(self.0)
    }

    #[inline]
    pub(crate) const fn from_item(item: BoxId) -> Self {
        Self(item.0)
    }

    /// As a number that can stand in a lane.
    #[inline]
    pub(crate) const fn to_lane(self) -> i32 {
        self.0.cast_signed()
    }
}

/// A node as its parent sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) node: NodeRef,
    pub(crate) bounds: CullBox,
    pub(crate) first_id: i32,
    pub(crate) last_id: i32,
}

impl Leaf {
    /// No box in any lane.
    pub(crate) const EMPTY: Self = Self { lanes: Lanes::EMPTY, ids: [NO_BOX; LANES] };

    pub(crate) fn entry(&self, index: usize) -> Entry {
        let ids = || self.ids.iter().copied().filter(|&id| id != NO_BOX);
        Entry {
            node: NodeRef::leaf(index),
            bounds: self.lanes.hull(),
            first_id: ids().min().unwrap_or(i32::MAX),
            last_id: ids().max().unwrap_or(NO_BOX),
        }
    }
}

impl Inner {
    /// No child in any lane.
    pub(crate) const EMPTY: Self = Self {
        lanes: Lanes::EMPTY,
        children: [NodeRef::NONE; LANES],
        first_ids: [i32::MAX; LANES],
        last_ids: [NO_BOX; LANES],
    };

    /// Replaces the children.
    pub(crate) fn adopt(&mut self, mut entries: impl Iterator<Item = Entry>) {
        const NOBODY: Entry = Entry {
            node: NodeRef::NONE,
            bounds: CullBox::EMPTY,
            first_id: i32::MAX,
            last_id: NO_BOX,
        };
        for lane in 0..LANES {
            let entry = entries.next().unwrap_or(NOBODY);
            self.lanes.set(lane, &entry.bounds);
            self.children[lane] = entry.node;
            self.first_ids[lane] = entry.first_id;
            self.last_ids[lane] = entry.last_id;
        }
    }

    pub(crate) fn entry(&self, index: usize) -> Entry {
        Entry {
            node: NodeRef::inner(index),
            bounds: self.lanes.hull(),
            first_id: self.first_ids.iter().copied().min().unwrap_or(i32::MAX),
            last_id: self.last_ids.iter().copied().max().unwrap_or(NO_BOX),
        }
    }

    /// The child in one lane.
    #[inline]
    pub(crate) fn child(&self, lane: usize) -> Entry {
        Entry {
            node: self.children[lane],
            bounds: self.lanes.lane(lane),
            first_id: self.first_ids[lane],
            last_id: self.last_ids[lane],
        }
    }
}
