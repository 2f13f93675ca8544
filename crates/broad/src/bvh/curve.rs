//! An order of boxes in which neighbours in the list are neighbours in space.
//!
//! The centre of every box is put on a grid of 1024³ cells around all centres; the bits of the
//! three cell numbers are interleaved to a Morton code [Morton 1966], and the codes are sorted by
//! digits. Where more boxes than fit into a leaf share a cell, as all of a small cloth does in a
//! large hall, those boxes get a grid of their own around their centres, and so on: the order is as
//! good for a set with far outliers as for one without. Equal centres are ordered by id.

use rayon::prelude::*;

use super::kd_groups;
use super::lanes::{CullBox, LANES};
use crate::BoxId;

/// Cells along an axis, as a power of two.
const AXIS_BITS: u32 = 10;
const CELLS: u32 = 1 << AXIS_BITS;
const DIGIT_BITS: u32 = 10;
const BUCKETS: usize = 1 << DIGIT_BITS;
/// Below this many boxes a comparison sort is faster than passes over the digits.
const FEW: usize = 1024;
/// Boxes in a task that computes codes.
const TASK: usize = 8192;

/// A code above an id.
type Key = u64;

/// Ids of the boxes in an order in which each aligned run of `run` boxes is compact.
pub(crate) fn order(boxes: &[CullBox], run: usize) -> Vec<BoxId> {
    let mut keys: Vec<Key> = (0..boxes.len() as u64).collect();
    let mut scratch = vec![0; boxes.len()];
    sort_along_curve(&mut keys, &mut scratch, boxes);
    kd_groups::refine(&mut keys, boxes, run);
    keys.into_iter().map(|key| BoxId(id(key))).collect()
}

/// The id in a key.
#[inline]
pub(crate) const fn id(key: Key) -> u32 {
    key as u32
}

const fn code(key: Key) -> u32 {
    (key >> 32) as u32
}

fn sort_along_curve(keys: &mut [Key], scratch: &mut [Key], boxes: &[CullBox]) {
    let center = |key: Key| boxes[id(key) as usize].center();
    let Some(grid) = Grid::around(keys.par_chunks(TASK), &center) else {
        // All centres are one point.
        for key in &mut *keys {
            *key = u64::from(id(*key));
        }
        keys.sort_unstable();
        return;
    };
    keys.par_chunks_mut(TASK).for_each(|chunk| {
        for key in chunk {
            *key = (u64::from(grid.code(center(*key))) << 32) | u64::from(id(*key));
        }
    });
    sort(keys, scratch);

    let mut rest = keys;
    let mut rest_of_scratch = scratch;
    while let Some(&first) = rest.first() {
        let shared = code(first);
        let run = if rest.get(LANES).is_some_and(|&key| code(key) == shared) {
            rest.partition_point(|&key| code(key) == shared)
        } else {
            1
        };
        let (crowd, others) = rest.split_at_mut(run);
        let (crowd_scratch, others_scratch) = rest_of_scratch.split_at_mut(run);
        if run > 1 {
            sort_along_curve(crowd, crowd_scratch, boxes);
        }
        (rest, rest_of_scratch) = (others, others_scratch);
    }
}

/// A grid of cubes.
struct Grid {
    low: [f32; 3],
    scale: f32,
}

impl Grid {
    /// A grid around the centres, unless they are one point.
    fn around<'a>(
        chunks: impl IndexedParallelIterator<Item = &'a [Key]>,
        center: &(impl Fn(Key) -> [f32; 3] + Sync),
    ) -> Option<Self> {
        let nothing = || ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        let (low, high) = chunks
            .map(|chunk| {
                chunk.iter().fold(nothing(), |(low, high), &key| {
                    let c = center(key);
                    (at_each_axis(low, c, f32::min), at_each_axis(high, c, f32::max))
                })
            })
            .reduce(nothing, |a, b| {
                (at_each_axis(a.0, b.0, f32::min), at_each_axis(a.1, b.1, f32::max))
            });
        // Halved, so that the difference of two huge numbers is finite.
        let extent = (0..3).fold(0.0_f32, |e, k| e.max(0.5 * high[k] - 0.5 * low[k]));
        (extent > 0.0)
            .then(|| Self { low: low.map(|x| 0.5 * x), scale: f32::from(CELLS as u16) / extent })
    }

    /// Morton code of the cell of a point.
    #[inline]
    #[expect(
        clippy::cast_sign_loss,
        reason = "negative and NaN saturate to cell 0, as they should"
    )]
    fn code(&self, point: [f32; 3]) -> u32 {
        let cell = |k: usize| (((0.5 * point[k] - self.low[k]) * self.scale) as u32).min(CELLS - 1);
        spread(cell(0)) | (spread(cell(1)) << 1) | (spread(cell(2)) << 2)
    }
}

#[inline]
fn at_each_axis(a: [f32; 3], b: [f32; 3], f: impl Fn(f32, f32) -> f32) -> [f32; 3] {
    std::array::from_fn(|k| f(a[k], b[k]))
}

/// Moves the ten lowest bits apart by two each.
#[inline]
const fn spread(x: u32) -> u32 {
    let x = (x | (x << 16)) & 0x0300_00FF;
    let x = (x | (x << 8)) & 0x0300_F00F;
    let x = (x | (x << 4)) & 0x030C_30C3;
    (x | (x << 2)) & 0x0924_9249
}

/// Sorts keys that all differ, so that the result does not depend on the method.
fn sort(keys: &mut [Key], scratch: &mut [Key]) {
    if keys.len() < FEW {
        keys.sort_unstable();
        return;
    }
    // The highest digit first, into buckets that tasks can then sort apart.
    scatter(keys, scratch, 32 + 2 * DIGIT_BITS);
    let mut buckets = Vec::with_capacity(BUCKETS);
    let (mut from, mut to) = (&mut *scratch, &mut *keys);
    while let Some(&first) = from.first() {
        let digit = first >> (32 + 2 * DIGIT_BITS);
        let len = from.partition_point(|&key| key >> (32 + 2 * DIGIT_BITS) == digit);
        let (bucket, rest) = from.split_at_mut(len);
        let (target, rest_of_target) = to.split_at_mut(len);
        buckets.push((bucket, target));
        (from, to) = (rest, rest_of_target);
    }
    buckets.into_par_iter().for_each(|(bucket, target)| {
        if bucket.len() < FEW {
            bucket.sort_unstable();
            target.copy_from_slice(bucket);
        } else {
            // Ids are in order already, and scattering keeps the order of equal digits.
            scatter(bucket, target, 32);
            scatter(target, bucket, 32 + DIGIT_BITS);
            target.copy_from_slice(bucket);
        }
    });
}

/// Copies keys in order of the digit at `shift`; equal digits keep their order.
fn scatter(from: &[Key], to: &mut [Key], shift: u32) {
    let digit = |key: Key| (key >> shift) as usize % BUCKETS;
    let mut starts = vec![0_u32; BUCKETS];
    for &key in from {
        starts[digit(key)] += 1;
    }
    let mut total = 0;
    for start in &mut starts {
        total += std::mem::replace(start, total);
    }
    for &key in from {
        let start = &mut starts[digit(key)];
        to[*start as usize] = key;
        *start += 1;
    }
}
