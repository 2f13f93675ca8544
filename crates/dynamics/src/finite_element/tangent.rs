//! Second derivatives of an energy of `F`, in the frame of the triangle, and the blocks of its
//! corners.
//!
//! A change `dF` has the part `A = RᵀdF` in the plane (2×2) and `a = nᵀdF` across it. For every
//! energy of `U` alone the two do not mix:
//!
//! ```text
//! d²Ψ = A : H : A + aᵀ S a
//! ```
//!
//! with a symmetric `H` on the four entries `(A₁₁, A₂₁, A₁₂, A₂₂)` and a symmetric 2×2 matrix `S`,
//! the stress divided by the stretch. Corners `i` and `j` then have the block
//!
//! ```text
//! K_ij = area · (R M_ij Rᵀ + (b_iᵀ S b_j) n nᵀ),    M_ij[m, p] = Σ_kl b_ik b_jl H[mk, pl]
//! ```

use glam::{DMat3, DVec2, DVec3};

use super::deformation::{Deformation, RestTriangle, Symmetric2};

/// `H` and `S`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tangent {
    /// `H`, on `(A₁₁, A₂₁, A₁₂, A₂₂)` (N/m).
    pub(super) plane: [[f64; 4]; 4],
    /// `S` (N/m).
    pub(super) across: Symmetric2,
}

impl Tangent {
    /// The nine blocks of the corners (N/m).
    #[inline]
    pub(super) fn blocks(&self, rest: &RestTriangle, deformation: &Deformation) -> [[DMat3; 3]; 3] {
        let [b1, b2] = rest.b;
        let block = |bi: DVec2, bj: DVec2| rest.area * self.block([bi, bj], deformation);
        let (k11, k12, k22) = (block(b1, b1), block(b1, b2), block(b2, b2));
        let k21 = k12.transpose();
        // A shift of all corners changes nothing: rows and columns sum to 0.
        let (k01, k02) = (-(k11 + k21), -(k12 + k22));
        let (k10, k20) = (k01.transpose(), k02.transpose());
        [[-(k01 + k02), k01, k02], [k10, k11, k12], [k20, k21, k22]]
    }

    #[inline]
    fn block(&self, [bi, bj]: [DVec2; 2], deformation: &Deformation) -> DMat3 {
        let h = &self.plane;
        let m = |row: usize, column: usize| {
            let at = |k: usize, l: usize| h[2 * k + row][2 * l + column];
            bi.x * (bj.x * at(0, 0) + bj.y * at(0, 1)) + bi.y * (bj.x * at(1, 0) + bj.y * at(1, 1))
        };
        let [s11, s12, s22] = self.across;
        let across = bi.x * (s11 * bj.x + s12 * bj.y) + bi.y * (s12 * bj.x + s22 * bj.y);
        let ([r1, r2], n) = (deformation.rotation, deformation.normal);
        // Columns of [r₁ r₂ n] · M, then times the transposed frame.
        let (c1, c2, c3) = (m(0, 0) * r1 + m(1, 0) * r2, m(0, 1) * r1 + m(1, 1) * r2, across * n);
        let column = |a: f64, b: f64, c: f64| a * c1 + b * c2 + c * c3;
        let columns = [0, 1, 2].map(|k: usize| column(r1[k], r2[k], n[k]));
        DMat3::from_cols(columns[0], columns[1], columns[2])
    }
}

/// The gradients of the corners (N) for the stress `P = ∂Ψ/∂F`, given by its columns (N/m).
#[inline]
pub(super) fn corner_gradients(rest: &RestTriangle, [p1, p2]: [DVec3; 2]) -> [DVec3; 3] {
    let [g1, g2] = rest.b.map(|b| rest.area * (b.x * p1 + b.y * p2));
    [-(g1 + g2), g1, g2]
}
