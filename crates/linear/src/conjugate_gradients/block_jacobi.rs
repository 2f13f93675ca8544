//! Inverses of the diagonal blocks.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::approximate_inverse::{ApproximateInverse, Residual};
use crate::multilevel::AggregateSums;
use crate::product::Order;
use crate::symmetric_block::SymmetricBlock;
use crate::system::System;
use crate::vectors::{TASK, advance};

/// The block Jacobi preconditioner, `B = D⁻¹`.
#[derive(Debug)]
pub(crate) struct BlockJacobi {
    diagonal: InverseDiagonal,
    aggregates: AggregateSums,
}

impl BlockJacobi {
    pub(crate) fn new(system: &System, order: &Order) -> Self {
        let aggregates = AggregateSums::without_aggregates(system.vertex_count());
        Self { diagonal: InverseDiagonal::new(system, order), aggregates }
    }
}

impl ApproximateInverse for BlockJacobi {
    fn reduce(&mut self, residual: Residual) -> f64 {
        self.diagonal.reduce(1.0, residual, &mut self.aggregates)
    }

    fn advance(&self, x: (&mut [DVec3], f64), p: (&mut [DVec3], f64), q: &[DVec3]) {
        advance(x, p, q, |_, z| z);
    }
}

/// The inverses of all diagonal blocks; 0 for fixed vertices.
#[derive(Debug, Default)]
pub(crate) struct InverseDiagonal(Vec<SymmetricBlock>);

impl InverseDiagonal {
    pub(crate) fn new(system: &System, order: &Order) -> Self {
        let inverse = |place: usize| {
            let i = order.vertex(place);
            if system.fixed[i] { SymmetricBlock::default() } else { inverse(&system.diagonal(i)) }
        };
        let places = (0..system.vertex_count()).into_par_iter().with_min_len(TASK);
        Self(places.map(inverse).collect())
    }

    /// Brings `r` up to date, replaces `q` by `z = ω D⁻¹ r`, and sums `r` over aggregates, in one
    /// sweep. Returns `rᵀz`.
    pub(crate) fn reduce(
        &self,
        omega: f64,
        Residual { r, alpha, q }: Residual,
        aggregates: &mut AggregateSums,
    ) -> f64 {
        let entries = q.par_chunks_mut(TASK).zip(r.par_chunks_mut(TASK));
        let tasks = entries.zip(self.0.par_chunks(TASK)).zip(aggregates.tasks());
        let sums: Vec<f64> = tasks
            .map(|(((q, r), blocks), aggregates)| {
                let mut sum = 0.0;
                for ((q, r), block) in q.iter_mut().zip(&mut *r).zip(blocks) {
                    // Short vectors that are read again right after they were written would keep
                    // the processor waiting.
                    let left = *r - alpha * *q;
                    let z = omega * (*block * left);
                    sum += left.dot(z);
                    (*r, *q) = (left, z);
                }
                aggregates.sum(r);
                sum
            })
            .collect();
        sums.iter().sum()
    }
}

/// Returns the inverse of a positive definite block; a block that is none is replaced by its trace.
fn inverse(block: &DMat3) -> SymmetricBlock {
    let trace = block.x_axis.x + block.y_axis.y + block.z_axis.z;
    SymmetricBlock::inverse_of(block)
        .or_else(|| (trace > 0.0).then(|| SymmetricBlock::scalar(3.0 / trace)))
        .unwrap_or_default()
}
