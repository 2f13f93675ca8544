//! The inverses of the diagonal blocks.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::system::System;
use super::vectors::TASK;

/// Inverses of the diagonal blocks; 0 for fixed vertices.
pub(super) fn inverse_diagonals(system: &System) -> Vec<DMat3> {
    (0..system.vertex_count())
        .into_par_iter()
        .with_min_len(TASK)
        .map(|i| if system.fixed[i] { DMat3::ZERO } else { inverse(system.diagonal(i)) })
        .collect()
}

/// The inverse of a positive definite block; a block that is none is replaced by its trace.
pub(super) fn inverse(block: DMat3) -> DMat3 {
    let inverse = block.inverse();
    if inverse.is_finite() && block.determinant() > 0.0 {
        return inverse;
    }
    let trace = block.x_axis.x + block.y_axis.y + block.z_axis.z;
    if trace > 0.0 { DMat3::from_diagonal(DVec3::splat(3.0 / trace)) } else { DMat3::ZERO }
}

/// `z = B r` for blocks `B` on the diagonal.
pub(super) fn apply(blocks: &[DMat3], r: &[DVec3], z: &mut [DVec3]) {
    let tasks = z.par_chunks_mut(TASK).zip(r.par_chunks(TASK)).zip(blocks.par_chunks(TASK));
    tasks.for_each(|((z, r), blocks)| {
        for ((z, r), block) in z.iter_mut().zip(r).zip(blocks) {
            *z = *block * *r;
        }
    });
}
