//! The inverses of the diagonal blocks.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::approximate_inverse::{ApproximateInverse, Residual};
use super::locality::Order;
use super::symmetric_block::SymmetricBlock;
use super::system::System;
use super::vectors::{TASK, advance, dot};

/// `B = D⁻¹`.
#[derive(Debug)]
pub(super) struct BlockJacobi {
    blocks: Vec<SymmetricBlock>,
}

impl BlockJacobi {
    pub(super) fn new(system: &System, order: &Order) -> Self {
        Self { blocks: inverse_diagonals(system, order) }
    }
}

impl ApproximateInverse for BlockJacobi {
    fn reduce(&mut self, residual: Residual) -> f64 {
        apply(&self.blocks, 1.0, residual)
    }

    fn advance(&self, x: (&mut [DVec3], f64), p: (&mut [DVec3], f64), q: &[DVec3]) {
        advance(x, p, |i| q[i]);
    }
}

/// Inverses of the diagonal blocks; 0 for fixed vertices.
pub(super) fn inverse_diagonals(system: &System, order: &Order) -> Vec<SymmetricBlock> {
    let inverse = |place: usize| {
        let i = order.vertex(place);
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

/// Brings `r` up to date and replaces `q` by `z = ω B r` for blocks `B` on the diagonal, in one sweep. Returns `rᵀz`.
pub(super) fn apply(
    blocks: &[SymmetricBlock],
    omega: f64,
    Residual { r, alpha, q }: Residual,
) -> f64 {
    let tasks = q.par_chunks_mut(TASK).zip(r.par_chunks_mut(TASK)).zip(blocks.par_chunks(TASK));
    let sums: Vec<f64> = tasks
        .map(|((q, r), blocks)| {
            let mut sum = 0.0;
            for ((q, r), block) in q.iter_mut().zip(r).zip(blocks) {
                *r -= alpha * *q;
                *q = omega * (*block * *r);
                sum += r.dot(*q);
            }
            sum
        })
        .collect();
    sums.iter().sum()
}

/// `z = ω B r` for blocks `B` on the diagonal. Returns `rᵀz`.
pub(super) fn product(blocks: &[SymmetricBlock], omega: f64, r: &[DVec3], z: &mut [DVec3]) -> f64 {
    let tasks = z.par_chunks_mut(TASK).zip(r.par_chunks(TASK)).zip(blocks.par_chunks(TASK));
    tasks.for_each(|((z, r), blocks)| {
        for ((z, r), block) in z.iter_mut().zip(r).zip(blocks) {
            *z = omega * (*block * *r);
        }
    });
    dot(r, z)
}
