//! Cuts at the median of the centres along their longest axis, so that leaves are full.

use super::Item;

pub(super) fn cut(items: &mut [Item]) -> usize {
    let bound = |k: usize, f: fn(f32, f32) -> f32| {
        items.iter().map(|item| item.center[k]).reduce(f).unwrap_or(0.0)
    };
    let extent: [f32; 3] =
        std::array::from_fn(|k| 0.5 * bound(k, f32::max) - 0.5 * bound(k, f32::min));
    let axis = (1..3).fold(0, |best, k| if extent[k] > extent[best] { k } else { best });
    // More than half, less than all, and a power of two: the left part fills its leaves.
    let middle = items.len().div_ceil(2).next_power_of_two().min(items.len() - 1);
    items.select_nth_unstable_by(middle, |a, b| {
        a.center[axis].total_cmp(&b.center[axis]).then(a.id.cmp(&b.id))
    });
    middle
}
