//! One row of the list of pairs: the partners of one box.
//!
//! A method appends partners as it meets them; the row puts them into ascending order. Short rows
//! are sorted by insertion. Long rows are sorted without comparing: every id sets a bit, and the
//! bits are read back in order. A summary has one bit for each word of bits, so that reading costs
//! time in proportion to the partners, not to the number of boxes.

#![expect(
    clippy::inline_always,
    reason = "only what is inlined into `Kernel::run` is compiled for its instructions"
)]

use crate::BoxId;
use crate::bvh::kernel::Kernel;
use crate::bvh::lanes::LANES;

/// Rows up to this length are sorted by insertion.
const SHORT: usize = 12;

/// The partners of one box, each once; ascending once the row is finished.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Longer than `len`, so that eight ids can always be written at once.
    ids: Vec<BoxId>,
    len: usize,
}

impl Row {
    /// The partners.
    #[must_use]
    #[inline]
    pub fn partners(&self) -> &[BoxId] {
        &self.ids[..self.len]
    }

    /// Appends a partner.
    #[inline]
    pub fn push(&mut self, id: BoxId) {
        let len = self.open(1).len;
        self.ids[len] = id;
        self.len += 1;
    }

    /// Keeps the partners for which `keep` holds, in their order.
    #[inline]
    pub fn retain(&mut self, keep: impl FnMut(BoxId) -> bool) {
        self.retain_after(0, keep);
    }

    /// Keeps the first `kept` partners, and those of the others for which `keep` holds.
    #[inline]
    pub(crate) fn retain_after(&mut self, kept: usize, mut keep: impl FnMut(BoxId) -> bool) {
        // Written without a branch: which partners stay is as good as random.
        let ids = &mut self.ids[..self.len];
        let mut end = kept;
        for i in kept..ids.len() {
            let id = ids[i];
            ids[end] = id;
            end += usize::from(keep(id));
        }
        self.len = end;
    }

    /// Keeps the first `len` partners.
    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Forgets the partners, keeps the memory.
    #[inline]
    pub(crate) const fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends the ids whose bit is set in `mask`, without a branch.
    #[inline(always)]
    pub(crate) fn push_lanes(&mut self, kernel: impl Kernel, ids: &[i32; LANES], mask: u32) {
        let mut end = self.open(1);
        end.push_lanes(kernel, ids, mask);
        self.len = end.len;
    }

    /// The end of the row, with room for some times eight partners.
    #[inline(always)]
    pub(crate) fn open(&mut self, times: usize) -> OpenRow<'_> {
        if self.ids.len() < self.len + (times + 1) * LANES {
            self.grow(times);
        }
        OpenRow { len: self.len, ids: &mut self.ids }
    }

    /// Takes over what was appended at the open end.
    #[inline(always)]
    pub(crate) const fn close(&mut self, len: usize) {
        self.len = len;
    }

    /// Eight entries from `start` on; beyond the end of the row they are arbitrary.
    #[inline(always)]
    pub(crate) fn eight_from(&self, start: usize) -> [i32; LANES] {
        let eight: Option<&[BoxId; LANES]> = self.ids[start..].first_chunk();
        eight.map_or([0; LANES], |eight| eight.map(|id| id.0.cast_signed()))
    }

    #[cold]
    fn grow(&mut self, times: usize) {
        let len = (2 * self.ids.len()).max(self.len + (times + 1) * LANES).max(64);
        self.ids.resize(len, BoxId(0));
    }
}

/// The end of a row, to which a loop appends: its length stays in a register.
pub(crate) struct OpenRow<'a> {
    ids: &'a mut [BoxId],
    len: usize,
}

impl OpenRow<'_> {
    #[inline(always)]
    pub(crate) fn push_lanes(&mut self, kernel: impl Kernel, ids: &[i32; LANES], mask: u32) {
        if let Some(room) = self.ids[self.len..].first_chunk_mut() {
            *room = kernel.compress(ids, mask);
            self.len += kernel.count(mask);
        }
    }

    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }
}

/// Scratch memory for sorting rows of ids below a limit.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowSorter {
    /// One bit for each id; all clear between calls.
    bits: Vec<u64>,
    /// One bit for each word of `bits`.
    summary: Vec<u64>,
}

impl RowSorter {
    /// For ids below `limit`.
    pub(crate) fn new(limit: usize) -> Self {
        let words = limit.div_ceil(64);
        Self { bits: vec![0; words], summary: vec![0; words.div_ceil(64)] }
    }

    /// Sorts a row whose ids are all different.
    #[inline]
    pub(crate) fn sort(&mut self, row: &mut Row) {
        let ids = &mut row.ids[..row.len];
        if ids.len() <= SHORT { insertion_sort(ids) } else { self.sort_by_bits(ids) }
    }

    fn sort_by_bits(&mut self, ids: &mut [BoxId]) {
        let (mut low, mut high) = (usize::MAX, 0);
        for id in &*ids {
            let word = id.index() / 64;
            self.bits[word] |= 1 << (id.0 % 64);
            self.summary[word / 64] |= 1 << (word % 64);
            (low, high) = (low.min(word / 64), high.max(word / 64));
        }
        let mut slots = ids.iter_mut();
        for s in low..=high {
            let mut words = std::mem::take(&mut self.summary[s]);
            while words != 0 {
                let word = 64 * s + words.trailing_zeros() as usize;
                words &= words - 1;
                let mut bits = std::mem::take(&mut self.bits[word]);
                while bits != 0 {
                    let id = 64 * word as u32 + bits.trailing_zeros();
                    bits &= bits - 1;
                    if let Some(slot) = slots.next() {
                        *slot = BoxId(id);
                    }
                }
            }
        }
        debug_assert!(slots.next().is_none(), "a row names no partner twice");
    }
}

fn insertion_sort(ids: &mut [BoxId]) {
    for i in 1..ids.len() {
        let id = ids[i];
        let mut slot = i;
        while slot > 0 && ids[slot - 1] > id {
            ids[slot] = ids[slot - 1];
            slot -= 1;
        }
        ids[slot] = id;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_of_any_length_are_sorted(
            mut ids in prop::collection::btree_set(0_u32..20_000, 0..200).prop_map(Vec::from_iter).prop_shuffle(),
        ) {
            let mut sorter = RowSorter::new(20_000);
            for _ in 0..2 {
                let mut row = Row::default();
                for &id in &ids {
                    row.push(BoxId(id));
                }
                row.retain(|id| id.0 % 3 != 0);
                sorter.sort(&mut row);
                ids.sort_unstable();
                let expected: Vec<_> = ids.iter().filter(|&id| id % 3 != 0).map(|&id| BoxId(id)).collect();
                prop_assert_eq!(row.partners(), expected);
                ids.reverse();
            }
        }
    }
}
