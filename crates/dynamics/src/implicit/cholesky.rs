//! Sparse Cholesky factorisation, with the order of elimination kept as long as the pattern stays.
//!
//! The order is found for vertices (approximate minimum degree), a graph with a ninth of the entries, and serves their three coordinates alike.
//!
//! The factorisation is `faer`'s, run on one thread, so that its bits do not depend on their number. (They do depend on the
//! processor: `faer` takes the widest instructions that it finds.) Fixed vertices are left out, so that large obstacles cost nothing.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::LltRegularization;
use faer::perm::PermRef;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::amd;
use faer::sparse::linalg::cholesky::supernodal::SupernodalLltRef;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymbolicCholeskyRaw, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, Mat, Par, Side, Spec};
use glam::{DMat3, DVec3};

use super::block_matrix::BlockMatrix;
use super::rounded_factor::{Factored, RoundedFactor};
use super::system::System;

/// A factorisation and the pattern that it was made for.
#[derive(Debug, Default)]
pub(super) struct Cholesky {
    /// The vertices that are not fixed: their rows and columns are in the matrix.
    free: Vec<usize>,
    lower: Columns,
    symbolic: Option<SymbolicCholesky<usize>>,
    values: Vec<f64>,
}

/// A lower triangle in compressed columns.
#[derive(Debug, Default)]
struct Columns {
    offsets: Vec<usize>,
    rows: Vec<usize>,
    values: Vec<f64>,
}

impl Cholesky {
    /// Factors `A`; false if it is not positive definite or does not fit into memory.
    pub(super) fn factor(&mut self, system: &System) -> bool {
        self.try_factor(system).is_some()
    }

    fn try_factor(&mut self, system: &System) -> Option<()> {
        self.free = (0..system.vertex_count()).filter(|&i| !system.fixed[i]).collect();
        if self.free.is_empty() {
            self.symbolic = None;
            return Some(());
        }
        let blocks = BlockColumns::lower(system, &self.free);
        let lower = blocks.expanded();
        if lower.offsets != self.lower.offsets || lower.rows != self.lower.rows {
            self.symbolic = None;
        }
        self.lower = lower;
        let Columns { offsets, rows, values } = &self.lower;
        let size = offsets.len() - 1;
        let pattern = SymbolicSparseColMatRef::new_checked(size, size, offsets, None, rows);
        if self.symbolic.is_none() {
            let [forward, inverse] = blocks.order()?;
            let order = PermRef::new_checked(&forward, &inverse, size);
            // Blocks of three are small dense matrices from the start.
            let parameters = CholeskySymbolicParams {
                supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
                ..CholeskySymbolicParams::default()
            };
            let symbolic = factorize_symbolic_cholesky(
                pattern,
                Side::Lower,
                SymmetricOrdering::Custom(order),
                parameters,
            );
            self.symbolic = Some(symbolic.ok()?);
        }
        let symbolic = self.symbolic.as_ref()?;
        let scratch = symbolic.factorize_numeric_llt_scratch::<f64>(Par::Seq, Spec::default());
        let mut memory = MemBuffer::try_new(scratch).ok()?;
        self.values.clear();
        self.values.try_reserve_exact(symbolic.len_val()).ok()?;
        self.values.resize(symbolic.len_val(), 0.0);
        let factored = symbolic.factorize_numeric_llt(
            &mut self.values,
            SparseColMatRef::new(pattern, values),
            Side::Lower,
            LltRegularization::default(),
            Par::Seq,
            MemStack::new(&mut memory),
            Spec::default(),
        );
        factored.ok().map(|_| ())
    }

    /// Solves `A x = b` with the last factor; 0 if there is none.
    pub(super) fn solve(&self, b: &[DVec3]) -> Vec<DVec3> {
        let Some(symbolic) = &self.symbolic else { return vec![DVec3::ZERO; b.len()] };
        let mut x = Mat::from_fn(3 * self.free.len(), 1, |i, _| b[self.free[i / 3]][i % 3]);
        let mut memory = MemBuffer::new(symbolic.solve_in_place_scratch::<f64>(1, Par::Seq));
        LltRef::new(symbolic, &self.values).solve_in_place_with_conj(
            Conj::No,
            x.as_mut(),
            Par::Seq,
            MemStack::new(&mut memory),
        );
        let mut solution = vec![DVec3::ZERO; b.len()];
        for (k, &i) in self.free.iter().enumerate() {
            solution[i] = DVec3::new(x[(3 * k, 0)], x[(3 * k + 1, 0)], x[(3 * k + 2, 0)]);
        }
        solution
    }

    /// A copy of the last factor with rounded numbers, if there is one.
    pub(super) fn rounded(&self) -> Option<RoundedFactor> {
        let symbolic = self.symbolic.as_ref()?;
        let SymbolicCholeskyRaw::Supernodal(supernodes) = symbolic.raw() else { return None };
        let (order, _) = symbolic.perm()?.arrays();
        let place = |&row: &usize| (3 * self.free[row / 3] + row % 3) as u32;
        let places: Vec<u32> = order.iter().map(place).collect();
        let factor = SupernodalLltRef::new(supernodes, &self.values);
        let nodes = (0..supernodes.n_supernodes()).map(|k| factor.supernode(k));
        let factored: Vec<Factored> = nodes
            .map(|node| {
                let columns = node.val().col_iter().filter_map(|column| {
                    column.try_as_col_major().map(faer::col::ColRef::as_slice)
                });
                Factored { start: node.start(), rows: node.pattern(), columns: columns.collect() }
            })
            .collect();
        Some(RoundedFactor::new(&places, &factored))
    }
}

/// A lower triangle of blocks in compressed columns.
struct BlockColumns {
    offsets: Vec<usize>,
    rows: Vec<usize>,
    /// Transposed: column `c` of the lower triangle is row `c` of the upper one, and rows are what is stored.
    blocks: Vec<DMat3>,
}

impl BlockColumns {
    fn lower(system: &System, free: &[usize]) -> Self {
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

    /// The same matrix by numbers.
    fn expanded(&self) -> Columns {
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

    /// The order of elimination of the numbers and its inverse, from that of the blocks.
    fn order(&self) -> Option<[Vec<usize>; 2]> {
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

/// Replaces `row` by the diagonal block of row `i` and those after it, of both matrices together, without those of fixed vertices.
fn merge_row(system: &System, i: usize, row: &mut Vec<(usize, DMat3)>) {
    row.clear();
    row.push((i, system.diagonal(i)));
    for matrix in [system.cloths, system.extra] {
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
