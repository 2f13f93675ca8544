//! Rows in single precision (`f32`).
//!
//! ```text
//! double    y_i += D_i x_i + B x_j,             y_j += Bᵀ x_i
//! single    y_i += R_i x_i + B (x_j − x_i),     y_j −= Bᵀ (x_j − x_i),     R_i = D_i + Σ_j A_ij
//! ```
//!
//! Both are the same in exact arithmetic. But rounding to single precision is wrong by 6·10⁻⁸ of a
//! membrane's stiffness, which can be more than all of the shift (inertia) of a vertex: the matrix
//! of a fine sheet would resist translations, or worse. Forces that are made of *differences* do
//! not, whatever `B` is: nothing but `R`, which is the shift and what ties the row to fixed
//! vertices, sees a translation. The error is then that of a membrane that is a bit askew, and in a
//! wave of `n` vertices its work is smaller by `n²`.
//!
//! Rounding also takes the symmetry from what stands for the diagonal, `R_i − Σ_j B_ij`. `R` gets
//! the skew part of the sum, so that it is there again; skew forces do no work.

use glam::{DMat3, DVec3};

use super::packed_rows::{Place, scalar, transposed_product};
use super::row_entries::{Index, Rows};
use crate::symmetric_block::SymmetricBlock;

/// Blocks to the right of the diagonal in single precision, and `R`.
#[derive(Debug, Default)]
pub(super) struct SingleRows<N> {
    /// Sums that `R` is made from.
    sums: Vec<RowSum>,
    /// Most of `R`, for every row.
    remainders: Vec<Remainder>,
    /// The rest of `R` with its row, where there is one.
    ties: Vec<(u32, SymmetricBlock)>,
    blocks: Rows<N, [f32; 9]>,
    scalars: Rows<N, f32>,
}

/// `shift 1 + skew ×`: all of `R` for a row that is tied to no fixed vertex.
#[derive(Clone, Copy, Debug)]
struct Remainder {
    shift: f32,
    skew: [f32; 3],
}

/// Sum of the blocks of a row.
#[derive(Clone, Copy, Debug)]
struct RowSum {
    /// Multiples of the identity.
    scalars: f64,
    /// The others, in double precision.
    exact: DMat3,
    /// Skew part of those that are not on the diagonal, rounded: `v ↦ skew × v`.
    skew: DVec3,
}

impl RowSum {
    const NOTHING: Self = Self { scalars: 0.0, exact: DMat3::ZERO, skew: DVec3::ZERO };

    /// Most of `R`, and the rest of it if that counts.
    fn remainder(&self) -> (Remainder, Option<SymmetricBlock>) {
        let scalars = DMat3::from_diagonal(DVec3::splat(self.scalars));
        let all = 0.5 * (self.exact + self.exact.transpose()) + scalars;
        let shift = ((all.x_axis.x + all.y_axis.y + all.z_axis.z) / 3.0) as f32;
        let mostly = f64::from(shift);
        let tie = all - DMat3::from_diagonal(DVec3::splat(mostly));
        let largest = tie.to_cols_array().into_iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        // Otherwise it is nothing beside the rounding errors.
        let counts = largest > f64::from(f32::EPSILON) * mostly.abs();
        let skew = self.skew.to_array().map(|number| number as f32);
        (Remainder { shift, skew }, counts.then(|| SymmetricBlock::upper(tie)))
    }
}

impl Remainder {
    #[inline]
    fn product(&self, v: DVec3) -> DVec3 {
        f64::from(self.shift) * v + DVec3::from_array(self.skew.map(f64::from)).cross(v)
    }
}

/// Returns the vector of a block's skew part.
fn skew(block: &[f32; 9]) -> DVec3 {
    let [_, yx, zx, xy, _, zy, xz, yz, _] = block.map(f64::from);
    0.5 * DVec3::new(zy - yz, xz - zx, yx - xy)
}

impl<N: Index> SingleRows<N> {
    pub(super) fn clear(&mut self, count: usize) {
        self.sums.clear();
        self.sums.resize(count, RowSum::NOTHING);
        self.blocks.clear();
        self.scalars.clear();
    }

    pub(super) fn push<'a>(
        &mut self,
        k: usize,
        shift: f64,
        row: impl Iterator<Item = (&'a Place, &'a DMat3)>,
    ) {
        let mut sum = RowSum { scalars: shift, ..RowSum::NOTHING };
        for (place, block) in row {
            let node = match *place {
                Place::Nowhere => continue,
                Place::Diagonal => {
                    sum.exact += *block;
                    continue;
                }
                Place::Earlier => None,
                Place::Node(node) => Some(node),
            };
            let transposed = node.and_then(|node| self.sums.get_mut(node as usize));
            if let Some(scalar) = scalar(block) {
                sum.scalars += scalar;
                if let Some(transposed) = transposed {
                    transposed.scalars += scalar;
                }
                if let Some(node) = node {
                    self.scalars.push(node, scalar as f32);
                }
            } else {
                let rounded = rounded(block);
                let skew = skew(&rounded);
                sum.exact += *block;
                sum.skew += skew;
                if let Some(transposed) = transposed {
                    transposed.exact += block.transpose();
                    transposed.skew -= skew;
                }
                if let Some(node) = node {
                    self.blocks.push(node, rounded);
                }
            }
        }
        let all = &mut self.sums[k];
        all.exact += sum.exact;
        all.skew += sum.skew;
        all.scalars += sum.scalars;
        self.blocks.end_row();
        self.scalars.end_row();
    }

    pub(super) fn end(&mut self) {
        let Self { sums, remainders, ties, .. } = self;
        remainders.clear();
        ties.clear();
        for (k, sum) in (0..).zip(&*sums) {
            let (remainder, tie) = sum.remainder();
            remainders.push(remainder);
            ties.extend(tie.map(|tie| (k, tie)));
        }
    }

    pub(super) fn multiply(&self, all: &[DVec3], sums: &mut [DVec3]) {
        let sums = &mut sums[..all.len()];
        let (mut blocks, mut scalars) = (self.blocks.unread(), self.scalars.unread());
        for (k, remainder) in self.remainders.iter().enumerate() {
            let x = all[k];
            let mut sum = remainder.product(x);
            for (j, block) in blocks.row() {
                let (block, difference) = (widened(&block), all[j] - x);
                sum += block * difference;
                sums[j] -= transposed_product(&block, difference);
            }
            for (j, scalar) in scalars.row() {
                let force = f64::from(scalar) * (all[j] - x);
                sum += force;
                sums[j] -= force;
            }
            sums[k] += sum;
        }
        for (k, tie) in &self.ties {
            sums[*k as usize] += *tie * all[*k as usize];
        }
    }
}

fn rounded(block: &DMat3) -> [f32; 9] {
    block.to_cols_array().map(|number| number as f32)
}

#[inline]
fn widened(block: &[f32; 9]) -> DMat3 {
    DMat3::from_cols_array(&block.map(f64::from))
}
