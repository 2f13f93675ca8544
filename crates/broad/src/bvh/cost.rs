//! Rebuild rule: the looseness of a tree, and its limit.
//!
//! Refitting keeps boxes tight around what is below them, but not what is below them together. How
//! much that matters is measured by the boxes themselves:
//!
//! ```text
//! looseness = ( Σ leaves n A(box) + ⅛ Σ lowest two levels of nodes n A(box) ) / Σ boxes A(box)
//! ```
//!
//! where `n` is the number of boxes below. A node is visited about as often as there are queries in
//! its reach, which grows with the area of its box; `n` is the work that a visit can lead to.
//! Higher levels are left out: they are visited anyway, and their large areas would hide what
//! happens below. The areas of the boxes themselves, which no tree can change, make the number
//! independent of scale and of how much the boxes have grown. The rule compares it with its value
//! when the tree was built.

use ripstop_geometry::Aabb;

use super::Bvh;
use super::lanes::{CullBox, LANES};
use super::node::{Leaf, NO_BOX, NodeRef};
use crate::{BoxError, BroadPhase};

/// A tree is rebuilt when its looseness has grown by this factor since it was built.
pub const REBUILD_FACTOR: f64 = 1.5;

/// Outcome of [`Bvh::update`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// The tree has been fitted to the new boxes.
    Refitted,
    /// The tree had become too loose and has been rebuilt.
    Rebuilt,
}

impl Bvh {
    /// Refits the tree to boxes that have moved, or rebuilds it if that would leave it too loose,
    /// or if there is another number of boxes.
    ///
    /// # Errors
    /// If a box is NaN or inverted; the structure is then empty.
    pub fn update(&mut self, boxes: &[Aabb]) -> Result<Update, BoxError> {
        self.update_within(REBUILD_FACTOR, boxes)
    }

    /// As [`Bvh::update`], with another factor by which the looseness may grow.
    ///
    /// # Errors
    /// As [`Bvh::update`].
    pub fn update_within(&mut self, factor: f64, boxes: &[Aabb]) -> Result<Update, BoxError> {
        if self.refit_within(factor, boxes)? {
            return Ok(Update::Refitted);
        }
        self.rebuild(boxes)?;
        Ok(Update::Rebuilt)
    }

    /// Refits the tree, if there are as many boxes as before; true if it is not too loose then.
    pub(super) fn refit_within(&mut self, factor: f64, boxes: &[Aabb]) -> Result<bool, BoxError> {
        if boxes.len() != self.boxes.len() || boxes.is_empty() {
            return Ok(false);
        }
        let built = self.built_looseness.unwrap_or_else(|| self.looseness());
        self.refit(boxes)?;
        self.built_looseness = Some(built);
        Ok(self.looseness() <= factor * built)
    }

    /// Ratio of the nodes' areas to those of the boxes below; 0 for an empty tree.
    #[must_use]
    pub fn looseness(&self) -> f64 {
        let (mut nodes, mut boxes) = (0.0, 0.0);
        for leaf in &self.tree.leaves {
            nodes += area(&leaf.lanes.hull()) * box_count(leaf);
            boxes += (0..LANES)
                .filter(|&lane| leaf.ids[lane] != NO_BOX)
                .map(|lane| area(&leaf.lanes.lane(lane)))
                .sum::<f64>();
        }
        let mut below = vec![0.0; self.tree.inner.len()];
        for (index, node) in self.tree.inner.iter().enumerate() {
            for &child in node.children.iter().filter(|&&child| child != NodeRef::NONE) {
                below[index] += if child.is_leaf() {
                    box_count(&self.tree.leaves[child.index()])
                } else {
                    below[child.index()]
                };
            }
        }
        // What is near the root is visited anyway, and would hide what happens below.
        for level in self.tree.levels.iter().take(2) {
            for index in level.clone() {
                nodes += area(&self.tree.inner[index].lanes.hull()) * below[index]
                    / f64::from(LANES as u32);
            }
        }
        if boxes > 0.0 { nodes / boxes } else { 0.0 }
    }
}

fn box_count(leaf: &Leaf) -> f64 {
    f64::from(leaf.ids.iter().filter(|&&id| id != NO_BOX).count() as u32)
}

/// Half the surface area.
fn area(aabb: &CullBox) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|k| (f64::from(aabb.max[k]) - f64::from(aabb.min[k])).max(0.0));
    x * y + y * z + z * x
}
