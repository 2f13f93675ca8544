//! Surface area heuristic at a few positions [Wald 2007]: centres fall into bins along each axis,
//! and only the borders of bins are tried as cuts. Costs as in the full sweep.

use super::{Item, area};
use crate::bvh::lanes::CullBox;

const BINS: usize = 16;
/// As a factor.
const BIN_COUNT: f32 = 16.0;

#[derive(Clone, Copy)]
struct Bin {
    hull: CullBox,
    count: usize,
}

const EMPTY: Bin = Bin { hull: CullBox::EMPTY, count: 0 };

pub(super) fn cut(items: &mut [Item]) -> usize {
    let best = (0..3)
        .filter_map(|axis| Binning::new(items, axis))
        .filter_map(|binning| {
            binning.best_border(items).map(|(cost, border)| (cost, border, binning))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0));
    let Some((_, border, binning)) = best else {
        // All centres are one point.
        return super::median::cut(items);
    };
    // Stable, so that the tree depends on the input alone.
    items.sort_by_key(|item| binning.bin(item) >= border);
    items.partition_point(|item| binning.bin(item) < border)
}

/// Equal intervals along an axis.
struct Binning {
    axis: usize,
    low: f32,
    scale: f32,
}

impl Binning {
    /// Bins from the lowest to the highest centre, unless they are equal.
    fn new(items: &[Item], axis: usize) -> Option<Self> {
        let bound = |f: fn(f32, f32) -> f32| {
            items.iter().map(|item| 0.5 * item.center[axis]).reduce(f).unwrap_or(0.0)
        };
        let (low, high) = (bound(f32::min), bound(f32::max));
        let scale = BIN_COUNT / (high - low);
        (high > low && scale.is_finite()).then_some(Self { axis, low, scale })
    }

    #[expect(clippy::cast_sign_loss, reason = "no centre is below the lowest")]
    fn bin(&self, item: &Item) -> usize {
        (((0.5 * item.center[self.axis] - self.low) * self.scale) as usize).min(BINS - 1)
    }

    /// The border with items on both sides that costs least.
    fn best_border(&self, items: &[Item]) -> Option<(f64, usize)> {
        let mut bins = [EMPTY; BINS];
        for item in items {
            let bin = &mut bins[self.bin(item)];
            bin.hull = bin.hull.union(&item.aabb);
            bin.count += 1;
        }
        let join = |a: Bin, b: &Bin| Bin { hull: a.hull.union(&b.hull), count: a.count + b.count };
        let mut right = [EMPTY; BINS + 1];
        for i in (1..BINS).rev() {
            right[i] = join(right[i + 1], &bins[i]);
        }
        let mut left = EMPTY;
        (1..BINS)
            .filter_map(|border| {
                left = join(left, &bins[border - 1]);
                let cost = |bin: &Bin| f64::from(bin.count as u32) * area(&bin.hull);
                let split = left.count > 0 && right[border].count > 0;
                split.then(|| (cost(&left) + cost(&right[border]), border))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0))
    }
}
