//! Eight boxes side by side.

use wide::f32x8;

/// Boxes per node: two SSE registers or one AVX register for each bound.
pub(crate) const LANES: usize = 8;

/// A box in f32, rounded by a [`Frame`](super::frame::Frame).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CullBox {
    pub(crate) min: [f32; 3],
    pub(crate) max: [f32; 3],
}

impl CullBox {
    /// The neutral element of [`CullBox::union`]; overlaps nothing.
    pub(crate) const EMPTY: Self = Self { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3] };

    #[inline]
    pub(crate) fn union(self, other: Self) -> Self {
        Self {
            min: std::array::from_fn(|k| lesser(self.min[k], other.min[k])),
            max: std::array::from_fn(|k| -lesser(-self.max[k], -other.max[k])),
        }
    }

    /// Whether the boxes that were rounded may overlap.
    #[inline]
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|k| self.min[k] <= other.max[k] && other.min[k] <= self.max[k])
    }

    /// Midpoint.
    #[inline]
    pub(crate) fn center(&self) -> [f32; 3] {
        std::array::from_fn(|k| 0.5 * self.min[k] + 0.5 * self.max[k])
    }
}

/// The lesser of two numbers that are not NaN, as one instruction.
#[inline]
fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Eight boxes, bound by bound. A lane without a box holds [`CullBox::EMPTY`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    min: [f32x8; 3],
    max: [f32x8; 3],
}

impl Lanes {
    #[inline]
    pub(crate) fn new(boxes: &[CullBox; LANES]) -> Self {
        let bound = |f: &dyn Fn(&CullBox) -> f32| f32x8::new(std::array::from_fn(|i| f(&boxes[i])));
        Self {
            min: std::array::from_fn(|k| bound(&|b| b.min[k])),
            max: std::array::from_fn(|k| bound(&|b| b.max[k])),
        }
    }

    /// The box in one lane.
    #[inline]
    pub(crate) fn lane(&self, lane: usize) -> CullBox {
        CullBox {
            min: self.min.each_ref().map(|bound| bound.as_array()[lane]),
            max: self.max.each_ref().map(|bound| bound.as_array()[lane]),
        }
    }

    /// The box around all lanes.
    #[inline]
    pub(crate) fn hull(&self) -> CullBox {
        CullBox {
            min: self.min.each_ref().map(|bound| least(bound.as_array())),
            max: self.max.each_ref().map(|bound| -least((-*bound).as_array())),
        }
    }

    /// How far `query` reaches into each lane, on the axis where it reaches least.
    ///
    /// Positive: the f64 boxes overlap. Negative: they do not. Zero: f32 cannot tell.
    #[inline]
    pub(crate) fn reach(&self, query: &CullBox) -> f32x8 {
        let axis = |k: usize| {
            (self.max[k] - f32x8::splat(query.min[k]))
                .fast_min(f32x8::splat(query.max[k]) - self.min[k])
        };
        axis(0).fast_min(axis(1)).fast_min(axis(2))
    }

    /// The lanes that may overlap `query`, as bits.
    #[inline]
    pub(crate) fn overlaps(&self, query: &CullBox) -> u32 {
        not_negative(self.reach(query))
    }
}

/// The lanes that are zero or more, as bits.
#[inline]
pub(crate) fn not_negative(reach: f32x8) -> u32 {
    reach.simd_ge(f32x8::ZERO).to_bitmask()
}

/// The lanes that are zero, as bits.
#[inline]
pub(crate) fn zero(reach: f32x8) -> u32 {
    reach.simd_eq(f32x8::ZERO).to_bitmask()
}

#[inline]
fn least(values: &[f32; LANES]) -> f32 {
    let [a, b, c, d, e, f, g, h] = *values;
    lesser(lesser(lesser(a, b), lesser(c, d)), lesser(lesser(e, f), lesser(g, h)))
}

/// The bits of a mask, lowest first.
#[inline]
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize & (LANES - 1);
            mask &= mask - 1;
            bit
        })
    })
}
