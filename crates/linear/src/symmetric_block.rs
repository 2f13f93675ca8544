//! Symmetric 3×3 blocks, without their lower triangle.

use std::ops::Mul;

use glam::{DMat3, DVec3};

/// A symmetric 3×3 matrix: xx, xy, xz, yy, yz, zz.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SymmetricBlock([f64; 6]);

impl SymmetricBlock {
    /// Returns the triangle of a block on and above the diagonal.
    pub(crate) fn upper(block: DMat3) -> Self {
        let DMat3 { x_axis: x, y_axis: y, z_axis: z } = block;
        Self([x.x, y.x, z.x, y.y, z.y, z.z])
    }

    /// Returns the inverse of a block, if that is positive definite.
    pub(crate) fn inverse_of(block: &DMat3) -> Option<Self> {
        let inverse = block.inverse();
        (inverse.is_finite() && block.determinant() > 0.0).then(|| Self::upper(inverse))
    }

    /// `s 1`.
    pub(crate) fn scalar(s: f64) -> Self {
        Self([s, 0.0, 0.0, s, 0.0, s])
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
            let found = SymmetricBlock::inverse_of(&block).unwrap() * v;
            prop_assert!((found - block.inverse() * v).length() <= 1e-12);
            prop_assert!(found.dot(v) > 0.0 || v == DVec3::ZERO);
        }
    }

    #[test]
    fn a_block_that_is_not_positive_has_no_inverse() {
        let flat = DMat3::from_diagonal(DVec3::new(1.0, 0.0, 1.0));
        for block in [DMat3::ZERO, -DMat3::IDENTITY, flat] {
            assert!(SymmetricBlock::inverse_of(&block).is_none());
        }
        let v = DVec3::new(1.0, -2.0, 3.0);
        assert_eq!(SymmetricBlock::scalar(2.0) * v, 2.0 * v);
    }
}
