//! Surface area heuristic, full sweep [Goldsmith 1987] [Wald 2007].
//!
//! The expected cost of a cut is the sum over both sides of their area times their number of items,
//! each side's count with its own area:
//!
//! ```text
//! cost(axis, i) = i · A(hull of the first i) + (n − i) · A(hull of the other n − i)
//! ```
//!
//! Items are sorted by their centres along each axis, and all cuts `0 < i < n` are tried. Among
//! equal costs the cut nearest to the middle wins: for identical boxes all costs are equal, and
//! cutting off one box at a time would make a list of the tree.

use super::{Item, area, sort_along};
use crate::bvh::lanes::CullBox;

pub(super) fn cut(items: &mut [Item]) -> usize {
    let n = items.len();
    let mut best = (f64::INFINITY, usize::MAX, 0, 0);
    let mut right_areas = vec![0.0; n];
    for axis in 0..3 {
        sort_along(items, axis);
        let mut hull = CullBox::EMPTY;
        for i in (1..n).rev() {
            hull = hull.union(&items[i].aabb);
            right_areas[i] = area(&hull);
        }
        hull = CullBox::EMPTY;
        for i in 1..n {
            hull = hull.union(&items[i - 1].aabb);
            let cost = count(i) * area(&hull) + count(n - i) * right_areas[i];
            let imbalance = (2 * i).abs_diff(n);
            if (cost, imbalance) < (best.0, best.1) {
                best = (cost, imbalance, axis, i);
            }
        }
    }
    let (_, _, axis, middle) = best;
    if middle == 0 {
        // No cost was a number below infinity.
        return super::median::cut(items);
    }
    sort_along(items, axis);
    middle
}

#[expect(clippy::cast_precision_loss, reason = "a number of boxes")]
const fn count(n: usize) -> f64 {
    n as f64
}
