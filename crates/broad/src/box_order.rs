//! An order of boxes in which neighbours in the list are probably neighbours in space.

use crate::{BoxError, BoxId};

/// Boxes that belong together stand in one group of this size.
pub(crate) const GROUP: usize = 8;

/// A hint for [`BroadPhase::rebuild_in_order`](crate::BroadPhase::rebuild_in_order): every box
/// once, in groups of up to eight that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoxOrder {
    /// Groups of eight slots; a slot holds a box or [`GAP`].
    slots: Vec<BoxId>,
    box_count: usize,
}

/// Stands in a slot without a box; no box has this id, because ids are below 2³¹.
pub(crate) const GAP: BoxId = BoxId(u32::MAX);

impl BoxOrder {
    /// The boxes in the given order, eight to a group.
    ///
    /// # Errors
    /// If the ids are not those of `ids.len()` boxes, each once.
    pub fn new(ids: Vec<BoxId>) -> Result<Self, BoxError> {
        let box_count = ids.len();
        let mut seen = vec![false; box_count];
        for (entry, id) in ids.iter().enumerate() {
            match seen.get_mut(id.index()) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(BoxError::NotAnOrder { entry, box_count }),
            }
        }
        Ok(Self { slots: ids, box_count })
    }

    /// Slots that are known to name each of `box_count` boxes once.
    pub(crate) fn from_slots(slots: Vec<BoxId>, box_count: usize) -> Self {
        debug_assert_eq!(slots.iter().filter(|&&slot| slot != GAP).count(), box_count);
        Self { slots, box_count }
    }

    /// Number of boxes.
    #[must_use]
    pub const fn box_count(&self) -> usize {
        self.box_count
    }

    /// The boxes in order.
    pub fn ids(&self) -> impl Iterator<Item = BoxId> {
        self.slots.iter().copied().filter(|&slot| slot != GAP)
    }

    pub(crate) fn slots(&self) -> &[BoxId] {
        &self.slots
    }

    pub(crate) const fn check_count(&self, box_count: usize) -> Result<(), BoxError> {
        if self.box_count == box_count {
            Ok(())
        } else {
            Err(BoxError::NotAnOrder { entry: self.box_count, box_count })
        }
    }
}
