//! Rays and segments against a tree.
//!
//! A ray meets a box where its parameter intervals in the three slabs have a common point:
//!
//! ```text
//! [t₀, t₁] ∩ ⋂ₖ [(minₖ − oₖ) / dₖ, (maxₖ − oₖ) / dₖ]  ≠  ∅
//! ```
//!
//! The far ends are widened by a few units in the last place, so that rounding never loses a box
//! that the exact ray meets [Ize 2013]. Boxes of nodes are rounded to f32; they are widened by far
//! more than that rounding before they are tested. What is here tests box by box in f64 and takes
//! every finite ray; `ray_cast` tests eight boxes at once and is what rays usually meet.

use glam::DVec3;
use ripstop_geometry::Aabb;

use super::Bvh;
use super::lanes::{CullBox, LANES};
use super::node::{NO_BOX, NodeRef};
use crate::{BoxId, Row};

/// The points `origin + t direction` for `0 ≤ t ≤ t_max`.
///
/// A segment from `a` to `b` has direction `b − a` and `t_max = 1`. A direction of zero is a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Start (m).
    pub origin: DVec3,
    /// Direction, of any length.
    pub direction: DVec3,
    /// Largest parameter; may be infinite.
    pub t_max: f64,
}

/// The nearest box along a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The box that was hit.
    pub id: BoxId,
    /// Parameter of the hit.
    pub t: f64,
}

impl Ray {
    /// The segment between two points.
    #[must_use]
    pub fn segment(from: DVec3, to: DVec3) -> Self {
        Self { origin: from, direction: to - from, t_max: 1.0 }
    }

    /// The parameter at which the ray enters a box, 0 if it starts inside; `None` if it misses.
    ///
    /// Never misses a box that the exact ray meets, as long as nothing overflows.
    #[must_use]
    pub fn enters(&self, aabb: &Aabb) -> Option<f64> {
        /// More than the relative error of two subtractions and two divisions.
        const WIDER: f64 = 1.0 + 8.0 * f64::EPSILON;
        let (mut near, mut far) = (0.0_f64, self.t_max);
        for k in 0..3 {
            let (o, d) = (self.origin[k], self.direction[k]);
            if d == 0.0 {
                if o < aabb.min[k] || o > aabb.max[k] {
                    return None;
                }
                continue;
            }
            let (a, b) = ((aabb.min[k] - o) / d, (aabb.max[k] - o) / d);
            near = near.max(a.min(b) / WIDER);
            far = far.min(a.max(b) * WIDER);
        }
        (near <= far).then_some(near)
    }
}

impl Bvh {
    /// Appends all boxes that a ray meets, in no particular order.
    pub fn along(&self, ray: &Ray, row: &mut Row) {
        let Some(root) = self.tree.root else { return };
        let mut stack = vec![root.node];
        while let Some(node) = stack.pop() {
            if node.is_leaf() {
                let ids = self.tree.leaves[node.index()].ids;
                for id in ids.into_iter().filter(|&id| id != NO_BOX).map(i32::cast_unsigned) {
                    if ray.enters(&self.boxes[id as usize]).is_some() {
                        row.push(BoxId(id));
                    }
                }
            } else {
                stack.extend(self.entered(node, ray).map(|(_, child)| child));
            }
        }
    }

    /// [`Bvh::nearest`] box by box in f64, for rays and trees beyond the range of f32.
    pub(super) fn nearest_by_box(
        &self,
        ray: &Ray,
        mut hit: impl FnMut(BoxId) -> Option<f64>,
    ) -> Option<RayHit> {
        let root = self.tree.root?;
        let mut best: Option<RayHit> = None;
        let mut stack = vec![(0.0, root.node)];
        while let Some((near, node)) = stack.pop() {
            let t_max = best.map_or(ray.t_max, |best| best.t);
            if near > t_max {
                continue;
            }
            let shortened = Ray { t_max, ..*ray };
            if node.is_leaf() {
                let ids = self.tree.leaves[node.index()].ids;
                for id in ids.into_iter().filter(|&id| id != NO_BOX).map(i32::cast_unsigned) {
                    if shortened.enters(&self.boxes[id as usize]).is_none() {
                        continue;
                    }
                    let id = BoxId(id);
                    best = nearer(best, id, hit(id).filter(|t| (0.0..=ray.t_max).contains(t)));
                }
            } else {
                let first = stack.len();
                stack.extend(self.entered(node, &shortened));
                // The nearest child is treated first, and shortens the ray for the others.
                stack[first..].sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
            }
        }
        best
    }

    /// The children of an inner node that a ray may enter, with a bound on where.
    fn entered(&self, node: NodeRef, ray: &Ray) -> impl Iterator<Item = (f64, NodeRef)> {
        let node = &self.tree.inner[node.index()];
        (0..LANES).take_while(|&lane| node.children[lane] != NodeRef::NONE).filter_map(
            move |lane| {
                let aabb = self.frame.widened(&node.lanes.lane(lane), ray.origin);
                ray.enters(&aabb).map(|near| (near, node.children[lane]))
            },
        )
    }
}

/// The better of two hits: the nearer, then the lower id.
#[inline]
pub(super) fn nearer(best: Option<RayHit>, id: BoxId, found: Option<f64>) -> Option<RayHit> {
    match found {
        Some(t) if best.is_none_or(|best| (t, id) < (best.t, best.id)) => Some(RayHit { id, t }),
        _ => best,
    }
}

impl super::Frame {
    /// An f64 box that contains every box that was rounded to `rounded`, by a margin that also
    /// covers the error of a ray that comes from `origin`.
    fn widened(&self, rounded: &CullBox, origin: DVec3) -> Aabb {
        /// Four units in the last place of f32.
        const MARGIN: f64 = 2.0 * f32::EPSILON as f64;
        let far = origin.abs().max_element() * MARGIN * MARGIN;
        let wide = |x: f32, sign: f64| {
            let x = f64::from(x);
            // What was clamped to the largest f32 may have been anything beyond.
            if x.abs() >= f64::from(f32::MAX) && x * sign > 0.0 {
                sign * f64::INFINITY
            } else {
                x + sign * (x.abs() * MARGIN + f64::from(f32::MIN_POSITIVE) + far)
            }
        };
        let corner = |bounds: [f32; 3], sign: f64| {
            let shift = self.origin();
            let slack = sign * shift.abs() * MARGIN * MARGIN;
            DVec3::from_array(bounds.map(|x| wide(x, sign))) + shift + slack
        };
        Aabb { min: corner(rounded.min, -1.0), max: corner(rounded.max, 1.0) }
    }
}
