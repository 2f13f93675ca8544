//! Groups of neighbouring vertices, and matrices summed over them.

use std::cmp::Ordering;

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::block_matrix::BlockMatrix;
use super::locality::Order;

/// The group of a vertex that has none: fixed ones.
pub(super) const NONE: u32 = u32::MAX;

/// The group of every vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Groups {
    pub(super) of: Vec<u32>,
    pub(super) count: usize,
    /// Vertices, those of one group together and ascending.
    members: Vec<u32>,
    /// Group `k` has `members[offsets[k]..offsets[k + 1]]`.
    offsets: Vec<u32>,
}

impl Groups {
    /// Groups neighbours in the pattern of `matrix`: first every free vertex none of whose neighbours is taken
    /// gathers them all, then whoever is left joins the first group beside it, or stays alone. Vertices are asked in the given order.
    pub(super) fn new(matrix: &BlockMatrix, fixed: &[bool], order: &Order) -> Self {
        let mut of = vec![NONE; fixed.len()];
        let mut count = 0;
        let neighbours =
            |i: usize| matrix.row(i).0.iter().map(|c| *c as usize).filter(|c| !fixed[*c]);
        let vertices = || (0..fixed.len()).map(|place| order.vertex(place));
        for i in vertices() {
            if !fixed[i] && neighbours(i).all(|j| of[j] == NONE) {
                of[i] = count;
                for j in neighbours(i) {
                    of[j] = count;
                }
                count += 1;
            }
        }
        let first = of.clone();
        for i in vertices() {
            if !fixed[i] && of[i] == NONE {
                of[i] = neighbours(i)
                    .map(|j| first[j])
                    .find(|group| *group != NONE)
                    .unwrap_or_else(|| {
                        count += 1;
                        count - 1
                    });
            }
        }
        Self::from_groups(of, count as usize)
    }

    fn from_groups(of: Vec<u32>, count: usize) -> Self {
        let free = |i: &u32| of[*i as usize] != NONE;
        let mut members: Vec<u32> = (0..of.len() as u32).filter(free).collect();
        members.sort_by_key(|i| of[*i as usize]);
        let first = |group| members.partition_point(|i| of[*i as usize] < group) as u32;
        let offsets = (0..=count as u32).map(first).collect();
        Self { of, count, members, offsets }
    }

    /// The same for vertices in another order.
    pub(super) fn ordered(&self, order: &Order) -> Self {
        let of = (0..self.of.len()).map(|place| self.of[order.vertex(place)]);
        Self::from_groups(of.collect(), self.count)
    }

    /// The vertices of a group, ascending.
    fn members(&self, group: usize) -> &[u32] {
        &self.members[self.offsets[group] as usize..self.offsets[group + 1] as usize]
    }

    /// Sums entries over groups.
    pub(super) fn sum(&self, fine: &[DVec3], coarse: &mut [DVec3]) {
        coarse.par_iter_mut().with_min_len(64).enumerate().for_each(|(group, sum)| {
            *sum = self.members(group).iter().map(|i| fine[*i as usize]).sum();
        });
    }
}

/// Set in the index of a fine block that is to be added together with its mirror image.
const BOTH: u32 = 1 << 31;

/// Where each block of a coarse matrix comes from. The matrix is symmetric: of two fine blocks that mirror each other one is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Coarsening {
    /// Fine blocks, those of one coarse block together.
    sources: Vec<u32>,
    /// The coarse block `k` on or above the diagonal is the sum of `sources[offsets[k]..offsets[k + 1]]`.
    offsets: Vec<u32>,
    /// For every coarse block which of these it is, and whether its mirror image.
    upper: Vec<(u32, bool)>,
}

impl Coarsening {
    /// The pattern of the matrix summed over groups.
    pub(super) fn new(matrix: &BlockMatrix, groups: &Groups) -> (Self, BlockMatrix) {
        let mut entries: Vec<(u32, u32, u32)> = Vec::with_capacity(matrix.block_count() / 2);
        for i in 0..matrix.row_count() {
            let start = matrix.offsets[i];
            for (k, &j) in (start..).zip(matrix.row(i).0) {
                let (row, column) = (groups.of[i], groups.of[j as usize]);
                if row == NONE || column == NONE || row > column {
                    continue;
                }
                match (row == column, j.cmp(&(i as u32))) {
                    (true, Ordering::Less) => {}
                    (true, Ordering::Greater) => entries.push((row, column, k | BOTH)),
                    _ => entries.push((row, column, k)),
                }
            }
        }
        entries.par_sort_unstable_by_key(|entry| (entry.0, entry.1, entry.2 & !BOTH));
        let (mut pairs, mut offsets) = (Vec::new(), vec![0]);
        for block in entries.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let [row, column] = [block[0].0, block[0].1];
            let place = offsets.len() as u32 - 1;
            pairs.push((row, column, (place, false)));
            if row != column {
                pairs.push((column, row, (place, true)));
            }
            offsets.push(offsets[offsets.len() - 1] + block.len() as u32);
        }
        pairs.par_sort_unstable();
        let mut rows = vec![0; groups.count + 1];
        for (row, ..) in &pairs {
            rows[*row as usize + 1] += 1;
        }
        for i in 0..groups.count {
            rows[i + 1] += rows[i];
        }
        let columns = pairs.iter().map(|pair| pair.1).collect();
        let upper = pairs.iter().map(|pair| pair.2).collect();
        let sources = entries.iter().map(|entry| entry.2).collect();
        (Self { sources, offsets, upper }, BlockMatrix::zero(rows, columns))
    }

    /// Sums the blocks of `fine` into those of `coarse`.
    pub(super) fn sum(&self, fine: &BlockMatrix, coarse: &mut BlockMatrix) {
        let sums: Vec<DMat3> = self
            .offsets
            .par_windows(2)
            .with_min_len(256)
            .map(|range| {
                let mut sum = DMat3::ZERO;
                for &source in &self.sources[range[0] as usize..range[1] as usize] {
                    let block = fine.values[(source & !BOTH) as usize];
                    sum += block;
                    if source & BOTH != 0 {
                        sum += block.transpose();
                    }
                }
                sum
            })
            .collect();
        for (block, (place, mirrored)) in coarse.values.iter_mut().zip(&self.upper) {
            let sum = sums[*place as usize];
            *block = if *mirrored { sum.transpose() } else { sum };
        }
    }
}
