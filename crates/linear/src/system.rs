//! A linear system in parts.
//!
//! ```text
//! A = diag(s) + M + E        M: a pattern that lasts;  E: another one in every solve
//! ```
//!
//! Vertices that are fixed stay in the numbering; their rows and columns are passed over.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use crate::block_matrix::BlockMatrix;
use crate::vectors::TASK;

/// A symmetric `A`, one row of blocks per vertex. All parts have as many rows; `extra` may be
/// empty.
#[derive(Clone, Copy, Debug)]
pub struct System<'a> {
    /// Multiple of the identity in the diagonal block of every vertex: inertia, say.
    pub shift: &'a [f64],
    /// Blocks whose pattern lasts from solve to solve.
    pub main: &'a BlockMatrix,
    /// Blocks whose pattern changes.
    pub extra: &'a BlockMatrix,
    /// True for vertices that do not move.
    pub fixed: &'a [bool],
}

impl System<'_> {
    /// Number of rows of blocks.
    #[must_use]
    pub const fn vertex_count(&self) -> usize {
        self.shift.len()
    }

    /// Sets `y = A x`; rows of fixed vertices are 0.
    pub fn multiply(&self, x: &[DVec3], y: &mut [DVec3]) {
        let has_extra = self.extra.block_count() > 0;
        y.par_chunks_mut(TASK / 4).enumerate().for_each(|(task, y)| {
            for (k, y) in y.iter_mut().enumerate() {
                let i = task * (TASK / 4) + k;
                *y = if self.fixed[i] {
                    DVec3::ZERO
                } else {
                    let entry = |vertex: usize| x[vertex];
                    let mut sum = self.shift[i] * x[i] + self.main.row_product(i, entry);
                    if has_extra {
                        sum += self.extra.row_product(i, entry);
                    }
                    sum
                };
            }
        });
    }

    /// Diagonal block of vertex `i`: the identity if it is fixed.
    #[must_use]
    pub fn diagonal(&self, i: usize) -> DMat3 {
        if self.fixed[i] {
            return DMat3::IDENTITY;
        }
        let shift = DMat3::from_diagonal(DVec3::splat(self.shift[i]));
        let extra = if self.extra.block_count() > 0 { self.extra.diagonal(i) } else { DMat3::ZERO };
        shift + self.main.diagonal(i) + extra
    }
}

/// Pattern of the main blocks, with the vertices that are fixed.
#[derive(Debug, Default)]
pub(crate) struct Pattern {
    offsets: Vec<u32>,
    columns: Vec<u32>,
    fixed: Vec<bool>,
}

impl Pattern {
    pub(crate) fn of(system: &System) -> Self {
        let (offsets, columns) = (system.main.offsets.clone(), system.main.columns.clone());
        Self { offsets, columns, fixed: system.fixed.to_vec() }
    }

    pub(crate) fn is_of(&self, system: &System) -> bool {
        self.offsets == system.main.offsets
            && self.columns == system.main.columns
            && self.fixed == system.fixed
    }
}
