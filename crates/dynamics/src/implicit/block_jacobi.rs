//! The inverses of the diagonal blocks.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::approximate_inverse::{ApproximateInverse, Residual};
use super::symmetric_block::SymmetricBlock;
use super::system::System;
use super::vectors::{TASK, advance};

/// `B = D⁻¹`.
#[derive(Debug)]
pub(super) struct BlockJacobi {
    blocks: Vec<SymmetricBlock>,
    z: Vec<DVec3>,
}

impl BlockJacobi {
    pub(super) fn new(system: &System) -> Self {
        let blocks = inverse_diagonals(system);
        Self { z: vec![DVec3::ZERO; blocks.len()], blocks }
    }
}

impl ApproximateInverse for BlockJacobi {
    fn reduce(&mut self, residual: Residual) -> f64 {
        apply(&self.blocks, 1.0, residual, &mut self.z)
    }

    fn advance(&self, x: (&mut [DVec3], f64), p: (&mut [DVec3], f64)) {
        advance(x, p, |i| self.z[i]);
    }
}

/// Inverses of the diagonal blocks; 0 for fixed vertices.
pub(super) fn inverse_diagonals(system: &System) -> Vec<SymmetricBlock> {
    let inverse = |i: usize| {
        if system.fixed[i] { SymmetricBlock::default() } else { inverse(system.diagonal(i)) }
    };
    (0..system.vertex_count()).into_par_iter().with_min_len(TASK).map(inverse).collect()
}

/// The inverse of a positive definite block; a block that is none is replaced by its trace.
fn inverse(block: DMat3) -> SymmetricBlock {
    let inverse = block.inverse();
    if inverse.is_finite() && block.determinant() > 0.0 {
        return SymmetricBlock::upper(inverse);
    }
    let trace = block.x_axis.x + block.y_axis.y + block.z_axis.z;
    if trace > 0.0 {
        SymmetricBlock::upper(DMat3::from_diagonal(DVec3::splat(3.0 / trace)))
    } else {
        SymmetricBlock::default()
    }
}

/// Brings `r` up to date and makes `z = ω B r` for blocks `B` on the diagonal, in one sweep. Returns `rᵀz`.
pub(super) fn apply(
    blocks: &[SymmetricBlock],
    omega: f64,
    Residual { r, alpha, q }: Residual,
    z: &mut [DVec3],
) -> f64 {
    let right = q.par_chunks(TASK).zip(blocks.par_chunks(TASK));
    let tasks = z.par_chunks_mut(TASK).zip(r.par_chunks_mut(TASK)).zip(right);
    let sums: Vec<f64> = tasks
        .map(|((z, r), (q, blocks))| {
            let mut sum = 0.0;
            for (((z, r), q), block) in z.iter_mut().zip(r).zip(q).zip(blocks) {
                *r -= alpha * *q;
                *z = omega * (*block * *r);
                sum += r.dot(*z);
            }
            sum
        })
        .collect();
    sums.iter().sum()
}
