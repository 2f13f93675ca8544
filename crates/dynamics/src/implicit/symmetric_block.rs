//! Symmetric 3×3 blocks, without their lower triangle.

use glam::{DMat3, DVec3};

/// A symmetric 3×3 matrix: xx, xy, xz, yy, yz, zz.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct SymmetricBlock([f64; 6]);

impl SymmetricBlock {
    /// The triangle of a block on and above the diagonal.
    pub(super) fn upper(block: DMat3) -> Self {
        let DMat3 { x_axis: x, y_axis: y, z_axis: z } = block;
        Self([x.x, y.x, z.x, y.y, z.y, z.z])
    }
}

impl std::ops::Mul<DVec3> for SymmetricBlock {
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
