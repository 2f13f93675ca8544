//! Assembly of a front: entries of the matrix and updates of its children.

use std::ops::Range;

use crate::system::System;

use super::graph::Graph;
use super::symbolic::{Front, Symbolic};

/// Some columns of a front, from the diagonal down.
pub(super) struct Columns<'a> {
    /// Column by column, `stride` numbers apart.
    pub(super) values: &'a mut [f64],
    pub(super) stride: usize,
    /// Columns of blocks, counted from the first of the front.
    pub(super) range: Range<usize>,
    /// First row of blocks that is stored, counted likewise.
    pub(super) top: usize,
}

impl Columns<'_> {
    /// Numbers of a column of numbers from its diagonal block down.
    fn column(&mut self, column: usize, coordinate: usize) -> &mut [f64] {
        let start = (3 * (column - self.range.start) + coordinate) * self.stride;
        &mut self.values[start + 3 * (column - self.top)..start + self.stride]
    }

    /// Sets all to 0.
    pub(super) fn clear(&mut self) {
        for column in self.range.clone() {
            for coordinate in 0..3 {
                self.column(column, coordinate).fill(0.0);
            }
        }
    }

    /// Adds updates in their order.
    pub(super) fn add_all(&mut self, updates: &[Update]) {
        for update in updates {
            self.add(update);
        }
    }

    /// Adds the part of an update that falls upon these columns.
    fn add(&mut self, update: &Update) {
        let first = update.places.partition_point(|place| (*place as usize) < self.range.start);
        let end = update.places.partition_point(|place| (*place as usize) < self.range.end);
        for k in first..end {
            let column = update.places[k] as usize;
            for coordinate in 0..3 {
                let source = &update.values[(3 * k + coordinate) * update.stride..];
                let target = self.column(column, coordinate);
                for run in update.runs_from(k) {
                    let to = 3 * (update.places[run.start] as usize - column);
                    let source = &source[3 * run.start..3 * run.end];
                    for (target, source) in target[to..].iter_mut().zip(source) {
                        *target += source;
                    }
                }
            }
        }
    }
}

/// The update that a child has left.
pub(super) struct Update<'a> {
    pub(super) values: &'a [f64],
    pub(super) stride: usize,
    /// Columns of the parent's front, or rows, of its blocks.
    places: Vec<u32>,
    /// End of the run of following places that every block belongs to.
    ends: Vec<u32>,
}

impl<'a> Update<'a> {
    pub(super) fn new(values: &'a [f64], stride: usize, places: Vec<u32>) -> Self {
        let mut ends: Vec<u32> = (1..=places.len() as u32).collect();
        for k in (1..places.len()).rev() {
            if places[k] == places[k - 1] + 1 {
                ends[k - 1] = ends[k];
            }
        }
        Self { values, stride, places, ends }
    }

    /// Runs of blocks that stay together, the first from block `k` on.
    fn runs_from(&self, k: usize) -> impl Iterator<Item = Range<usize>> + '_ {
        let run = |start: usize| self.ends.get(start).map(|end| start..*end as usize);
        std::iter::successors(run(k), move |last| run(last.end))
    }
}

/// Entries of the matrix, and where they go in the present front.
pub(super) struct Entries<'a> {
    pub(super) system: &'a System<'a>,
    pub(super) graph: &'a Graph,
    pub(super) symbolic: &'a Symbolic,
    /// Row of the front of every column of blocks that it has.
    pub(super) places: Vec<u32>,
    /// Column of blocks of every vertex.
    pub(super) of_vertices: &'a [u32],
}

impl Entries<'_> {
    /// Goes over to a front.
    pub(super) fn enter(&mut self, front: &Front) {
        for (place, column) in front.columns.clone().enumerate() {
            self.places[column] = place as u32;
        }
        for (place, row) in (front.columns.len()..).zip(self.symbolic.rows(front)) {
            self.places[*row as usize] = place as u32;
        }
    }

    /// Rows of the front that the rows of a child have.
    pub(super) fn places_of(&self, child: &Front) -> Vec<u32> {
        self.symbolic.rows(child).iter().map(|row| self.places[*row as usize]).collect()
    }

    /// Adds entries of the matrix to some of the front's own columns.
    pub(super) fn add(&self, front: &Front, to: &mut Columns) {
        for place in to.range.clone() {
            let column = front.columns.start + place;
            let vertex = self.graph.free[self.symbolic.order[column] as usize] as usize;
            for coordinate in 0..3 {
                to.column(place, coordinate)[coordinate] += self.system.shift[vertex];
            }
            for matrix in [self.system.main, self.system.extra] {
                if matrix.block_count() == 0 {
                    continue;
                }
                let (columns, blocks) = matrix.row(vertex);
                for (&other, block) in columns.iter().zip(blocks) {
                    let row = self.of_vertices[other as usize];
                    if row == u32::MAX || (row as usize) < column {
                        continue;
                    }
                    let below = 3 * (self.places[row as usize] as usize - place);
                    for coordinate in 0..3 {
                        // Rows are stored: the block below the diagonal is the transposed one.
                        let entries = to.column(place, coordinate).get_mut(below..below + 3);
                        for (r, entry) in entries.into_iter().flatten().enumerate() {
                            *entry += block.col(r)[coordinate];
                        }
                    }
                }
            }
        }
    }
}
