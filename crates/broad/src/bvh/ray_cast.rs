//! The first hit along a ray, or any: a traversal that tests eight boxes at once.
//!
//! Children are visited in the order in which the ray enters them, and a hit shortens the ray for
//! what is left. Boxes are tested in f32 with slack (see `lane_ray`); what is in them is tested by
//! the caller, with whatever precision that has, so that a hit does not depend on the tree.

use smallvec::SmallVec;

use super::kernel::{Kernel, Portable};
use super::lane_ray::LaneRay;
use super::lanes::{LANES, bits};
use super::node::{NO_BOX, NodeRef};
use super::ray::nearer;
use super::{Bvh, Ray, RayHit};
use crate::BoxId;

#[cfg(target_arch = "x86_64")]
use super::kernel::Avx2;

/// Nodes that wait to be visited, with a bound on where the ray enters them: seven a level, and
/// one.
type Stack = SmallVec<[(f32, NodeRef); 64]>;

impl Bvh {
    /// The nearest hit along a ray, among those that `hit` reports.
    ///
    /// `hit` is called with every box that the ray meets before its first hit, and perhaps with
    /// some that it passes by; it returns the parameter at which the ray hits what is in the box,
    /// if it does. Among hits at the same parameter the lowest id wins, so that the result does not
    /// depend on the tree.
    pub fn nearest(&self, ray: &Ray, hit: impl FnMut(BoxId) -> Option<f64>) -> Option<RayHit> {
        let root = self.tree.root?;
        let Some(lane_ray) = LaneRay::new(ray, &self.frame, &root.bounds) else {
            return self.nearest_by_box(ray, hit);
        };
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = Avx2::detect() {
            return kernel.run(
                #[inline(always)]
                || self.nearest_with(kernel, ray, &lane_ray, hit),
            );
        }
        self.nearest_with(Portable, ray, &lane_ray, hit)
    }

    /// True if `hit` says yes to any box along a ray: a shadow needs no more.
    ///
    /// `hit` is called as by [`Bvh::nearest`], in no particular order, until it says yes.
    pub fn any_along(&self, ray: &Ray, mut hit: impl FnMut(BoxId) -> bool) -> bool {
        let Some(root) = self.tree.root else { return false };
        let Some(lane_ray) = LaneRay::new(ray, &self.frame, &root.bounds) else {
            return self.nearest_by_box(ray, |id| hit(id).then_some(0.0)).is_some();
        };
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = Avx2::detect() {
            return kernel.run(
                #[inline(always)]
                || self.any_with(kernel, ray, &lane_ray, hit),
            );
        }
        self.any_with(Portable, ray, &lane_ray, hit)
    }

    #[expect(clippy::inline_always, reason = "compiled for the instructions of the kernel")]
    #[inline(always)]
    fn nearest_with(
        &self,
        kernel: impl Kernel,
        ray: &Ray,
        lane_ray: &LaneRay,
        mut hit: impl FnMut(BoxId) -> Option<f64>,
    ) -> Option<RayHit> {
        let mut best: Option<RayHit> = None;
        let mut t_max = lane_ray.scaled(ray.t_max);
        let mut stack: Stack = self.tree.root.iter().map(|root| (0.0, root.node)).collect();
        while let Some((near, node)) = stack.pop() {
            if near > t_max {
                continue;
            }
            if node.is_leaf() {
                let leaf = &self.tree.leaves[node.index()];
                let (mask, nears) = kernel.entered(&leaf.lanes, lane_ray, t_max);
                for lane in bits(mask) {
                    let id = leaf.ids[lane];
                    if nears[lane] > t_max || id == NO_BOX {
                        continue;
                    }
                    let id = BoxId(id.cast_unsigned());
                    let found = hit(id).filter(|t| (0.0..=ray.t_max).contains(t));
                    if found.is_some() {
                        best = nearer(best, id, found);
                        t_max = best.map_or(t_max, |best| lane_ray.scaled(best.t));
                    }
                }
            } else {
                let node = &self.tree.inner[node.index()];
                let (mask, nears) = kernel.entered(&node.lanes, lane_ray, t_max);
                push_in_order(&mut stack, mask, &nears, &node.children);
            }
        }
        best
    }

    #[expect(clippy::inline_always, reason = "compiled for the instructions of the kernel")]
    #[inline(always)]
    fn any_with(
        &self,
        kernel: impl Kernel,
        ray: &Ray,
        lane_ray: &LaneRay,
        mut hit: impl FnMut(BoxId) -> bool,
    ) -> bool {
        let t_max = lane_ray.scaled(ray.t_max);
        let mut stack: SmallVec<[NodeRef; 64]> =
            self.tree.root.iter().map(|root| root.node).collect();
        while let Some(node) = stack.pop() {
            if node.is_leaf() {
                let leaf = &self.tree.leaves[node.index()];
                let (mask, _) = kernel.entered(&leaf.lanes, lane_ray, t_max);
                let ids = bits(mask).map(|lane| leaf.ids[lane]).filter(|&id| id != NO_BOX);
                if ids.into_iter().any(|id| hit(BoxId(id.cast_unsigned()))) {
                    return true;
                }
            } else {
                let node = &self.tree.inner[node.index()];
                let (mask, _) = kernel.entered(&node.lanes, lane_ray, t_max);
                stack.extend(bits(mask).map(|lane| node.children[lane]));
            }
        }
        false
    }
}

/// Pushes the children of a node, the nearest last.
#[expect(clippy::inline_always, reason = "compiled for the instructions of the kernel")]
#[inline(always)]
fn push_in_order(stack: &mut Stack, mask: u32, nears: &[f32; LANES], children: &[NodeRef; LANES]) {
    let first = stack.len();
    for lane in bits(mask) {
        stack.push((nears[lane], children[lane]));
        // Insertion: there are rarely more than three.
        let mut place = stack.len() - 1;
        while place > first && stack[place - 1].0 < stack[place].0 {
            stack.swap(place - 1, place);
            place -= 1;
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::BroadPhase;
    use glam::DVec3;
    use ripstop_geometry::Aabb;

    #[test]
    fn all_kernels_give_the_same_answers() {
        let Some(avx2) = Avx2::detect() else { return };
        let boxes: Vec<Aabb> = (0..500_u32)
            .map(|i| {
                let at = |k: u32| f64::from(i * k % 101) / 101.0;
                let min = DVec3::new(at(7), at(13), at(29));
                Aabb { min, max: min + 0.05 }
            })
            .collect();
        let mut bvh = Bvh::default();
        bvh.rebuild(&boxes).unwrap();
        let mut hits = 0;
        for i in 0..300_u32 {
            let turn = DVec3::new(f64::from(i % 17) - 8.0, f64::from(i % 23) - 11.0, 25.0);
            let ray = Ray { origin: DVec3::new(0.5, 0.5, -1.0), direction: turn, t_max: 0.2 };
            let root = bvh.tree.root.unwrap();
            let lane_ray = LaneRay::new(&ray, &bvh.frame, &root.bounds).unwrap();
            let hit = |id: BoxId| ray.enters(&boxes[id.index()]);
            let portable = bvh.nearest_with(Portable, &ray, &lane_ray, hit);
            assert_eq!(bvh.nearest_with(avx2, &ray, &lane_ray, hit), portable);
            let mut asked = [Vec::new(), Vec::new()];
            let [first, second] = &mut asked;
            bvh.any_with(Portable, &ray, &lane_ray, |id| {
                first.push(id);
                false
            });
            bvh.any_with(avx2, &ray, &lane_ray, |id| {
                second.push(id);
                false
            });
            assert_eq!(asked[0], asked[1]);
            hits += usize::from(portable.is_some());
        }
        assert!(hits > 50, "{hits}");
    }
}
