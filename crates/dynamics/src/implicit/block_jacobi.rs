//! The inverses of the diagonal blocks.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::approximate_inverse::{ApproximateInverse, Residual};
use super::entry::Entry;
use super::group_sums::GroupSums;
use super::locality::Order;
use super::symmetric_block::InverseBlock;
use super::system::System;
use super::vectors::{TASK, advance};

/// `B = D⁻¹`.
#[derive(Debug)]
pub(super) struct BlockJacobi<E: Entry> {
    diagonal: InverseDiagonal<E>,
    groups: GroupSums,
}

impl<E: Entry> BlockJacobi<E> {
    pub(super) fn new(system: &System, order: &Order) -> Self {
        let groups = GroupSums::without_groups(system.vertex_count());
        Self { diagonal: InverseDiagonal::new(system, order), groups }
    }
}

impl<E: Entry> ApproximateInverse<E> for BlockJacobi<E> {
    fn reduce(&mut self, residual: Residual<E>) -> f64 {
        self.diagonal.reduce(1.0, residual, &mut self.groups)
    }

    fn advance(&self, x: (&mut [DVec3], f64), p: (&mut [DVec3], f64), q: &[E]) {
        advance(x, p, q, |_, z| z);
    }
}

/// The inverses of all diagonal blocks; 0 for fixed vertices.
#[derive(Debug, Default)]
pub(super) struct InverseDiagonal<E: Entry>(Vec<E::Inverse>);

impl<E: Entry> InverseDiagonal<E> {
    pub(super) fn new(system: &System, order: &Order) -> Self {
        let inverse = |place: usize| {
            let i = order.vertex(place);
            if system.fixed[i] { E::Inverse::default() } else { inverse::<E>(&system.diagonal(i)) }
        };
        let places = (0..system.vertex_count()).into_par_iter().with_min_len(TASK);
        Self(places.map(inverse).collect())
    }

    /// Brings `r` up to date, replaces `q` by `z = ω D⁻¹ r`, and sums `r` over groups, in one sweep. Returns `rᵀz`.
    pub(super) fn reduce(
        &self,
        omega: f64,
        Residual { r, alpha, q }: Residual<E>,
        groups: &mut GroupSums,
    ) -> f64 {
        let entries = q.par_chunks_mut(TASK).zip(r.par_chunks_mut(TASK));
        let tasks = entries.zip(self.0.par_chunks(TASK)).zip(groups.tasks());
        let sums: Vec<f64> = tasks
            .map(|(((q, r), blocks), groups)| {
                let mut sum = 0.0;
                for ((q, r), block) in q.iter_mut().zip(&mut *r).zip(blocks) {
                    // Short vectors that are read again right after they were written would keep the processor waiting.
                    let left = r.less(alpha, *q);
                    let z = block.scaled_product(omega, left);
                    sum += left.product(z);
                    (*r, *q) = (left, z);
                }
                groups.sum(r);
                sum
            })
            .collect();
        sums.iter().sum()
    }
}

/// The inverse of a positive definite block; a block that is none is replaced by its trace.
fn inverse<E: Entry>(block: &DMat3) -> E::Inverse {
    let trace = block.x_axis.x + block.y_axis.y + block.z_axis.z;
    E::Inverse::of(block)
        .or_else(|| (trace > 0.0).then(|| E::Inverse::scalar(3.0 / trace)))
        .unwrap_or_default()
}
