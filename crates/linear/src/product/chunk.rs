//! Some rows of a symmetric matrix, packed for products.
//!
//! Of a block and its transpose the one above the diagonal is stored, and used twice. Entries of
//! `x` that rows need and their sums for `y` are gathered for the chunk's *nodes*: its own rows
//! first, then those of the halo.

use std::ops::Range;

use glam::DVec3;

use super::locality::Order;
use super::packed_rows::{PackedRows, Place};
use crate::precision::Precision;
use crate::system::System;

/// A system with the order of its rows in products.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderedSystem<'a> {
    pub(super) system: &'a System<'a>,
    pub(super) order: &'a Order,
}

/// Results of a chunk's product: its own rows, and sums for those of its halo.
#[derive(Debug)]
pub(super) struct Sums<'a> {
    pub(super) own: &'a mut [DVec3],
    pub(super) halo: &'a mut [DVec3],
}

/// Entries of `x` and sums for `y` at the nodes of a chunk.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    x: Vec<DVec3>,
    y: Vec<DVec3>,
}

impl Nodes {
    fn gather(&mut self, x: &[DVec3], own: Range<usize>, halo: &[u32]) {
        self.x.clear();
        self.x.extend_from_slice(&x[own]);
        self.x.extend(halo.iter().map(|vertex| x[*vertex as usize]));
        self.y.clear();
        self.y.resize(self.x.len(), DVec3::ZERO);
    }
}

/// Rows that follow each other.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) rows: Range<usize>,
    /// Later rows that blocks of these reach, ascending; as nodes they come after the chunk's own.
    pub(super) halo: Vec<u32>,
    /// Sums of earlier chunks for rows of this one, by row and chunk.
    pub(super) incoming: Vec<Incoming>,
    /// Place of every block of its rows.
    places: Vec<Place>,
    packed: PackedRows,
}

/// A sum of an earlier chunk for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Incoming {
    pub(super) row: u32,
    pub(super) chunk: u32,
    /// Place in that chunk's halo.
    pub(super) place: u32,
}

impl Chunk {
    /// Takes some rows of an order with their halo, without values.
    pub(super) fn new(ordered: OrderedSystem, rows: Range<usize>, precision: Precision) -> Self {
        let OrderedSystem { system, order } = ordered;
        // Places of columns, and true for those that are fixed.
        let row = |i: usize| {
            let columns = system.main.row(order.vertex(i)).0.iter();
            columns.map(|vertex| (order.place(*vertex as usize), system.fixed[*vertex as usize]))
        };
        let is_fixed = |i: usize| system.fixed[order.vertex(i)];
        let reached = rows.clone().filter(|i| !is_fixed(*i)).flat_map(row);
        let later = reached.filter(|(j, is_fixed)| *j >= rows.end && !is_fixed);
        let mut halo: Vec<u32> = later.map(|(j, _)| j as u32).collect();
        halo.sort_unstable();
        halo.dedup();
        let mut places = Vec::new();
        for i in rows.clone() {
            for (j, column_is_fixed) in row(i) {
                let place = |halo: &[u32]| halo.partition_point(|place| (*place as usize) < j);
                places.push(if is_fixed(i) || column_is_fixed || (rows.start..i).contains(&j) {
                    Place::Nowhere
                } else if j == i {
                    Place::Diagonal
                } else if j < i {
                    Place::Earlier
                } else if j < rows.end {
                    Place::Node((j - rows.start) as u32)
                } else {
                    Place::Node((rows.len() + place(&halo)) as u32)
                });
            }
        }
        let nodes = rows.len() + halo.len();
        let packed = PackedRows::new(precision, nodes);
        Self { rows, halo, incoming: Vec::new(), places, packed }
    }

    /// Copies the values of its rows.
    pub(super) fn fill(&mut self, OrderedSystem { system, order }: OrderedSystem) {
        let Self { rows, places, packed, .. } = self;
        packed.clear(rows.len());
        let mut places = places.as_slice();
        for (k, i) in rows.clone().map(|place| order.vertex(place)).enumerate() {
            let blocks = system.main.row(i).1;
            let (own, others) = places.split_at(blocks.len());
            places = others;
            let shift = if system.fixed[i] { 0.0 } else { system.shift[i] };
            packed.push(k, shift, own.iter().zip(blocks));
        }
        packed.end();
    }

    /// Sums up the products of its blocks with `x`, for its own rows and for those of its halo.
    /// Returns their product with `x`.
    pub(super) fn multiply(
        &self,
        OrderedSystem { system, order }: OrderedSystem,
        x: &[DVec3],
        nodes: &mut Nodes,
        Sums { own: own_sums, halo: halo_sums }: Sums,
    ) -> f64 {
        nodes.gather(x, self.rows.clone(), &self.halo);
        let Nodes { x: gathered, y: sums } = nodes;
        self.packed.multiply(gathered, sums);
        if system.extra.block_count() > 0 {
            for (place, sum) in self.rows.clone().zip(&mut *sums) {
                let i = order.vertex(place);
                if !system.fixed[i] {
                    *sum += system.extra.row_product(i, |vertex| x[order.place(vertex)]);
                }
            }
        }
        let (own, halo) = sums.split_at(own_sums.len());
        own_sums.copy_from_slice(own);
        halo_sums.copy_from_slice(halo);
        gathered.iter().zip(&*sums).map(|(x, y)| x.dot(*y)).sum()
    }
}
