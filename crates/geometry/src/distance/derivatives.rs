//! A scalar function of four points with its first two derivatives.

use glam::{DMat3, DVec3};

/// A scalar function of four points, its gradient and its Hessian, at one place.
///
/// The layout is that of block assembly: entry `i` of the gradient belongs to vertex `i`, and block
/// `ij` of the Hessian is what an implicit solver adds to the 3×3 block of vertices `i` and `j`.
/// Both triangles are stored, equal to the bit, so that a caller may sort its vertices and take
/// either half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Derivatives {
    /// The function's value.
    pub value: f64,
    /// `∂f/∂xᵢ`.
    pub gradient: [DVec3; 4],
    /// `∂²f/∂xᵢ∂xⱼ`; block `ji` is the transpose of block `ij`.
    pub hessian: [[DMat3; 4]; 4],
}

impl Derivatives {
    /// A constant function.
    #[must_use]
    pub const fn constant(value: f64) -> Self {
        Self { value, gradient: [DVec3::ZERO; 4], hessian: [[DMat3::ZERO; 4]; 4] }
    }

    /// The product of two functions of the same four points, such as mollifier times barrier.
    ///
    /// ```text
    /// ∇(fg) = f ∇g + g ∇f,    ∇²(fg) = f ∇²g + g ∇²f + ∇f ∇gᵀ + ∇g ∇fᵀ
    /// ```
    #[must_use]
    pub fn product(&self, other: &Self) -> Self {
        let (f, g) = (self.value, other.value);
        let (df, dg) = (&self.gradient, &other.gradient);
        let gradient = std::array::from_fn(|i| f * dg[i] + g * df[i]);
        let hessian = symmetric(|i, j| {
            let straight = f * other.hessian[i][j] + g * self.hessian[i][j];
            straight + (outer(df[i], dg[j]) + outer(dg[i], df[j]))
        });
        Self { value: f * g, gradient, hessian }
    }
}

/// All sixteen blocks, from the ten on and above the diagonal.
#[inline]
pub(super) fn symmetric(block: impl Fn(usize, usize) -> DMat3) -> [[DMat3; 4]; 4] {
    let [b00, b11, b22, b33] = [block(0, 0), block(1, 1), block(2, 2), block(3, 3)];
    let [b01, b02, b03] = [block(0, 1), block(0, 2), block(0, 3)];
    let [b12, b13, b23] = [block(1, 2), block(1, 3), block(2, 3)];
    [
        [b00, b01, b02, b03],
        [b01.transpose(), b11, b12, b13],
        [b02.transpose(), b12.transpose(), b22, b23],
        [b03.transpose(), b13.transpose(), b23.transpose(), b33],
    ]
}

/// `u vᵀ`.
#[inline]
pub(super) fn outer(u: DVec3, v: DVec3) -> DMat3 {
    DMat3::from_cols(u * v.x, u * v.y, u * v.z)
}
