//! Sharpens an order along a curve: groups of neighbours are split at medians, down to leaves.
//!
//! A Morton curve is good at bringing neighbours near and bad at cutting: a run of eight may lie in
//! two corners of the scene. Splitting runs of a few thousand boxes at the median of their longest
//! axis, again and again, halves the overlap of leaves, and costs a few passes over memory that is
//! in the cache.

use rayon::prelude::*;
use ripstop_geometry::Aabb;

use super::curve::id;
use super::frame::Frame;
use super::lanes::LANES;

/// Boxes in a group.
pub(super) const GROUP: usize = 4096;

/// Reorders keys within their groups.
pub(super) fn refine(keys: &mut [u64], boxes: &[Aabb], frame: &Frame) {
    keys.par_chunks_mut(GROUP).for_each_init(Group::default, |group, keys| {
        group.refine(keys, boxes, frame);
    });
}

/// Centres and ids of the boxes in a group.
#[derive(Default)]
struct Group {
    centers: Vec<[i32; 3]>,
    ids: Vec<u32>,
}

impl Group {
    fn refine(&mut self, keys: &mut [u64], boxes: &[Aabb], frame: &Frame) {
        self.ids.clear();
        self.ids.extend(keys.iter().map(|&key| id(key)));
        self.centers.clear();
        self.centers.extend(
            self.ids.iter().map(|&id| frame.round(&boxes[id as usize]).center().map(ordered)),
        );
        for (local, key) in keys.iter_mut().enumerate() {
            *key = local as u64;
        }
        split(keys, &self.centers);
        for key in keys {
            *key = u64::from(self.ids[*key as u32 as usize]);
        }
    }
}

/// An integer that is ordered as the number is.
#[inline]
fn ordered(x: f32) -> i32 {
    let bits = x.to_bits() as i32;
    bits ^ (((bits >> 31) as u32) >> 1) as i32
}

/// Puts each leaf's worth of entries together; the low half of an entry names a centre.
fn split(entries: &mut [u64], centers: &[[i32; 3]]) {
    if entries.len() <= LANES {
        return;
    }
    let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
    for &entry in &*entries {
        let center = centers[entry as u32 as usize];
        for k in 0..3 {
            low[k] = low[k].min(center[k]);
            high[k] = high[k].max(center[k]);
        }
    }
    let extent = |k: usize| from_ordered(high[k]) - from_ordered(low[k]);
    let axis = (1..3).fold(0, |best, k| if extent(k) > extent(best) { k } else { best });
    for entry in &mut *entries {
        let local = *entry as u32;
        let coordinate = centers[local as usize][axis] as u32 ^ 0x8000_0000;
        *entry = (u64::from(coordinate) << 32) | u64::from(local);
    }
    // Full leaves on the left: half of the leaves' number, rounded up to a power of two.
    let middle = entries.len().div_ceil(2).next_power_of_two();
    entries.select_nth_unstable(middle);
    let (left, right) = entries.split_at_mut(middle);
    split(left, centers);
    split(right, centers);
}

#[inline]
fn from_ordered(x: i32) -> f32 {
    f32::from_bits((x ^ (((x >> 31) as u32) >> 1) as i32) as u32)
}
