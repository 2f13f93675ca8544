//! Rows in double precision.
//!
//! ```text
//! y_i += D_i x_i + B x_j,    y_j += Bᵀ x_i
//! ```

use glam::{DMat3, DVec3};

use super::packed_rows::{Place, scalar, transposed_product};
use super::row_entries::Rows;
use crate::symmetric_block::SymmetricBlock;

/// Diagonal blocks, and blocks to the right of them.
#[derive(Debug, Default)]
pub(super) struct DoubleRows {
    diagonal: Vec<SymmetricBlock>,
    blocks: Rows<u32, DMat3>,
    scalars: Rows<u32, f64>,
}

impl DoubleRows {
    pub(super) fn clear(&mut self) {
        self.diagonal.clear();
        self.blocks.clear();
        self.scalars.clear();
    }

    pub(super) fn push<'a>(
        &mut self,
        shift: f64,
        row: impl Iterator<Item = (&'a Place, &'a DMat3)>,
    ) {
        let mut diagonal = DMat3::from_diagonal(DVec3::splat(shift));
        for (place, block) in row {
            match *place {
                Place::Nowhere | Place::Earlier => {}
                Place::Diagonal => diagonal += *block,
                Place::Node(node) => match scalar(block) {
                    Some(scalar) => self.scalars.push(node, scalar),
                    None => self.blocks.push(node, *block),
                },
            }
        }
        self.diagonal.push(SymmetricBlock::upper(diagonal));
        self.blocks.end_row();
        self.scalars.end_row();
    }

    pub(super) fn multiply(&self, all: &[DVec3], sums: &mut [DVec3]) {
        // The same length for both, so that one check of an index is enough.
        let sums = &mut sums[..all.len()];
        let (mut blocks, mut scalars) = (self.blocks.unread(), self.scalars.unread());
        for (k, diagonal) in self.diagonal.iter().enumerate() {
            let x = all[k];
            let mut sum = *diagonal * x;
            for (j, block) in blocks.row() {
                sum += block * all[j];
                sums[j] += transposed_product(&block, x);
            }
            for (j, scalar) in scalars.row() {
                sum += scalar * all[j];
                sums[j] += scalar * x;
            }
            sums[k] += sum;
        }
    }
}
