//! Sparse Cholesky factorisation, with the symbolic part kept as long as the pattern stays.
//!
//! The fill-reducing order is found for vertices (approximate minimum degree), a graph with a ninth
//! of the entries, and serves their three coordinates alike.
//!
//! The factorisation is `faer`'s, run on one thread, so that its bits do not depend on their
//! number. (They do depend on the processor: `faer` takes the widest instructions that it finds.)
//! Fixed vertices are left out, so that large obstacles cost nothing.

mod block_columns;
mod branches;
mod single_precision_factor;
mod supernode;

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::LltRegularization;
use faer::perm::PermRef;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::supernodal::SupernodalLltRef;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymbolicCholeskyRaw, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, Mat, Par, Side, Spec};
use glam::DVec3;

use block_columns::{BlockColumns, Columns};
use single_precision_factor::Factored;
pub(crate) use single_precision_factor::SinglePrecisionFactor;

use crate::system::System;

/// A factorisation and the pattern that it was made for.
#[derive(Debug, Default)]
pub(crate) struct Cholesky {
    /// Vertices that are not fixed: their rows and columns are in the matrix.
    free: Vec<usize>,
    lower: Columns,
    symbolic: Option<SymbolicCholesky<usize>>,
    values: Vec<f64>,
}

impl Cholesky {
    /// Factors `A`; false if it is not positive definite or does not fit into memory.
    pub(crate) fn factor(&mut self, system: &System) -> bool {
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
        if self.symbolic.is_none() {
            self.symbolic = Some(symbolic(&blocks, self.lower.pattern())?);
        }
        self.factor_numeric()
    }

    /// The numeric factorisation.
    fn factor_numeric(&mut self) -> Option<()> {
        let symbolic = self.symbolic.as_ref()?;
        let scratch = symbolic.factorize_numeric_llt_scratch::<f64>(Par::Seq, Spec::default());
        let mut memory = MemBuffer::try_new(scratch).ok()?;
        self.values.clear();
        self.values.try_reserve_exact(symbolic.len_val()).ok()?;
        self.values.resize(symbolic.len_val(), 0.0);
        let factored = symbolic.factorize_numeric_llt(
            &mut self.values,
            SparseColMatRef::new(self.lower.pattern(), &self.lower.values),
            Side::Lower,
            LltRegularization::default(),
            Par::Seq,
            MemStack::new(&mut memory),
            Spec::default(),
        );
        factored.ok().map(|_| ())
    }

    /// Solves `A x = b` with the last factor; 0 if there is none.
    pub(crate) fn solve(&self, b: &[DVec3]) -> Vec<DVec3> {
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

    /// Returns a single-precision copy of the last factor, if there is one.
    pub(crate) fn single_precision(&self) -> Option<SinglePrecisionFactor> {
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
        Some(SinglePrecisionFactor::new(&places, &factored))
    }
}

/// The symbolic factorisation of a lower triangle, in the fill-reducing order of its blocks.
fn symbolic(
    blocks: &BlockColumns,
    pattern: SymbolicSparseColMatRef<usize>,
) -> Option<SymbolicCholesky<usize>> {
    let [forward, inverse] = blocks.order()?;
    let order = PermRef::new_checked(&forward, &inverse, pattern.ncols());
    // Blocks of three are small dense matrices from the start.
    let parameters = CholeskySymbolicParams {
        supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
        ..CholeskySymbolicParams::default()
    };
    let ordering = SymmetricOrdering::Custom(order);
    factorize_symbolic_cholesky(pattern, Side::Lower, ordering, parameters).ok()
}
