//! Lower triangles in compressed columns, by blocks and by numbers.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;
use glam::DMat3;

use crate::block_matrix::BlockMatrix;
use crate::system::System;

/// A lower triangle in compressed columns.
#[derive(Debug, Default)]
pub(super) struct Columns {
    pub(super) offsets: Vec<usize>,
    pub(super) rows: Vec<usize>,
    pub(super) values: Vec<f64>,
}

impl Columns {
    /// Pattern of a square matrix.
    pub(super) fn pattern(&self) -> SymbolicSparseColMatRef<'_, usize> {
        let size = self.offsets.len() - 1;
        SymbolicSparseColMatRef::new_checked(size, size, &self.offsets, None, &self.rows)
    }
}

/// A lower triangle of blocks in compressed columns.
pub(super) struct BlockColumns {
    offsets: Vec<usize>,
    rows: Vec<usize>,
    /// Transposed: column `c` of the lower triangle is row `c` of the upper one, and rows are
    /// stored.
    blocks: Vec<DMat3>,
}

impl BlockColumns {
    pub(super) fn lower(system: &System, free: &[usize]) -> Self {
        let mut places = vec![0; system.vertex_count()];
        for (place, &i) in free.iter().enumerate() {
            places[i] = place;
        }
        let (mut offsets, mut rows, mut blocks) = (vec![0], Vec::new(), Vec::new());
        let mut row = Vec::new();
        for &i in free {
            merge_row(system, i, &mut row);
            rows.extend(row.iter().map(|(column, _)| places[*column]));
            blocks.extend(row.iter().map(|(_, block)| *block));
            offsets.push(rows.len());
        }
        Self { offsets, rows, blocks }
    }

    /// Returns the same matrix by numbers.
    pub(super) fn expanded(&self) -> Columns {
        let count = 9 * self.rows.len();
        let mut offsets = Vec::with_capacity(3 * self.offsets.len());
        let (mut rows, mut values) = (Vec::with_capacity(count), Vec::with_capacity(count));
        offsets.push(0);
        for (i, range) in self.offsets.windows(2).enumerate() {
            let range = range[0]..range[1];
            for c in 0..3 {
                for (&row, block) in
                    self.rows[range.clone()].iter().zip(&self.blocks[range.clone()])
                {
                    let first = if row == i { c } else { 0 };
                    for r in first..3 {
                        rows.push(3 * row + r);
                        values.push(block.col(r)[c]);
                    }
                }
                offsets.push(rows.len());
            }
        }
        Columns { offsets, rows, values }
    }

    /// Returns the fill-reducing order of the numbers and its inverse, from that of the blocks.
    pub(super) fn order(&self) -> Option<[Vec<usize>; 2]> {
        let (size, count) = (self.offsets.len() - 1, self.rows.len());
        let pattern =
            SymbolicSparseColMatRef::new_checked(size, size, &self.offsets, None, &self.rows);
        let (mut forward, mut inverse) = (vec![0; size], vec![0; size]);
        let mut memory = MemBuffer::try_new(amd::order_scratch::<usize>(size, count)).ok()?;
        let stack = MemStack::new(&mut memory);
        amd::order(&mut forward, &mut inverse, pattern, amd::Control::default(), stack).ok()?;
        Some([forward, inverse].map(|order| {
            order.iter().flat_map(|&place| [3 * place, 3 * place + 1, 3 * place + 2]).collect()
        }))
    }
}

/// Replaces `row` by the diagonal block of row `i` and those after it, of both matrices together,
/// without those of fixed vertices.
fn merge_row(system: &System, i: usize, row: &mut Vec<(usize, DMat3)>) {
    row.clear();
    row.push((i, system.diagonal(i)));
    for matrix in [system.main, system.extra] {
        row.extend(blocks_after(matrix, i).filter(|(column, _)| !system.fixed[*column]));
    }
    row.sort_by_key(|(column, _)| *column);
    row.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
}

fn blocks_after(matrix: &BlockMatrix, i: usize) -> impl Iterator<Item = (usize, DMat3)> + '_ {
    let (columns, blocks) =
        if matrix.block_count() > 0 { matrix.row(i) } else { (&[][..], &[][..]) };
    let pairs = columns.iter().map(|column| *column as usize).zip(blocks.iter().copied());
    pairs.filter(move |(column, _)| *column > i)
}
