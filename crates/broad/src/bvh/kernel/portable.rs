//! The kernel for every machine: 128-bit vectors where there are any.

use wide::bytemuck::cast;
use wide::{f32x8, i32x8};

use super::{Kernel, SET_BITS};
use crate::BoxId;
use crate::bvh::lane_ray::LaneRay;
use crate::bvh::lanes::{CullBox, LANES, Lanes};

/// Uses what the compiler may assume of every machine of the target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// A query in all lanes.
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    min: [f32x8; 3],
    max: [f32x8; 3],
    after: i32x8,
}

impl Kernel for Portable {
    type Query = Spread;
    type Doubt = f32x8;

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }

    #[inline(always)]
    fn query(self, aabb: &CullBox, after: i32) -> Spread {
        Spread {
            min: aabb.min.map(f32x8::splat),
            max: aabb.max.map(f32x8::splat),
            after: i32x8::splat(after),
        }
    }

    #[inline(always)]
    fn no_doubt(self) -> f32x8 {
        f32x8::ZERO
    }

    #[inline(always)]
    fn is_doubtful(self, doubt: f32x8) -> bool {
        doubt.any()
    }

    #[inline(always)]
    fn overlaps(self, lanes: &Lanes, query: &Spread) -> u32 {
        reach(lanes, query).to_bitmask() ^ 0xFF
    }

    #[inline(always)]
    fn hits(self, lanes: &Lanes, numbers: &[i32; LANES], query: &Spread, doubt: &mut f32x8) -> u32 {
        let reach = reach(lanes, query);
        *doubt |= reach.simd_eq(f32x8::ZERO);
        let signs: i32x8 = cast(reach);
        (i32x8::new(*numbers).simd_gt(query.after) & !signs).to_bitmask()
    }

    #[inline(always)]
    fn entered(self, lanes: &Lanes, ray: &LaneRay, t_max: f32) -> (u32, [f32; LANES]) {
        let (mut near, mut far) = (f32x8::ZERO, f32x8::splat(t_max));
        for k in 0..3 {
            let (first, last) = ray.planes(lanes, k);
            let inverse = f32x8::splat(ray.inverse[k]);
            let enters = (f32x8::new(*first) - f32x8::splat(ray.late[k])) * inverse;
            let leaves = (f32x8::new(*last) - f32x8::splat(ray.early[k])) * inverse;
            near = enters.fast_max(near);
            far = leaves.fast_min(far);
        }
        (near.simd_le(far).to_bitmask(), near.to_array())
    }

    #[inline(always)]
    fn count(self, mask: u32) -> usize {
        SET_BITS[mask as usize & 0xFF].count
    }

    #[inline(always)]
    fn compress(self, ids: &[i32; LANES], mask: u32) -> [BoxId; LANES] {
        let bits = &SET_BITS[mask as usize & 0xFF];
        bits.positions.map(|lane| BoxId(ids[lane as usize & 7].cast_unsigned()))
    }
}

#[inline(always)]
fn reach(lanes: &Lanes, query: &Spread) -> f32x8 {
    let axis = |k: usize| {
        let (low, high) = (f32x8::new(lanes.min[k]), f32x8::new(lanes.max[k]));
        (high - query.min[k]).fast_min(query.max[k] - low)
    };
    axis(0).fast_min(axis(1)).fast_min(axis(2))
}
