//! Rows of a matrix above its diagonal, as a chunk stores them.

use glam::{DMat3, DVec3};

use super::double_rows::DoubleRows;
use super::single_rows::SingleRows;
use crate::precision::Precision;

/// Destination of a block of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Not stored: a block of a fixed vertex, or the transpose of a block of an earlier row of the
    /// chunk.
    Nowhere,
    Diagonal,
    /// The transpose of a block of an earlier chunk.
    Earlier,
    /// To the right of the diagonal, in the column of this node.
    Node(u32),
}

/// Rows in one of the two precisions.
#[derive(Debug)]
pub(super) enum PackedRows {
    Double(DoubleRows),
    Single(SingleRows<u16>),
    /// For more nodes than a `u16` can tell apart: some vertex has very many neighbours.
    SingleOfMany(SingleRows<u32>),
}

impl PackedRows {
    /// Makes room for rows with so many nodes.
    pub(super) fn new(precision: Precision, nodes: usize) -> Self {
        match precision {
            Precision::Double => Self::Double(DoubleRows::default()),
            Precision::Single if u16::try_from(nodes).is_ok() => {
                Self::Single(SingleRows::default())
            }
            Precision::Single => Self::SingleOfMany(SingleRows::default()),
        }
    }

    /// Empties the rows, and makes room for so many.
    pub(super) fn clear(&mut self, count: usize) {
        match self {
            Self::Double(rows) => rows.clear(),
            Self::Single(rows) => rows.clear(count),
            Self::SingleOfMany(rows) => rows.clear(count),
        }
    }

    /// Adds row `k`: its shift, and blocks with their places.
    pub(super) fn push<'a>(
        &mut self,
        k: usize,
        shift: f64,
        row: impl Iterator<Item = (&'a Place, &'a DMat3)>,
    ) {
        match self {
            Self::Double(rows) => rows.push(shift, row),
            Self::Single(rows) => rows.push(k, shift, row),
            Self::SingleOfMany(rows) => rows.push(k, shift, row),
        }
    }

    /// Ends the list of rows.
    pub(super) fn end(&mut self) {
        match self {
            Self::Double(_) => {}
            Self::Single(rows) => rows.end(),
            Self::SingleOfMany(rows) => rows.end(),
        }
    }

    /// Adds the products with `x` to the sums of all nodes.
    pub(super) fn multiply(&self, x: &[DVec3], sums: &mut [DVec3]) {
        match self {
            Self::Double(rows) => rows.multiply(x, sums),
            Self::Single(rows) => rows.multiply(x, sums),
            Self::SingleOfMany(rows) => rows.multiply(x, sums),
        }
    }
}

/// Returns `s` for a block `s 1`.
pub(super) fn scalar(block: &DMat3) -> Option<f64> {
    let scalar = block.x_axis.x;
    (*block == DMat3::from_diagonal(DVec3::splat(scalar))).then_some(scalar)
}

/// Returns `Bᵀ v`.
#[inline]
pub(super) fn transposed_product(block: &DMat3, v: DVec3) -> DVec3 {
    DVec3::new(block.x_axis.dot(v), block.y_axis.dot(v), block.z_axis.dot(v))
}
