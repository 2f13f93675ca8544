//! Products with the matrix of a solve, from a copy that is as small as can be.
//!
//! Conjugate gradients read the whole matrix in every iteration and do little with it, so that its
//! bytes are the cost of an iteration once they do not fit into the cache. The copy therefore holds
//!
//! ```text
//! blocks above the diagonal only      y_i += B x_j  and  y_j += Bᵀ x_i  for one read of B
//! six numbers of each block on it
//! one number of a block s·1           quadratic bending joins vertices without a common face so
//! ```
//!
//! which are 360 bytes per vertex of a regular sheet instead of 1440. A copy of many vertices does
//! not fit into the cache even so; it is in single precision ([`single_rows`]), 170 bytes per
//! vertex, and its products are those of another matrix, nearly the same: whoever solves with them
//! has to check the residual with the matrix itself. Its rows have an order of their own
//! ([`Order`]), in which all that goes into a product and comes out of it is given.
//!
//! Rows are cut into chunks. A chunk gathers the entries of `x` that it needs, its own and those of
//! the *halo*, the later rows that its blocks reach, and sums products for both; then every row
//! adds to its own sum those that earlier chunks have for it, in the order of chunks. Nothing
//! depends on the number of threads.

mod chunk;
mod double_rows;
mod locality;
mod packed_rows;
#[cfg(test)]
pub(crate) mod patterns;
mod row_entries;
mod single_rows;

use glam::DVec3;
use rayon::prelude::*;

use chunk::{Chunk, Incoming, Nodes, OrderedSystem, Sums};
pub(crate) use locality::Order;

use crate::precision::Precision;
use crate::system::{Pattern, System};

/// Rows per chunk: the part of `x` and `y` that a chunk needs stays in the first-level cache.
const CHUNK: usize = 1024;

/// `A` without its extra blocks, packed for products.
#[derive(Debug)]
pub(crate) struct SymmetricProduct {
    precision: Precision,
    chunks: Vec<Chunk>,
    /// Sums of each chunk for the rows of its halo in a product.
    halo_sums: Vec<Vec<DVec3>>,
    /// Order of the rows: the natural one in double precision.
    order: Order,
    /// Pattern that the chunks were made for.
    pattern: Pattern,
}

impl SymmetricProduct {
    /// An empty copy in the given precision.
    pub(crate) fn new(precision: Precision) -> Self {
        let (order, pattern) = (Order::default(), Pattern::default());
        Self { precision, chunks: Vec::new(), halo_sums: Vec::new(), order, pattern }
    }

    /// Precision of the copy.
    pub(crate) fn precision(&self) -> Precision {
        self.precision
    }

    /// Order of entries in products.
    pub(crate) fn order(&self) -> &Order {
        &self.order
    }

    /// Copies the matrix; chunks are kept as long as pattern and fixed vertices are.
    pub(crate) fn prepare(&mut self, system: &System) {
        if !self.pattern.is_of(system) {
            self.order = match self.precision {
                Precision::Single => Order::patches(system.main, CHUNK),
                Precision::Double => Order::default(),
            };
            self.chunks = chunks(OrderedSystem { system, order: &self.order }, self.precision);
            let zeros = |chunk: &Chunk| vec![DVec3::ZERO; chunk.halo.len()];
            self.halo_sums = self.chunks.iter().map(zeros).collect();
            self.pattern = Pattern::of(system);
        }
        let ordered = OrderedSystem { system, order: &self.order };
        self.chunks.par_iter_mut().for_each(|chunk| chunk.fill(ordered));
    }

    /// Sets `y = A x` in the order of the product, the extra blocks of `system` included; returns
    /// `xᵀy`. Entries at fixed vertices must be 0 in `x`, and are in `y`.
    pub(crate) fn multiply(&mut self, system: &System, x: &[DVec3], y: &mut [DVec3]) -> f64 {
        let Self { chunks, halo_sums, order, .. } = self;
        let tasks = chunks.par_iter().zip(y.par_chunks_mut(CHUNK)).zip(&mut *halo_sums);
        let products: Vec<f64> = tasks
            .map_init(Nodes::default, |nodes, ((chunk, own), halo)| {
                chunk.multiply(OrderedSystem { system, order }, x, nodes, Sums { own, halo })
            })
            .collect();
        y.par_chunks_mut(CHUNK).zip(chunks).for_each(|(y, chunk)| {
            for from in &chunk.incoming {
                let sum = halo_sums[from.chunk as usize][from.place as usize];
                let y = &mut y[from.row as usize - chunk.rows.start];
                *y += sum;
            }
        });
        products.iter().sum()
    }
}

/// Cuts rows into chunks, and finds their halos and incoming sums. Values are not copied yet.
fn chunks(ordered: OrderedSystem, precision: Precision) -> Vec<Chunk> {
    let count = ordered.system.vertex_count();
    let mut chunks: Vec<Chunk> = (0..count.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let rows = CHUNK * chunk..count.min(CHUNK * (chunk + 1));
            Chunk::new(ordered, rows, precision)
        })
        .collect();
    for source in 0..chunks.len() {
        let halo = std::mem::take(&mut chunks[source].halo);
        for (place, &row) in (0..).zip(&halo) {
            let incoming = Incoming { row, chunk: source as u32, place };
            chunks[row as usize / CHUNK].incoming.push(incoming);
        }
        chunks[source].halo = halo;
    }
    for chunk in &mut chunks {
        chunk.incoming.sort_unstable();
    }
    chunks
}

#[cfg(test)]
mod tests;
