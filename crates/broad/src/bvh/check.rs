//! A validator: tests call it after every change of a tree.

use super::Bvh;
use super::lanes::{CullBox, LANES};
use super::node::{Entry, NO_BOX, NodeRef};
use crate::BoxId;

/// A defect of a tree. There is no way to get one through the public interface.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeFault {
    /// A box is not in exactly one leaf.
    #[error("box {} is in {leaves} leaves", box_id.0)]
    BoxCount {
        /// The box.
        box_id: BoxId,
        /// Number of leaves that name it.
        leaves: usize,
    },
    /// A leaf names a box that does not exist, or holds another box than the one it names.
    #[error("lane {lane} of leaf {leaf} is wrong")]
    Leaf {
        /// Number of the leaf.
        leaf: usize,
        /// The lane.
        lane: usize,
    },
    /// A node does not hold the box and the ids of its child, or the child is not below it.
    #[error("lane {lane} of node {node} is wrong")]
    Inner {
        /// Number of the node.
        node: usize,
        /// The lane.
        lane: usize,
    },
    /// A node has no parent, or several, or the root is not the last node.
    #[error("{what} {index} has {parents} parents")]
    Parents {
        /// `"leaf"` or `"node"`.
        what: &'static str,
        /// Index of the leaf or node.
        index: usize,
        /// Number of its parents.
        parents: usize,
    },
}

impl Bvh {
    /// Checks every invariant of the tree, in linear time.
    ///
    /// # Errors
    /// Names the first fault.
    pub fn check(&self) -> Result<(), TreeFault> {
        self.check_leaves()?;
        self.check_inner()
    }

    fn check_leaves(&self) -> Result<(), TreeFault> {
        let mut named = vec![0; self.boxes.len()];
        for (index, leaf) in self.tree.leaves.iter().enumerate() {
            for (lane, &id) in leaf.ids.iter().enumerate() {
                let expected = if id == NO_BOX {
                    Some(CullBox::EMPTY)
                } else {
                    let id = id.cast_unsigned() as usize;
                    if let Some(count) = named.get_mut(id) {
                        *count += 1;
                    }
                    self.boxes.get(id).map(|aabb| self.frame.round(aabb))
                };
                if expected != Some(leaf.lanes.lane(lane)) {
                    return Err(TreeFault::Leaf { leaf: index, lane });
                }
            }
        }
        match named.iter().position(|&leaves| leaves != 1) {
            Some(id) => Err(TreeFault::BoxCount { box_id: BoxId(id as u32), leaves: named[id] }),
            None => Ok(()),
        }
    }

    fn check_inner(&self) -> Result<(), TreeFault> {
        let (leaves, inner) = (&self.tree.leaves, &self.tree.inner);
        let mut leaf_parents = vec![0; leaves.len()];
        let mut parents = vec![0; inner.len()];
        for (index, node) in inner.iter().enumerate() {
            for lane in 0..LANES {
                let child = node.children[lane];
                let fault = TreeFault::Inner { node: index, lane };
                if child == NodeRef::NONE {
                    if node.lanes.lane(lane) != CullBox::EMPTY || node.last_ids[lane] != NO_BOX {
                        return Err(fault);
                    }
                    continue;
                }
                let (list, entry) = if child.is_leaf() {
                    let leaf = leaves.get(child.index());
                    (&mut leaf_parents, leaf.map(|leaf| leaf.entry(child.index())))
                } else {
                    let below = inner[..index].get(child.index());
                    (&mut parents, below.map(|node| node.entry(child.index())))
                };
                if !entry.is_some_and(|entry| same(&entry, &node.child(lane))) {
                    return Err(fault);
                }
                list[child.index()] += 1;
            }
        }
        if let Some(last) = parents.last_mut() {
            // The root has no parent.
            *last += 1;
        }
        for (what, counts) in [("leaf", &leaf_parents), ("node", &parents)] {
            if let Some(index) = counts.iter().position(|&count| count != 1) {
                return Err(TreeFault::Parents { what, index, parents: counts[index] });
            }
        }
        Ok(())
    }
}

fn same(a: &Entry, b: &Entry) -> bool {
    a.node == b.node && a.bounds == b.bounds && a.first_id == b.first_id && a.last_id == b.last_id
}
