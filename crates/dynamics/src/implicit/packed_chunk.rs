//! Some rows of a symmetric matrix, packed for products.
//!
//! Of two blocks that mirror each other the one above the diagonal is stored, and used twice. What a row needs of `x` and what it has for `y`
//! are gathered for its *nodes*: the chunk's own rows first, then those of the halo.

use std::ops::Range;

use glam::{DMat3, DVec3};

use super::symmetric_block::SymmetricBlock;
use super::system::System;

/// The nodes of a chunk's product: what they need and what they get.
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
#[derive(Debug, Default)]
pub(super) struct Chunk {
    pub(super) rows: Range<usize>,
    /// Later rows that blocks of these reach, ascending; as nodes they come after the chunk's own.
    pub(super) halo: Vec<u32>,
    /// Sums of earlier chunks for rows of this one, by row and chunk.
    pub(super) incoming: Vec<Incoming>,
    diagonal: Vec<SymmetricBlock>,
    blocks: Rows<DMat3>,
    scalars: Rows<f64>,
}

/// A sum that an earlier chunk has for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Incoming {
    pub(super) row: u32,
    pub(super) chunk: u32,
    /// Place in that chunk's halo.
    pub(super) place: u32,
}

/// Entries to the right of the diagonal, row by row, each with its node.
#[derive(Debug, Default)]
struct Rows<T> {
    offsets: Vec<u32>,
    nodes: Vec<u32>,
    values: Vec<T>,
}

impl<T: Copy> Rows<T> {
    fn clear(&mut self) {
        self.offsets.clear();
        self.offsets.push(0);
        self.nodes.clear();
        self.values.clear();
    }

    fn push(&mut self, node: usize, value: T) {
        self.nodes.push(node as u32);
        self.values.push(value);
    }

    fn end_row(&mut self) {
        self.offsets.push(self.nodes.len() as u32);
    }

    #[inline]
    fn row(&self, k: usize) -> impl Iterator<Item = (usize, T)> {
        let range = self.offsets[k] as usize..self.offsets[k + 1] as usize;
        let nodes = self.nodes[range.clone()].iter().map(|node| *node as usize);
        nodes.zip(self.values[range].iter().copied())
    }
}

impl Chunk {
    /// Some rows with their halo, without values.
    pub(super) fn new(system: &System, rows: Range<usize>) -> Self {
        let reached = rows.clone().filter(|i| !system.fixed[*i]).flat_map(|i| {
            let columns = system.cloths.row(i).0.iter().copied();
            columns.filter(|c| *c as usize >= rows.end && !system.fixed[*c as usize])
        });
        let mut halo: Vec<u32> = reached.collect();
        halo.sort_unstable();
        halo.dedup();
        Self { rows, halo, ..Self::default() }
    }

    /// Copies the values of its rows.
    pub(super) fn fill(&mut self, system: &System) {
        self.diagonal.clear();
        self.blocks.clear();
        self.scalars.clear();
        let own = self.rows.len();
        for i in self.rows.clone() {
            let is_free = !system.fixed[i];
            self.diagonal.push(if is_free {
                let inertia = DMat3::from_diagonal(DVec3::splat(system.inertia[i]));
                SymmetricBlock::upper(inertia + system.cloths.diagonal(i))
            } else {
                SymmetricBlock::default()
            });
            let (columns, blocks) = system.cloths.row(i);
            let first = columns.partition_point(|column| *column as usize <= i);
            // Columns ascend, and so does the halo: one pass finds all of them.
            let mut at = 0;
            for (&column, &block) in columns[first..].iter().zip(&blocks[first..]) {
                let j = column as usize;
                if !is_free || system.fixed[j] {
                    continue;
                }
                let node = if j < self.rows.end {
                    j - self.rows.start
                } else {
                    at += self.halo[at..].partition_point(|vertex| *vertex < column);
                    own + at
                };
                let scalar = block.x_axis.x;
                if block == DMat3::from_diagonal(DVec3::splat(scalar)) {
                    self.scalars.push(node, scalar);
                } else {
                    self.blocks.push(node, block);
                }
            }
            self.blocks.end_row();
            self.scalars.end_row();
        }
    }

    /// Sums up the products of its blocks with `x`, for its own rows and for those of its halo. Returns their product with `x`.
    pub(super) fn multiply(
        &self,
        system: &System,
        x: &[DVec3],
        nodes: &mut Nodes,
        (own_sums, halo_sums): (&mut [DVec3], &mut [DVec3]),
    ) -> f64 {
        nodes.gather(x, self.rows.clone(), &self.halo);
        let Nodes { x: gathered, y: sums } = nodes;
        // The same length for both, so that one check of an index is enough.
        let sums = &mut sums[..gathered.len()];
        for (k, diagonal) in self.diagonal.iter().enumerate() {
            let x = gathered[k];
            let mut sum = *diagonal * x;
            for (j, block) in self.blocks.row(k) {
                sum += block * gathered[j];
                sums[j] +=
                    DVec3::new(block.x_axis.dot(x), block.y_axis.dot(x), block.z_axis.dot(x));
            }
            for (j, scalar) in self.scalars.row(k) {
                sum += scalar * gathered[j];
                sums[j] += scalar * x;
            }
            sums[k] += sum;
        }
        if system.extra.block_count() > 0 {
            for (i, sum) in self.rows.clone().zip(&mut *sums) {
                if !system.fixed[i] {
                    *sum += system.extra.row_product(i, x);
                }
            }
        }
        let (own, halo) = sums.split_at(own_sums.len());
        own_sums.copy_from_slice(own);
        halo_sums.copy_from_slice(halo);
        gathered.iter().zip(&*sums).map(|(x, y)| x.dot(*y)).sum()
    }
}
