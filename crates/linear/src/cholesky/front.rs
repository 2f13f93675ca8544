//! Elimination of the columns of a dense front, in chunks that may be worked on at the same time.
//!
//! Large fronts are cut into chunks of columns, and those below a chunk's triangle into chunks of
//! rows. The cuts depend on the size of the front alone, and every chunk is written by one task, so
//! that the bits are the same at every number of threads.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{
    LltRegularization, cholesky_in_place, cholesky_in_place_scratch,
};
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::triangular_solve::solve_lower_triangular_in_place;
use faer::{Accum, MatMut, MatRef, Par, Spec};
use rayon::prelude::*;

/// Columns of a chunk of a large front. A multiple of three: blocks stay whole.
const COLUMNS: usize = 96;

/// Rows of a chunk.
const ROWS: usize = 192;

/// Fronts of at least so many multiplications are cut.
const LARGE: usize = 4_000_000;

/// The size of a front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// Columns that are eliminated.
    pub(super) width: usize,
    /// Rows below them.
    pub(super) below: usize,
    /// Numbers between columns that are eliminated.
    pub(super) stride: usize,
}

impl Size {
    fn height(self) -> usize {
        self.width + self.below
    }

    /// Columns of a chunk.
    pub(super) fn chunk(self) -> usize {
        let Self { width, below, .. } = self;
        let is_large = width.saturating_mul(self.height()).saturating_mul(self.height()) >= LARGE;
        if is_large { COLUMNS } else { width.max(below).max(3) }
    }

    fn rows(self) -> usize {
        if self.chunk() == COLUMNS { ROWS } else { self.height() }
    }
}

/// Factors the columns of a front, `panel ← [L₁₁; L₂₁]`; none if a pivot is not positive.
pub(super) fn factor(panel: &mut [f64], size: Size, scratch: &mut MemBuffer) -> Option<()> {
    let Size { width, stride, .. } = size;
    let chunk = size.chunk();
    let mut rest = panel;
    for start in (0..width).step_by(chunk) {
        let own = chunk.min(width - start);
        let (columns, later) = rest.split_at_mut(own * stride);
        rest = later;
        let (mut top, below) = lower(columns, start, size).split_at_row_mut(own);
        let stack = MemStack::new(scratch);
        let regularization = LltRegularization::default();
        cholesky_in_place(top.as_mut(), regularization, Par::Seq, stack, Spec::default()).ok()?;
        let triangle = top.as_ref();
        in_rows(below, size.rows(), &|rows| {
            solve_lower_triangular_in_place(triangle, rows.transpose_mut(), Par::Seq);
        });
        let factor = lower_ref(columns, start, size);
        rest.par_chunks_mut(chunk * stride).enumerate().for_each(|(task, columns)| {
            let start = start + own + task * chunk;
            let height = size.height() - start;
            let factor = factor.subrows(factor.nrows() - height, height);
            subtract_product(lower(columns, start, size), factor, Accum::Add);
        });
    }
    Some(())
}

/// Scratch memory to factor chunks of at most so many columns.
pub(super) fn scratch(columns: usize) -> Option<MemBuffer> {
    let needed = cholesky_in_place_scratch::<f64>(columns, Par::Seq, Spec::default());
    MemBuffer::try_new(needed).ok()
}

/// Rows of `L₂₁`.
pub(super) fn below(panel: &[f64], size: Size) -> MatRef<'_, f64> {
    MatRef::from_column_major_slice_with_stride(
        &panel[size.width.min(panel.len())..],
        size.below,
        size.width,
        size.stride,
    )
}

/// Subtracts `a aᵀ` from a lower trapezoid; its first columns are those of the first rows of `a`.
pub(super) fn subtract_product(to: MatMut<f64>, a: MatRef<f64>, accum: Accum) {
    let columns = to.ncols();
    let (square, rectangle) = to.split_at_row_mut(columns);
    let (first, others) = a.split_at_row(columns);
    triangular::matmul(
        square,
        BlockStructure::TriangularLower,
        accum,
        first,
        BlockStructure::Rectangular,
        first.transpose(),
        BlockStructure::Rectangular,
        -1.0,
        Par::Seq,
    );
    if rectangle.nrows() > 0 {
        matmul(rectangle, accum, others, first.transpose(), -1.0, Par::Seq);
    }
}

/// Columns of a panel from `start` on, from the diagonal down.
fn lower(columns: &mut [f64], start: usize, size: Size) -> MatMut<'_, f64> {
    let (height, count) = (size.height() - start, columns.len() / size.stride);
    MatMut::from_column_major_slice_with_stride_mut(
        &mut columns[start..],
        height,
        count,
        size.stride,
    )
}

fn lower_ref(columns: &[f64], start: usize, size: Size) -> MatRef<'_, f64> {
    let (height, count) = (size.height() - start, columns.len() / size.stride);
    MatRef::from_column_major_slice_with_stride(&columns[start..], height, count, size.stride)
}

/// Cuts a matrix into chunks of rows, and works on all of them.
fn in_rows(matrix: MatMut<f64>, rows: usize, work: &(impl Fn(MatMut<f64>) + Sync)) {
    let chunks = matrix.nrows().div_ceil(rows.max(1));
    if chunks > 1 {
        let (above, below) = matrix.split_at_row_mut(chunks / 2 * rows);
        rayon::join(|| in_rows(above, rows, work), || in_rows(below, rows, work));
    } else if chunks == 1 {
        work(matrix);
    }
}
