//! The linear system of a Newton iteration.
//!
//! ```text
//! A = diag(m/Δt²) + K + D/Δt + K_extra        K, D: pattern of the cloths, fixed;  K_extra: contacts, new every time
//! ```
//!
//! Vertices that are fixed stay in the numbering; their rows and columns are passed over.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::block_matrix::BlockMatrix;
use super::vectors::TASK;

/// `A`, in parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct System<'a> {
    /// `m/Δt²` of every vertex (N/m).
    pub(super) inertia: &'a [f64],
    /// Blocks of the cloths, damping included.
    pub(super) cloths: &'a BlockMatrix,
    /// Blocks of everything else.
    pub(super) extra: &'a BlockMatrix,
    /// Vertices that do not move.
    pub(super) fixed: &'a [bool],
}

impl System<'_> {
    pub(super) fn vertex_count(&self) -> usize {
        self.inertia.len()
    }

    /// `y = A x`; rows of fixed vertices are 0.
    pub(super) fn multiply(&self, x: &[DVec3], y: &mut [DVec3]) {
        let has_extra = self.extra.block_count() > 0;
        y.par_chunks_mut(TASK / 4).enumerate().for_each(|(task, y)| {
            for (k, y) in y.iter_mut().enumerate() {
                let i = task * (TASK / 4) + k;
                *y = if self.fixed[i] {
                    DVec3::ZERO
                } else {
                    let entry = |vertex: usize| x[vertex];
                    let mut sum = self.inertia[i] * x[i] + self.cloths.row_product(i, entry);
                    if has_extra {
                        sum += self.extra.row_product(i, entry);
                    }
                    sum
                };
            }
        });
    }

    /// The diagonal block of vertex `i`: the identity if it is fixed.
    pub(super) fn diagonal(&self, i: usize) -> DMat3 {
        if self.fixed[i] {
            return DMat3::IDENTITY;
        }
        let inertia = DMat3::from_diagonal(DVec3::splat(self.inertia[i]));
        let extra = if self.extra.block_count() > 0 { self.extra.diagonal(i) } else { DMat3::ZERO };
        inertia + self.cloths.diagonal(i) + extra
    }
}
