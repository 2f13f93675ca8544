//! Sharpens an order along a curve: groups of neighbours are split at medians, down to leaves.
//!
//! A Morton curve is good at bringing neighbours near and bad at cutting: a run of eight may lie in
//! two corners of the scene. Splitting runs of a few thousand boxes at the median of their longest
//! axis, again and again, halves the overlap of leaves, and costs a few passes over memory that is
//! in the cache.

use rayon::prelude::*;
use wide::f32x4;

use super::curve::id;
use super::lanes::CullBox;

/// Boxes in a group, as a power of two.
const GROUP_BITS: u32 = 12;
const GROUP: usize = 1 << GROUP_BITS;
/// Steps of a coordinate within a group, as a power of two: with the number of a box they make up
/// the 32 bits of an entry.
const STEP_BITS: u32 = 32 - GROUP_BITS;
#[expect(clippy::cast_precision_loss, reason = "20 bits fit into the mantissa")]
const LAST_STEP: f32 = ((1_u32 << STEP_BITS) - 1) as f32;

/// Reorders keys within their groups, so that every aligned run of `2ᵏ · run` boxes is compact.
pub(super) fn refine(keys: &mut [u64], boxes: &[CullBox], run: usize) {
    keys.par_chunks_mut(GROUP).for_each_init(Group::default, |group, keys| {
        group.refine(keys, boxes, run);
    });
}

/// Scratch memory for one group.
#[derive(Default)]
struct Group {
    ids: Vec<u32>,
    /// Centres, in steps from the lowest corner of the group.
    centers: Vec<f32x4>,
    /// In its upper bits a coordinate, in its lower bits the number of a box in the group.
    entries: Vec<u32>,
}

impl Group {
    fn refine(&mut self, keys: &mut [u64], boxes: &[CullBox], run: usize) {
        self.ids.clear();
        self.ids.extend(keys.iter().map(|&key| id(key)));
        self.centers.clear();
        self.centers.extend(self.ids.iter().map(|&id| {
            // Halved, so that differences are finite.
            let [x, y, z] = boxes[id as usize].center().map(|c| 0.5 * c);
            f32x4::new([x, y, z, 0.0])
        }));
        let (low, high) = bounds(self.centers.iter());
        let extent = (high - low).to_array().into_iter().fold(0.0, f32::max);
        let scale = LAST_STEP / extent;
        if !(extent > 0.0 && scale.is_finite()) {
            return;
        }
        for center in &mut self.centers {
            *center = (*center - low) * scale;
        }
        self.entries.clear();
        self.entries.extend(0..keys.len() as u32);
        split(&mut self.entries, &self.centers, run);
        for (key, &entry) in keys.iter_mut().zip(&self.entries) {
            *key = u64::from(self.ids[local(entry)]);
        }
    }
}

#[inline]
const fn local(entry: u32) -> usize {
    entry as usize % GROUP
}

#[inline]
fn bounds<'a>(centers: impl Iterator<Item = &'a f32x4>) -> (f32x4, f32x4) {
    centers
        .fold((f32x4::splat(f32::INFINITY), f32x4::splat(f32::NEG_INFINITY)), |(low, high), &c| {
            (low.fast_min(c), high.fast_max(c))
        })
}

fn split(entries: &mut [u32], centers: &[f32x4], run: usize) {
    if entries.len() <= run {
        return;
    }
    let (low, high) = bounds(entries.iter().map(|&entry| &centers[local(entry)]));
    let [x, y, z, _] = (high - low).to_array();
    let axis = if x >= y && x >= z { 0 } else { 1 + usize::from(z > y) };
    for entry in &mut *entries {
        let local = local(*entry);
        let step = centers[local].as_array()[axis] as i32;
        *entry = (step.cast_unsigned() << GROUP_BITS) | local as u32;
    }
    // Full runs on the left.
    let middle = entries.len().div_ceil(2).next_power_of_two();
    entries.select_nth_unstable(middle);
    let (left, right) = entries.split_at_mut(middle);
    split(left, centers, run);
    split(right, centers, run);
}
