//! Symmetric 3×3 blocks, without their lower triangle.

use std::fmt::Debug;
use std::ops::Mul;

use glam::{DMat3, DVec3, Vec3};

/// A symmetric 3×3 matrix: xx, xy, xz, yy, yz, zz.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SymmetricBlock([f64; 6]);

impl SymmetricBlock {
    /// Returns the triangle of a block on and above the diagonal.
    pub(crate) fn upper(block: DMat3) -> Self {
        let DMat3 { x_axis: x, y_axis: y, z_axis: z } = block;
        Self([x.x, y.x, z.x, y.y, z.y, z.z])
    }
}

impl Mul<DVec3> for SymmetricBlock {
    type Output = DVec3;

    #[inline]
    fn mul(self, v: DVec3) -> DVec3 {
        let [xx, xy, xz, yy, yz, zz] = self.0;
        DVec3::new(
            xx * v.x + xy * v.y + xz * v.z,
            xy * v.x + yy * v.y + yz * v.z,
            xz * v.x + yz * v.y + zz * v.z,
        )
    }
}

/// `MᵀM` with a triangular `M` in single precision: xx, yx, yy, zx, zy, zz. Positive definite,
/// whatever rounding does to `M`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SinglePrecisionInverse([f32; 6]);

/// The inverse of a block, in the precision of `E`.
pub(crate) trait InverseBlock<E>: Copy + Debug + Default + Send + Sync {
    /// Returns the inverse of a block, if that is positive definite.
    fn of(block: &DMat3) -> Option<Self>;

    /// `s 1`.
    fn scalar(s: f64) -> Self;

    /// `s B v`.
    fn scaled_product(&self, s: f64, v: E) -> E;
}

impl InverseBlock<DVec3> for SymmetricBlock {
    fn of(block: &DMat3) -> Option<Self> {
        let inverse = block.inverse();
        (inverse.is_finite() && block.determinant() > 0.0).then(|| Self::upper(inverse))
    }

    fn scalar(s: f64) -> Self {
        Self([s, 0.0, 0.0, s, 0.0, s])
    }

    #[inline]
    fn scaled_product(&self, s: f64, v: DVec3) -> DVec3 {
        s * (*self * v)
    }
}

impl InverseBlock<Vec3> for SinglePrecisionInverse {
    /// `M = C⁻¹` for the Cholesky factor `C Cᵀ` of the block.
    fn of(block: &DMat3) -> Option<Self> {
        let DMat3 { x_axis: x, y_axis: y, z_axis: z } = *block;
        let xx = x.x.sqrt().recip();
        let [c_yx, c_zx] = [x.y * xx, x.z * xx];
        let yy = (y.y - c_yx * c_yx).sqrt().recip();
        let c_zy = (y.z - c_zx * c_yx) * yy;
        let zz = (z.z - c_zx * c_zx - c_zy * c_zy).sqrt().recip();
        let yx = -c_yx * xx * yy;
        let zy = -c_zy * yy * zz;
        let zx = -(c_zx * xx + c_zy * yx) * zz;
        let numbers = [xx, yx, yy, zx, zy, zz].map(|number| number as f32);
        numbers.iter().all(|number| number.is_finite()).then_some(Self(numbers))
    }

    fn scalar(s: f64) -> Self {
        let root = s.sqrt() as f32;
        Self([root, 0.0, root, 0.0, 0.0, root])
    }

    #[inline]
    fn scaled_product(&self, s: f64, v: Vec3) -> Vec3 {
        let [xx, yx, yy, zx, zy, zz] = self.0;
        let x = xx * v.x;
        let y = yx * v.x + yy * v.y;
        let z = zx * v.x + zy * v.y + zz * v.z;
        s as f32 * Vec3::new(xx * x + yx * y + zx * z, yy * y + zy * z, zz * z)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// `A = BᵀB + 1`, stretched along an axis by up to a million.
        #[test]
        fn inverses_undo_their_block(
            b in prop::array::uniform9(-1.0..1.0),
            v in prop::array::uniform3(-1.0..1.0),
            stretch in 0.0..6.0,
        ) {
            let stretch = DMat3::from_diagonal(DVec3::new(libm::pow(10.0, stretch), 1.0, 1.0));
            let b = DMat3::from_cols_array(&b) * stretch;
            let block = b.transpose() * b + DMat3::IDENTITY;
            let v = DVec3::from_array(v);
            let exact = 2.0 * (block.inverse() * v);
            let double = SymmetricBlock::of(&block).unwrap().scaled_product(2.0, v);
            let single = SinglePrecisionInverse::of(&block).unwrap().scaled_product(2.0, v.as_vec3());
            prop_assert!((double - exact).length() <= 1e-12);
            prop_assert!((single.as_dvec3() - exact).length() <= 2e-6, "{single} {exact}");
            prop_assert!(single.as_dvec3().dot(v) > 0.0 || v == DVec3::ZERO);
        }
    }

    #[test]
    fn a_block_that_is_not_positive_has_no_inverse() {
        let flat = DMat3::from_diagonal(DVec3::new(1.0, 0.0, 1.0));
        for block in [DMat3::ZERO, -DMat3::IDENTITY, flat] {
            assert!(
                SymmetricBlock::of(&block).is_none()
                    && SinglePrecisionInverse::of(&block).is_none()
            );
        }
        let v = DVec3::new(1.0, -2.0, 3.0);
        assert_eq!(SymmetricBlock::scalar(4.0).scaled_product(0.5, v), 2.0 * v);
        let v = v.as_vec3();
        assert_eq!(SinglePrecisionInverse::scalar(4.0).scaled_product(0.5, v), 2.0 * v);
    }
}
