//! Eight boxes side by side.

/// Boxes per node: one AVX register or two SSE registers for each bound.
pub(crate) const LANES: usize = 8;

/// A box in f32, rounded by a [`Frame`](super::frame::Frame).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CullBox {
    pub(crate) min: [f32; 3],
    pub(crate) max: [f32; 3],
}

impl CullBox {
    /// Overlaps nothing, and does not change a hull.
    pub(crate) const EMPTY: Self = Self { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3] };

    /// The box around two boxes.
    #[inline]
    pub(crate) fn union(&self, other: &Self) -> Self {
        Self {
            min: std::array::from_fn(|k| self.min[k].min(other.min[k])),
            max: std::array::from_fn(|k| self.max[k].max(other.max[k])),
        }
    }

    /// True if the boxes that were rounded may overlap.
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

/// Eight boxes, bound by bound. A lane without a box holds [`CullBox::EMPTY`].
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Lanes {
    pub(super) min: [[f32; LANES]; 3],
    pub(super) max: [[f32; LANES]; 3],
}

impl Lanes {
    /// No box in any lane.
    pub(crate) const EMPTY: Self =
        Self { min: [[f32::INFINITY; LANES]; 3], max: [[f32::NEG_INFINITY; LANES]; 3] };

    /// Puts a box into a lane.
    #[inline]
    pub(crate) fn set(&mut self, lane: usize, aabb: &CullBox) {
        for k in 0..3 {
            self.min[k][lane] = aabb.min[k];
            self.max[k][lane] = aabb.max[k];
        }
    }

    /// The box in a lane.
    #[inline]
    pub(crate) fn lane(&self, lane: usize) -> CullBox {
        CullBox {
            min: self.min.each_ref().map(|bound| bound[lane]),
            max: self.max.each_ref().map(|bound| bound[lane]),
        }
    }

    /// The box around all lanes.
    #[inline]
    pub(crate) fn hull(&self) -> CullBox {
        let lesser = |a: f32, b: f32| if a < b { a } else { b };
        let greater = |a: f32, b: f32| if a > b { a } else { b };
        CullBox {
            min: self.min.each_ref().map(|bound| reduce(bound, lesser)),
            max: self.max.each_ref().map(|bound| reduce(bound, greater)),
        }
    }
}

#[inline]
fn reduce(values: &[f32; LANES], f: impl Fn(f32, f32) -> f32) -> f32 {
    let [a, b, c, d, e, g, h, i] = *values;
    f(f(f(a, e), f(b, g)), f(f(c, h), f(d, i)))
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
