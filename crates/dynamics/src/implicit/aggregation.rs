//! Groups of neighbouring vertices, and matrices summed over them.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::block_matrix::BlockMatrix;

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
    /// gathers them all, then whoever is left joins the first group beside it, or stays alone.
    pub(super) fn new(matrix: &BlockMatrix, fixed: &[bool]) -> Self {
        let mut of = vec![NONE; fixed.len()];
        let mut count = 0;
        let neighbours =
            |i: usize| matrix.row(i).0.iter().map(|c| *c as usize).filter(|c| !fixed[*c]);
        for i in 0..fixed.len() {
            if !fixed[i] && neighbours(i).all(|j| of[j] == NONE) {
                of[i] = count;
                for j in neighbours(i) {
                    of[j] = count;
                }
                count += 1;
            }
        }
        let first = of.clone();
        for i in 0..fixed.len() {
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
        let count = count as usize;
        let free = |i: &u32| of[*i as usize] != NONE;
        let mut members: Vec<u32> = (0..of.len() as u32).filter(free).collect();
        members.sort_by_key(|i| of[*i as usize]);
        let first = |group| members.partition_point(|i| of[*i as usize] < group) as u32;
        let offsets = (0..=count as u32).map(first).collect();
        Self { of, count, members, offsets }
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

/// Where each block of a coarse matrix comes from.
#[derive(Clone, Debug, Default)]
pub(super) struct Coarsening {
    /// Fine blocks, those of one coarse block together.
    sources: Vec<u32>,
    /// Coarse block `k` is the sum of `sources[offsets[k]..offsets[k + 1]]`.
    offsets: Vec<u32>,
}

impl Coarsening {
    /// The pattern of the matrix summed over groups.
    pub(super) fn new(matrix: &BlockMatrix, groups: &Groups) -> (Self, BlockMatrix) {
        let mut entries: Vec<(u32, u32, u32)> = Vec::with_capacity(matrix.block_count());
        for i in 0..matrix.row_count() {
            let start = matrix.offsets[i];
            for (k, &column) in (start..).zip(matrix.row(i).0) {
                let (row, column) = (groups.of[i], groups.of[column as usize]);
                if row != NONE && column != NONE {
                    entries.push((row, column, k));
                }
            }
        }
        entries.par_sort_unstable();
        let (mut rows, mut columns, mut offsets) = (vec![0; groups.count + 1], Vec::new(), vec![0]);
        let mut done = 0;
        for block in entries.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            columns.push(block[0].1);
            rows[block[0].0 as usize + 1] = columns.len() as u32;
            done += block.len();
            offsets.push(done as u32);
        }
        for i in 0..groups.count {
            rows[i + 1] = rows[i + 1].max(rows[i]);
        }
        let sources = entries.iter().map(|entry| entry.2).collect();
        (Self { sources, offsets }, BlockMatrix::zero(rows, columns))
    }

    /// Sums the blocks of `fine` into those of `coarse`.
    pub(super) fn sum(&self, fine: &BlockMatrix, coarse: &mut BlockMatrix) {
        coarse.values.par_iter_mut().with_min_len(256).enumerate().for_each(|(k, block)| {
            let sources = &self.sources[self.offsets[k] as usize..self.offsets[k + 1] as usize];
            let mut sum = DMat3::ZERO;
            for &source in sources {
                sum += fine.values[source as usize];
            }
            *block = sum;
        });
    }
}
