//! Entries of a residual, in double or single precision.
//!
//! Residuals of many vertices are rounded to single precision (`f32`), each entry relative to
//! itself. `r ← r − αq` is then wrong by as much as 10⁻⁷ of `r`, again and again, which adds up to
//! little beside the largest residual so far; and a search direction that is wrong by `ε` of its
//! length is wrong by `ε√κ` in energy, if the matrix is `κ` times stiffer in one direction than in
//! another. Positions and directions themselves are never rounded: the matrix is applied to those
//! that there are.

use std::fmt::Debug;

use glam::{DVec3, Vec3};

use crate::symmetric_block::{InverseBlock, SinglePrecisionInverse, SymmetricBlock};

/// Precision of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    /// `f64`.
    Double,
    /// `f32`.
    Single,
}

/// A vector in double or single precision.
pub(crate) trait Entry: Copy + Debug + Default + Send + Sync {
    const PRECISION: Precision;

    /// Inverses of diagonal blocks that go with it.
    type Inverse: InverseBlock<Self>;

    fn new(v: DVec3) -> Self;
    fn get(self) -> DVec3;

    /// `self − s other`.
    fn less(self, s: f64, other: Self) -> Self;

    /// `self · other`.
    fn product(self, other: Self) -> f64;
}

impl Entry for DVec3 {
    const PRECISION: Precision = Precision::Double;

    type Inverse = SymmetricBlock;

    #[inline]
    fn new(v: DVec3) -> Self {
        v
    }

    #[inline]
    fn get(self) -> DVec3 {
        self
    }

    #[inline]
    fn less(self, s: f64, other: Self) -> Self {
        self - s * other
    }

    #[inline]
    fn product(self, other: Self) -> f64 {
        self.dot(other)
    }
}

impl Entry for Vec3 {
    const PRECISION: Precision = Precision::Single;

    type Inverse = SinglePrecisionInverse;

    #[inline]
    fn new(v: DVec3) -> Self {
        v.as_vec3()
    }

    #[inline]
    fn get(self) -> DVec3 {
        self.as_dvec3()
    }

    #[inline]
    fn less(self, s: f64, other: Self) -> Self {
        self - s as f32 * other
    }

    #[inline]
    fn product(self, other: Self) -> f64 {
        f64::from(self.dot(other))
    }
}
