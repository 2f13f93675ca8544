//! The kernel for machines with AVX2: one register for eight lanes, and a permutation in one
//! instruction. The same operations as in [`Portable`](super::Portable), so the same bits.

use std::arch::x86_64::{__m256, __m256i};

use pulp::cast;
use pulp::x86::V3;

use super::{Kernel, SET_BITS};
use crate::BoxId;
use crate::bvh::lane_ray::LaneRay;
use crate::bvh::lanes::{CullBox, LANES, Lanes};

/// Proof that the machine has AVX2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(V3);

impl Avx2 {
    /// The kernel, if the machine can run it.
    pub(crate) fn detect() -> Option<Self> {
        V3::try_new().map(Self)
    }

    #[inline(always)]
    fn reach(self, lanes: &Lanes, query: &Spread) -> __m256 {
        let avx = self.0.avx;
        let axis = |k: usize| {
            let (low, high): (__m256, __m256) = (cast(lanes.min[k]), cast(lanes.max[k]));
            avx._mm256_min_ps(
                avx._mm256_sub_ps(high, query.min[k]),
                avx._mm256_sub_ps(query.max[k], low),
            )
        };
        avx._mm256_min_ps(avx._mm256_min_ps(axis(0), axis(1)), axis(2))
    }
}

/// A query in all lanes.
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    min: [__m256; 3],
    max: [__m256; 3],
    after: __m256i,
}

impl Kernel for Avx2 {
    type Query = Spread;
    type Doubt = __m256;

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.vectorize(work)
    }

    #[inline(always)]
    fn query(self, aabb: &CullBox, after: i32) -> Spread {
        let avx = self.0.avx;
        Spread {
            min: aabb.min.map(|x| avx._mm256_set1_ps(x)),
            max: aabb.max.map(|x| avx._mm256_set1_ps(x)),
            after: avx._mm256_set1_epi32(after),
        }
    }

    #[inline(always)]
    fn no_doubt(self) -> __m256 {
        self.0.avx._mm256_setzero_ps()
    }

    #[inline(always)]
    fn is_doubtful(self, doubt: __m256) -> bool {
        self.0.avx._mm256_movemask_ps(doubt) != 0
    }

    #[inline(always)]
    fn overlaps(self, lanes: &Lanes, query: &Spread) -> u32 {
        self.0.avx._mm256_movemask_ps(self.reach(lanes, query)).cast_unsigned() ^ 0xFF
    }

    #[inline(always)]
    fn hits(
        self,
        lanes: &Lanes,
        numbers: &[i32; LANES],
        query: &Spread,
        doubt: &mut __m256,
    ) -> u32 {
        const EQUAL: i32 = 0;
        let (avx, avx2) = (self.0.avx, self.0.avx2);
        let reach = self.reach(lanes, query);
        let zeros = avx._mm256_cmp_ps::<EQUAL>(reach, avx._mm256_setzero_ps());
        *doubt = avx._mm256_or_ps(*doubt, zeros);
        let greater: __m256 = cast(avx2._mm256_cmpgt_epi32(cast(*numbers), query.after));
        avx._mm256_movemask_ps(avx._mm256_andnot_ps(reach, greater)).cast_unsigned()
    }

    #[inline(always)]
    fn entered(self, lanes: &Lanes, ray: &LaneRay, t_max: f32) -> (u32, [f32; LANES]) {
        const LESS_OR_EQUAL: i32 = 2;
        let avx = self.0.avx;
        let (mut near, mut far) = (avx._mm256_setzero_ps(), avx._mm256_set1_ps(t_max));
        for k in 0..3 {
            let (first, last) = ray.planes(lanes, k);
            let inverse = avx._mm256_set1_ps(ray.inverse[k]);
            let [enters, leaves] =
                [(first, ray.late[k]), (last, ray.early[k])].map(|(plane, origin)| {
                    let origin = avx._mm256_set1_ps(origin);
                    avx._mm256_mul_ps(avx._mm256_sub_ps(cast(*plane), origin), inverse)
                });
            near = avx._mm256_max_ps(enters, near);
            far = avx._mm256_min_ps(leaves, far);
        }
        let mask = avx._mm256_movemask_ps(avx._mm256_cmp_ps::<LESS_OR_EQUAL>(near, far));
        (mask.cast_unsigned(), cast(near))
    }

    #[inline(always)]
    fn count(self, mask: u32) -> usize {
        mask.count_ones() as usize
    }

    #[inline(always)]
    fn compress(self, ids: &[i32; LANES], mask: u32) -> [BoxId; LANES] {
        let positions = i64::from_le_bytes(SET_BITS[mask as usize & 0xFF].positions);
        let avx2 = self.0.avx2;
        let lanes = avx2._mm256_cvtepu8_epi32(cast([positions, 0]));
        let moved: [u32; LANES] = cast(avx2._mm256_permutevar8x32_epi32(cast(*ids), lanes));
        moved.map(BoxId)
    }
}
